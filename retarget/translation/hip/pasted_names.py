"""pasted_names: names that a macro puts together.

    #define CALL(f) cuda##f        -->  #define CALL(f) hip##f
    #define TYPE(t) cuda##t        -->  #define TYPE(t) hip##t##_t      (used for DeviceProp alone)
    #define GEMM(t) cublas##t##gemm     #define GEMM(t) hipblas##t##gemm
    #define CALL(f) JOIN(cuda, f)  -->  #define CALL(f) JOIN(hip, f)    (where JOIN is a macro that pastes the two)
    #define API cuda               -->  #define API hip                 (used as JOIN(API, f), which expands it first,
                                                                         or as JOIN(API, Free) in other macros)
    #define OK(f) ok(CALL(f)())         (the uses of OK count as uses of CALL)
    #define ALL(X) X(Free) X(Malloc)    (so do those of X, where ALL is used with CALL)
    CALL(PointerAttributes)        -->  hipPointerAttribute_t           (where CALL is used with others, too)
    OK(FreeHost)                   -->  OK(HostFree)                    (where OK hands the word on to CALL)
    OK(Mine())                     -->  OK(_Mine())                     (hip_Mine stands for the program's cudaMine)
    #define cudaFree(p) OK(Free(p))     (what it puts together is CUDA's: a macro is not expanded within itself)

Legal where the unit uses the macro, and all that it is used with gives names whose counterparts begin, and end, in
one way. A name whose counterpart is another is written out, if the macro is nothing but that name. Uses that the
preprocessor leaves out count only where there are no others. Else a diagnostic says so, and the text stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from retarget.dialects import Name
from retarget.source import brackets
from retarget.source.lexer import NAME, Token
from retarget.source.text import Edit, Source, Span
from retarget.translation.file import File, Finding, Need, users_code
from retarget.translation.hip.names import lacking
from retarget.translation.hip.pastes import Paste, PastedUse, fixed_use, with_one_plan
from retarget.translation.rule import rule
from retarget.unit import Unit

BEGINNINGS = frozenset("cuda cu cublas cufft curand cusparse cusolver cudnn nvml nvrtc nvtx".split())


class _Plan(Struct, frozen=True):
    """What stands before and behind the parameter, and the words whose names are written out instead."""

    before: str
    after: str
    apart: tuple[tuple[str, Name], ...] = ()


@rule("pasted-names", "no-counterpart", "unknown-name")
def pasted_names(file: File) -> Iterator[Finding]:
    for paste in file.unit.once(_pastes):
        plan, at = _plan(file, paste), paste.beginning
        if plan is not None:
            yield from _written_out(file, paste, plan)
        if at.path != file.source.path:
            continue
        if plan is None:
            told = f"the preprocessor joins names that begin with '{paste.text}' here: retarget does not translate them"
            place = file.source.span(at.start, paste.until)
            yield file.warning("unknown-name", place, f"{told}: write HIP's beginning")
            continue
        yield Edit(at, plan.before, "pasted-names")
        if plan.after:
            end = paste.parameter.end
            yield Edit(file.source.span(end, end), f"##{plan.after}", "pasted-names")


def pasted_calls(file: File) -> Iterator[tuple[str, int]]:
    """Names of CUDA's that macros put together, and the index of the word that is pasted, where a call's bracket
    follows it."""
    for paste in file.unit.once(_pastes):
        uses = [use for use in paste.uses if use.word and use.place.path == file.source.path]
        if uses and _plan(file, paste) is not None:
            places = [(paste.text + use.word, file.index_at(use.place.start)) for use in uses]
            yield from ((name, at) for name, at in places if name.endswith(file.at(at)) and file.at(at + 1) == "(")


def _written_out(file: File, paste: Paste, plan: _Plan) -> Iterator[Finding]:
    apart = dict(plan.apart)
    for use in paste.uses:
        if use.span.path != file.source.path or use.word not in apart:
            continue
        name = apart[use.word]
        if name.status == "none":
            yield lacking(file, name.cuda, name, use.span)
            continue
        if paste.is_whole and use.is_alone:
            yield Edit(use.span, name.hip, "pasted-names")
        else:
            yield from _renamed(file, use, plan.before, name)
        if name.part:
            yield Need(name.part, use.span)


def _renamed(file: File, use: PastedUse, before: str, name: Name) -> Iterator[Finding]:
    """Another word in place of one: what is left of the counterpart, or a name of ours that stands for it."""
    told = f"another word stands here, for '{name.hip}': in strings that macros make of it, too"
    yield file.note("pasted-names", use.place, told)
    rest = name.hip.removeprefix(before)
    if rest == name.hip or not rest.isidentifier():
        rest = f"_{use.word}"
        line = file.source.span(use.line, use.line)
        yield Edit(line, f"#define {before}{rest} {name.hip}\n", "pasted-names")
    yield Edit(use.place, rest, "pasted-names")


def _plan(file: File, paste: Paste) -> _Plan | None:
    """None where it is not known what the names put together become."""
    names: dict[str, Name] = {}
    for use in paste.uses:
        name = _name(file, paste.text + use.word, use.within) if use.word else None
        if name is None or names.get(use.word, name).hip != name.hip:
            return None
        names[use.word] = name
    around = {word: _around(word, name) for word, name in names.items()}
    theirs = {word for word, name in names.items() if name.hip != name.cuda} or set(names)
    counts = Counter(pair for word, pair in around.items() if pair is not None and word in theirs)
    if len(counts) == 1 and set(around.values()) == set(counts):
        before, after = next(iter(counts))
        return _Plan(before, after) if paste.can_end or not after else None
    before = next((before for (before, after), _ in counts.most_common() if not after), "")
    apart = {word: name for word, name in names.items() if around[word] != (before, "")}
    others = [use for use in paste.uses if use.word in apart]
    is_legal = before and all((paste.is_whole and use.is_alone) or use.is_for_names for use in others)
    return _Plan(before, "", tuple(apart.items())) if is_legal else None


def _name(file: File, word: str, within: str) -> Name | None:
    """What a name put together stands for: one of CUDA's, or the program's own, which stays. A macro is not expanded
    within itself, so that its name is CUDA's there."""
    if word in file.own_names and word != within:
        return Name(word, word, "own", "mapped", "", "", "", "")
    return file.dialect.name(word)


