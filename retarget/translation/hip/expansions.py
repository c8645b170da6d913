"""expansions: uses of macros whose inline PTX depends on their arguments, written out before anything is translated.

    #define OP(op) asm(#op ".b32 %0, %1;" : "=r"(n) : "r"(x))          as it was; nothing uses it any more
    OP(popc);                                                    -->    asm("popc" ".b32 %0, %1;" : "=r"(n) : "r"(x));

Legal where the macro has one definition that is compiled, or the file of the use has them all and the last one in
front of it counts. Uses within directives and in branches that are not compiled stay. A macro that uses such a macro is
written out too; its other macros stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from retarget.analysis.macros import Macro, expanding
from retarget.source.brackets import turn
from retarget.source.lexer import COMMENT, NAME, Token, tokens
from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.hip.macro_expansion import Lookup, MacroError, bound, defined, enclosing, split, written
from retarget.translation.hip.ptx.asm import Asm, statements
from retarget.translation.hip.ptx.place import is_device

RULE = "ptx"
_MOST = 4000  # tokens of one use


def expansions(files: Sequence[File]) -> tuple[Edit, ...]:
    """What to write out in the files of a unit."""
    direct = {m.name for f in files for m in _dependent(f)}
    names = frozenset(n for name in direct for n in expanding(files[0].unit, name))
    return tuple(e for f in files for e in _expanded(f, names)) if names else ()


def _dependent(file: File) -> Iterator[Macro]:
    """The macros of a file that device code uses and whose assembly is known with their arguments alone."""
    if "define" not in file.words or not any("asm" in w for w in file.words):
        return
    for asm in statements(file):
        macro = enclosing(file, file.code[asm.first].start) if asm.problem else None
        if macro is None or not macro.parameters or file.skipped(macro.start):
            continue
        if _names_parameter(file, asm, macro) and is_device(file, asm):
            yield macro


def _names_parameter(file: File, asm: Asm, macro: Macro) -> bool:
    """Whether a parameter stands in the template, or in a constraint: outside of the operands' expressions."""
    depth, colons = 0, 0
    for i in range(asm.first, asm.last + 1):
        text = file.at(i)
        depth += turn(text)
        colons += text in (":", "::") and depth == 1
        if text in (macro.parameters or ()) and (depth == 1 or not colons):
            return True
    return False


def _expanded(file: File, names: frozenset[str]) -> Iterator[Edit]:
    end = 0
    for index in file.named(*names):
        token = file.code[index]
        if token.directive or token.start < end or file.skipped(token.start):
            continue
        lookup = partial(defined, file, at=token.start)
        try:
            text, length = _written(file.source.text, file.code[index : index + _MOST], names, lookup)
        except MacroError:
            continue  # the statement in the macro is an error, at its place
        if length:
            end = file.code[index + length - 1].end
            yield Edit(file.source.span(token.start, end), text, RULE)


def _written(given: str, use: Sequence[Token], names: frozenset[str], lookup: Lookup) -> tuple[str, int]:
    """The use of a macro with which some tokens of a text begin, written out, and how many tokens it has; none where
    it is no use."""
    macro = lookup(use[0].text)
    if macro is None or (macro.parameters is not None and (len(use) < 2 or use[1].text != "(")):
        return "", 0
    listed, length = ([], 1) if macro.parameters is None else split(use, 1)
    arguments = {} if macro.parameters is None else bound(macro, listed)
    return _again(written(macro, given, arguments, lookup), names - {macro.name}, lookup), length


def _again(text: str, names: frozenset[str], lookup: Lookup) -> str:
    """What was written out, with the uses in it written out too."""
    listed = [t for t in tokens(text) if t.kind != COMMENT]
    parts: list[str] = []
    done = 0
    for i, token in enumerate(listed):
        if token.kind == NAME and token.text in names and token.start >= done:
            made, length = _written(text, listed[i:], names, lookup)
            if length:
                parts += [text[done : token.start], made]
                done = listed[i + length - 1].end
    return "".join([*parts, text[done:]])
