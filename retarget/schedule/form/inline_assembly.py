"""What inline assembly asks of the machine, by its words: with which lanes a thread runs, or where."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum

from retarget.analysis.macros import Macro, macros
from retarget.source.lexer import NAME, STRING, Token, code
from retarget.translation.hip.ptx.strings import uncommented
from retarget.unit import Unit
from retarget.unit.tree import Node


class Asks(Enum):
    """What changes with the threads of a block; PLACE is also what is not known."""

    NOTHING = 0
    LANES = 1  # stays the same where whole warps stay together
    PLACE = 2


# What one thread executes by itself, whichever it is; ends of threads and jumps are not of these.
_ALONE = frozenset(
    """
    abs add addc and applypriority atom bfe bfi bfind bmsk brev brkpt clz cnot copysign cos cp createpolicy cvt cvta
    discard div dp2a dp4a ex2 fence fma fns isspacep ld ldu lg2 lop3 mad mad24 madc max membar min mov mul mul24
    nanosleep neg not or pmevent popc prefetch prefetchu prmt rcp red rem rsqrt sad selp set setp shf shl shr sin slct
    sqrt st sub subc suld sust szext tanh testp tex tld4 trap txq vabsdiff vabsdiff2 vabsdiff4 vadd vadd2 vadd4 vavrg2
    vavrg4 vmax vmax2 vmax4 vmin vmin2 vmin4 vset2 vset4 vshl vshr vsub vsub2 vsub4 xor
""".split()
)
_OF_LANES = frozenset("activemask elect ldmatrix match mma movmatrix redux shfl stmatrix vote wmma".split())
_STEADY = frozenset("clock clock_hi clock64 globaltimer globaltimer_lo globaltimer_hi".split())  # predefined registers
_PARTS, _LABEL = re.compile(r"[;{}\n]"), re.compile(r"[$\w%]+\s*:(?!:)")
_INSTRUCTION = re.compile(r"(?:@\s*!?\s*[%$\w]+\s+)?([a-z]\w*)((?:\.[\w:]+)*)")
_GOES_ON = "%,[]-)0123456789"  # how operands of the instruction before begin
_CONSTRAINT = re.compile(r"[=+&]*[a-zA-Z]?|memory|cc")
_REGISTER = re.compile(r"%%?([a-z_]\w*)")
_DECLARED = re.compile(r"\.reg\s*\.\w+\s+([^;]+)")


def asks_of(node: Node, unit: Unit) -> Asks:
    """Of an assembly statement, whose text macros may spell."""
    texts = _literals(unit.text(node.span), unit)
    if texts is None:
        return Asks.PLACE
    whole = uncommented("\n".join(texts))
    own = {n.strip(" %\n\t").partition("<")[0] for names in _DECLARED.findall(whole) for n in names.split(",")}
    found = Asks.NOTHING
    for piece in map(str.strip, _PARTS.split(_LABEL.sub(";", whole))):
        instruction = _INSTRUCTION.match(piece)
        if not piece or piece[0] in _GOES_ON or piece.startswith(".reg") or (instruction and instruction[1] in own):
            continue
        if instruction and instruction[1] in _OF_LANES:
            found = Asks.LANES
        elif not instruction or instruction[1] not in _ALONE or ".bulk" in instruction[2]:
            return Asks.PLACE
    for name in _REGISTER.findall(whole):
        if name in own or name.rstrip("0123456789") in own or name in _STEADY:
            continue
        if name != "laneid" and not name.startswith("lanemask_"):
            return Asks.PLACE
        found = Asks.LANES
    return found


def is_of_block(node: Node, unit: Unit) -> bool:
    """Whether an assembly statement names the scope of a block, or its text is not all there."""
    texts = _literals(unit.text(node.span), unit)
    return texts is None or any("cta" in t for t in texts)


def _literals(text: str, unit: Unit) -> list[str] | None:
    """The strings of a statement and of the macros that it names, without constraints; None where they are not all
    there."""
    known: dict[str, list[Macro]] = {}
    for source in unit.sources:
        for name, listed in macros(source.text).items():
            known.setdefault(name, []).extend(listed)
    tokens = _reached(code(text), known)
    strings = [t.text for t in tokens or () if t.kind == STRING]
    if not strings or any(t[0] != '"' for t in strings):
        return None
    texts = [t[1:-1] for t in strings]
    return [t.replace("\\n", "\n").replace("\\t", "\t") for t in texts if not _CONSTRAINT.fullmatch(t)]


def _reached(listed: list[Token], known: Mapping[str, list[Macro]]) -> list[Token] | None:
    """The tokens, and those of all macros by their names; None where one makes text of its parameters."""
    done, queue, found = set[str](), list(listed), list[Token]()
    while queue:
        token = queue.pop(0)
        found.append(token)
        if token.kind != NAME or token.text in done:
            continue
        done.add(token.text)
        for macro in known.get(token.text, ()):
            if any(t.text in ("#", "##") for t in macro.body):
                return None
            queue += macro.body
    return found