def _around(word: str, name: Name) -> tuple[str, str] | None:
    """What stands before and behind a word in the counterpart of a name, where the word stands in it."""
    before, _, after = name.hip.partition(word)
    return (before, after) if not name.part and before and name.hip == before + word + after else None


def _pastes(unit: Unit) -> tuple[Paste, ...]:
    """All such definitions of a unit; without uses where a macro is not understood."""
    codes = [(source, users_code(source.text)) for source in unit.sources]
    named = _named_beginnings(unit, codes)
    found = [(source, code, i) for source, code in codes for i in _places(unit, code, named)]
    macros = [_macro(code, i) for _, code, i in found]
    lives = [not unit.is_skipped(source.path, code[i].start) for source, code, i in found]
    live = Counter(macro for (macro, _), is_live in zip(macros, lives, strict=True) if is_live)
    pastes = []
    for (source, code, index), (macro, own), is_live in zip(found, macros, lives, strict=True):
        parameter, tail = code[index + 2].text, _tail(code, index + 3)
        uses = _uses(unit, codes, macro, own.index(parameter)) if parameter in own and set(own).isdisjoint(tail) else ()
        uses = fixed_use(source, code, index) if code[index].text in named and parameter not in own else uses
        uses = tuple(replace(use, word=use.word and use.word + "".join(tail)) for use in uses)
        if tail or not _is_for_names(code, index, parameter, ""):
            uses = tuple(replace(use, is_for_names=False) for use in uses)
        is_sole = len(own) == 1 and is_live and live[macro] == 1 and not tail
        paste = _paste(source, code, index, is_sole, not tail, uses)
        if code[index].text in named:
            place = named[code[index].text]
            paste = replace(paste, text=place.text, beginning=place.span, until=place.span.end)
        pastes.append(paste)
    return with_one_plan(pastes)


def _tail(code: Sequence[Token], index: int) -> list[str]:
    """The names that are pasted behind one."""
    found = []
    while [t.text for t in code[index : index + 1]] == ["##"]:
        found.append(code[index + 1].text)
        index += 2
    return found


_Codes = Sequence[tuple[Source, Sequence[Token]]]


def _paste(
    source: Source, code: Sequence[Token], index: int, is_sole: bool, is_last: bool, uses: tuple[PastedUse, ...]
) -> Paste:
    """is_sole: of a macro with one parameter that has one definition in what is compiled; is_last: nothing is pasted
    behind the parameter."""
    beginning, by, parameter = code[index : index + 3]
    is_handed_on = by.text == ","
    last, first = index + 2 + is_handed_on, index - 2 * is_handed_on
    is_bare = code[first - 1].text == ")" and code[first - 2].text == parameter.text and _ends(source, code, last)
    return Paste(
        beginning.text,
        source.span(beginning.start, beginning.end),
        by.end,
        source.span(parameter.start, parameter.end),
        is_last and not is_handed_on,
        is_bare and is_sole,
        uses,
    )


