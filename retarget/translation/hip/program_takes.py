"""What of the program's would take a name that a translation writes: its macros, and its functions at global scope.

    #define hipFree release
    cudaFree(p);                                   -->   hipFree(p);     an error: `release` is called

    int hipMemset(int* p, int value, int n);
    cudaMemset(p, 0, n);                           -->   hipMemset(p, 0, n);     an error: it may be called

A macro takes each name like it, unless it stands for the CUDA name that is renamed (`#define hipFree cudaFree`). A
function takes a call with as many arguments as it may have; what C++ would choose is not asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from retarget.dialects.table import KEYWORDS
from retarget.source import brackets
from retarget.source.lexer import NAME, Token

_ANY = 1000  # arguments, behind `...`


class Arity(Struct, frozen=True):
    """How few and how many arguments a function takes."""

    least: int
    most: int


def arity(code: Sequence[Token], opening: int) -> Arity:
    """That of the function whose parameters begin at `opening`.

    >>> from retarget.source.lexer import tokens
    >>> arity(tokens("f(std::map<int, int> a, int b = g(1, 2))"), 1)
    Arity(least=1, most=2)
    """
    end = brackets.closing(code, opening, own_directive=True) or len(code)
    texts = [t.text for t in code[opening + 1 : end]]
    if not texts or texts == ["void"]:
        return Arity(0, 0)
    count, depth, given = 1, 0, 0
    for text in texts:
        depth += brackets.turn(text) + brackets.ANGLES.get(text, 0)
        count += text == "," and depth == 0
        given += text == "=" and depth == 0
    return Arity(count - given - ("..." in texts), _ANY if "..." in texts else count)


def macro_body(code: Sequence[Token], index: int) -> frozenset[str]:
    """What the body of the macro that is defined at `index` names: neither parameters nor words of the language.

    >>> from retarget.source.lexer import tokens
    >>> macro_body(tokens("#define hipFree(p) cudaFree((void *)p)"), 2)
    frozenset({'cudaFree'})
    """
    known: frozenset[str] = KEYWORDS | {"__VA_ARGS__"}
    at = index + 1
    if at < len(code) and code[at].text == "(" and code[at].start == code[index].end:
        end = brackets.closing(code, at, own_directive=True) or at
        known |= {t.text for t in code[at:end]}
        at = end + 1
    words = set()
    while at < len(code) and code[at].directive:
        words |= {code[at].text} if code[at].kind == NAME else set()
        at += 1
    return frozenset(words - known)


def is_taken_by_macro(bodies: Mapping[str, frozenset[str]], written: str, renamed: str) -> bool:
    """Whether a macro would make something else of a name that is written for another."""
    return written in bodies and not bodies[written] <= {renamed, written}
