"""pasted_names: names that a macro puts together.

    #define CALL(f) cuda##f      -->  #define CALL(f) hip##f
    #define TYPE(t) cuda##t      -->  #define TYPE(t) hip##t##_t      (used for DeviceProp alone)
    #define CALL(f) JOIN(cuda, f)  -->  #define CALL(f) JOIN(hip, f)  (where JOIN is a macro that pastes the two)

Legal where the unit uses the macro, and all that it is used with gives names whose counterparts begin, and end, in
one way. Else a diagnostic says so, and the text stays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.source import brackets
from retarget.source.lexer import COMMENT, NAME, Token, tokens
from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule

BEGINNINGS = frozenset("cuda cu cublas cufft curand cusparse cusolver cudnn nvrtc nvtx".split())


@rule("pasted-names", "unknown-name")
def pasted_names(file: File) -> Iterator[Finding]:
    for index in file.named(*BEGINNINGS):
        token = file.code[index]
        is_handed_on = file.at(index + 1) == "," and file.at(index + 3) == ")" and file.at(index - 1) == "("
        if token.directive != "define" or file.code[index + 2].kind != NAME:
            continue
        if file.at(index + 1) != "##" and not (is_handed_on and _pastes(file, file.at(index - 2))):
            continue
        affixes = _affixes(file, index)
        if len(affixes) != 1 or (is_handed_on and any(after for _, after in affixes)):
            told = f"names that begin with '{token.text}' are put together here, and not translated"
            yield file.warning("unknown-name", file.span(index, index + 1), f"{told}: write HIP's beginning")
            continue
        before, after = affixes.pop()
        yield Edit(file.span(index), before, "pasted-names")
        if after:
            end = file.code[index + 2].end
            yield Edit(file.source.span(end, end), f"##{after}", "pasted-names")


def _pastes(file: File, macro: str, depth: int = 8) -> bool:
    """Whether a macro puts its two arguments together, itself or by another: all of its definitions do."""
    bodies = [b for source in file.unit.sources if macro in source.text for b in _bodies(source.text, macro)]
    return (
        bool(bodies)
        and depth > 0
        and all(is_pasted or (by != macro and _pastes(file, by, depth - 1)) for is_pasted, by in bodies)
    )


def _bodies(text: str, macro: str) -> Iterator[tuple[bool, str]]:
    """Of each definition of the macro: whether it is `a##b` of its parameters, and the macro that it is a call of."""
    code = [t for t in tokens(text) if t.kind != COMMENT]
    for i, token in enumerate(code[:-1]):
        if token.text == macro and token.directive == "define" and code[i - 1].text == "define":
            line = [t.text for t in code[i + 1 : i + 14]]
            a, b = (line[1], line[3]) if line[:1] == ["("] and line[2:3] == [","] and line[4:5] == [")"] else ("", "")
            by = line[5] if a and line[6:11] == ["(", a, ",", b, ")"] else ""
            yield bool(a) and line[5:8] == [a, "##", b], by


def _affixes(file: File, index: int) -> set[tuple[str, str]]:
    """What stands before and behind the argument in the counterparts of the names put together; empty where one
    of them is not known."""
    beginning, parameter = file.at(index), file.at(index + 2)
    hashed = max(i for i in range(index) if file.at(i) == "#" and file.at(i + 1) == "define")
    macro = file.at(hashed + 2)
    parameters = file.arguments(hashed + 3) if file.at(hashed + 3) == "(" else None
    positions = [k for k, (first, _) in enumerate(parameters or ()) if file.at(first) == parameter]
    found: set[tuple[str, str]] = set()
    if not positions or file.at(index + 3) == "##":
        return found
    for word in _used_with(file, macro, positions[0]):
        name = file.dialect.name(beginning + word) if word else None
        before, _, after = name.hip.partition(word) if name else ("", "", "")
        if name is None or name.part or not before or name.hip != before + word + after:
            return set()
        found.add((before, after))
    return found


def _used_with(file: File, macro: str, position: int) -> Iterator[str]:
    """The first word of the argument at `position`, of every use of a macro in the unit."""
    for source in file.unit.sources:
        if macro in source.text:
            code = [t for t in tokens(source.text) if t.kind != COMMENT]
            for i, token in enumerate(code[:-1]):
                if token.text == macro and code[i + 1].text == "(" and (not i or code[i - 1].text != "define"):
                    yield _argument(code, i + 1, position)


def _argument(code: Sequence[Token], opening: int, position: int) -> str:
    end = brackets.closing(code, opening, own_directive=False) or len(code)
    starts = [opening + 1, *(comma + 1 for comma in brackets.separators(code, opening + 1, end))]
    return "".join(code[start].text for start in starts[position : position + 1] if start < len(code))