class _Beginning(Struct, frozen=True):
    """One of CUDA's beginnings, as the body of a macro."""

    text: str
    span: Span


def _named_beginnings(unit: Unit, codes: _Codes) -> dict[str, _Beginning]:
    """The macros that are one of CUDA's beginnings and nothing else, by the one definition that is compiled."""
    found: dict[str, list[_Beginning]] = {}
    for source, code in codes:
        for i, token in enumerate(code):
            is_body = token.directive == "define" and code[i - 2].text == "define" and _ends(source, code, i)
            if is_body and token.text in BEGINNINGS and not unit.is_skipped(source.path, token.start):
                place = _Beginning(token.text, source.span(token.start, token.end))
                found.setdefault(code[i - 1].text, []).append(place)
    return {macro: places[0] for macro, places in found.items() if len(places) == 1}


def _places(unit: Unit, code: Sequence[Token], named: Container[str]) -> Iterator[int]:
    """Where a macro's body in this text has one of CUDA's beginnings, or its name, pasted with what follows."""
    for i, token in enumerate(code[:-2]):
        is_named = token.text in named
        if token.directive != "define" or not (is_named or token.text in BEGINNINGS) or code[i + 2].kind != NAME:
            continue
        is_handed_on = code[i + 1].text == "," and code[i + 3 : i + 4] and code[i + 3].text == ")"
        is_joined = is_handed_on and code[i - 1].text == "(" and _joins(unit, code[i - 2].text, is_named)
        if is_joined or (code[i + 1].text == "##" and not is_named):
            yield i


def _joins(unit: Unit, macro: str, is_expanded: bool, depth: int = 8) -> bool:
    """Whether a macro puts its two arguments together, itself or by another: all of its definitions do. is_expanded:
    by another alone, as what is pasted at once is no macro's name any more."""
    bodies = unit.once(_bodies).get(macro, ())
    return (
        bool(bodies)
        and depth > 0
        and all(
            (is_pasted and not is_expanded) or (by not in ("", macro) and _joins(unit, by, False, depth - 1))
            for is_pasted, by in bodies
        )
    )


def _bodies(unit: Unit) -> Mapping[str, Sequence[tuple[bool, str]]]:
    """Of each definition of a macro: whether it is `a##b` of its parameters, and the macro that it is a call of."""
    found: dict[str, list[tuple[bool, str]]] = {}
    for words in (users_code(source.text) for source in unit.sources):
        for i, token in enumerate(words[:-1]):
            if token.directive == "define" and i and words[i - 1].text == "define":
                line = [t.text for t in words[i + 1 : i + 14]]
                is_pair = line[:1] == ["("] and line[2:3] == [","] and line[4:5] == [")"]
                a, b = (line[1], line[3]) if is_pair else ("", "")
                by = line[5] if a and line[6:11] == ["(", a, ",", b, ")"] else ""
                found.setdefault(token.text, []).append((bool(a) and line[5:8] == [a, "##", b], by))
    return found


def _macro(code: Sequence[Token], index: int) -> tuple[str, list[str]]:
    """The macro in whose body a token stands, and its parameters."""
    at = index
    while at and not (code[at].text == "#" and code[at + 1].text == "define"):
        at -= 1
    end = brackets.closing(code, at + 3, own_directive=True) if code[at + 3].text == "(" else None
    return code[at + 2].text, [code[a].text for a, _ in brackets.parts(code, at + 4, end)] if end else []


def _ends(source: Source, code: Sequence[Token], index: int) -> bool:
    """Whether a directive ends behind a token."""
    if index + 1 >= len(code) or code[index + 1].directive != "define":
        return True
    between = source.text[code[index].end : code[index + 1].start]
    return code[index + 1].text == "#" and "\n" in between.replace("\r", "").replace("\\\n", "")


def _uses(unit: Unit, codes: _Codes, macro: str, position: int) -> tuple[PastedUse, ...]:
    """Every use of a macro in the unit, of which the argument at `position` counts: those that are compiled, if any."""
    found = list(dict.fromkeys(_all_uses(codes, macro, position)))
    live = [use for use in found if not unit.is_skipped(use.span.path, use.span.start)]
    return tuple(live or found)


def _all_uses(codes: _Codes, macro: str, position: int, depth: int = 8) -> Iterator[PastedUse]:
    """Those in bodies of other macros stand for what these are used with; no word where that is not known."""
    for source, code in codes:
        if macro not in source.text:
            continue
        for i, token in enumerate(code[:-1]):
            if token.text != macro or code[i - 1].text == "define" or token.directive not in ("", "define"):
                continue
            if code[i + 1].text == "(":
                yield from _handed_down(codes, code, i, _use(source, code, i, position), depth)
            elif code[i - 2].text == "define" and _ends(source, code, i):
                yield from _all_uses(codes, code[i - 1].text, position, depth - 1) if depth else ()
            else:
                yield from _by_lists(codes, code, i, position)


def _handed_down(codes: _Codes, code: Sequence[Token], index: int, use: PastedUse, depth: int) -> Iterator[PastedUse]:
    name, parameters = _macro(code, index) if code[index].directive == "define" else ("", [])
    if use.word not in parameters:
        yield use
        return
    at = next(i for i in range(index, len(code)) if code[i].text == use.word)
    is_joined = code[at + 1].text == "##"
    end = code[at + 2].text if is_joined and code[at + 2].kind == NAME and code[at + 3].text in (",", ")") else ""
    if depth and is_joined is bool(end) and end not in parameters:
        above = _all_uses(codes, name, parameters.index(use.word), depth - 1)
        is_plain = not end and _is_for_names(code, index, use.word, code[index].text)
        for u in above:
            word = u.word and u.word + end
            yield replace(u, word=word, is_alone=False, is_for_names=u.is_for_names and is_plain)
    else:
        yield replace(use, word="")


def _is_for_names(code: Sequence[Token], index: int, parameter: str, macro: str) -> bool:
    """Whether the body of the macro around a token does nothing with a parameter but to paste it, to make a string of
    it, and to hand it on to this macro."""
    first = last = index
    while not (code[first].text == "#" and code[first + 1].text == "define"):
        first -= 1
    while last + 1 < len(code) and code[last + 1].directive == "define" and code[last + 1].text != "#":
        last += 1
    head = brackets.closing(code, first + 3, own_directive=True) or first
    places = (i for i in range(head + 1, last + 1) if code[i].text == parameter)
    return all(
        (code[i - 1].text == "##" and code[i - 2].text in BEGINNINGS)
        or code[i - 1].text == "#"
        or (code[i - 1].text == "(" and code[i - 2].text == macro and code[i + 1].text in (",", ")"))
        for i in places
    )


def _by_lists(codes: _Codes, code: Sequence[Token], index: int, position: int) -> Iterator[PastedUse]:
    """The uses of a macro that is handed to another by its name, in the body of that one."""
    opening, at, depth = index - 1, 0, 0
    while opening > 0 and (depth or code[opening].text != "("):
        if code[opening].text in ("#", ";", "{", "}"):
            return
        depth += (code[opening].text == ")") - (code[opening].text == "(")
        at += code[opening].text == "," and not depth
        opening -= 1
    taker = code[opening - 1].text
    for source, body in codes:
        for i, token in enumerate(body[:-1]):
            if taker not in source.text or token.directive != "define" or body[i + 1].text != "(":
                continue
            name, parameters = _macro(body, i)
            if name == taker and at < len(parameters) and token.text == parameters[at] and body[i - 1].text != "define":
                use = _use(source, body, i, position)
                word = "" if use.word in parameters else use.word
                yield replace(use, word=word, is_alone=False, is_for_names=False)


def _use(source: Source, code: Sequence[Token], index: int, position: int) -> PastedUse:
    end = brackets.closing(code, index + 1, own_directive=False) or len(code) - 1
    given = brackets.parts(code, index + 2, end)[position : position + 1]
    first, last = given[0] if given else (end, end)
    word = code[first].text if first < last else ""
    is_alone = last == first + 1 == end
    is_word = last == first + 1 or (last > first and code[first + 1].text == "(")  # or a call, which ends in no name
    begins = index
    while code[index].directive and not (code[begins].text == "#" and code[begins + 1].text == code[index].directive):
        begins -= 1
    line = source.text.rfind("\n", 0, code[begins].start) + 1
    place = source.span(code[min(first, end)].start, code[min(first, end)].end)
    within = _macro(code, index)[0] if code[index].directive == "define" else ""
    return PastedUse(source.span(code[index].start, code[end].end), word, is_alone, place, line, is_word, within)
