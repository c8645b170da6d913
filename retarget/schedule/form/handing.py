"""Device functions that name the built-in indices are handed them.

    __device__ int f(int n) { return threadIdx.x + n; }          ... f(n) ...
    -->
    __device__ int f_at(uint3 threadIdx, uint3 blockIdx, dim3 blockDim, dim3 gridDim, int n) { return threadIdx.x + n; }
    ... ::f_at(threadIdx, blockIdx, blockDim, gridDim, n) ...

The call names it from the outermost namespace: a using-declaration, or the types of arguments, find the original alone.
The version of a member function is a member beside it, which a call names as it names the function: `a.f_at(...)`;
that of a call operator has a name as well, and `a(n)` becomes `a.call_at(...)`.
Legal: the function has a name, stands in no other function, and each call of it is written as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from retarget.analysis.specialised import is_constructor
from retarget.schedule.form.expanding import macros_of
from retarget.schedule.form.quote import Quote, Replacement, called_name
from retarget.schedule.form.spelled import included
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import RULE, Unsuited
from retarget.source.brackets import before_arguments
from retarget.source.lexer import COMMENT, code, tokens
from retarget.source.text import Edit
from retarget.unit.tree import INDICES, Function, Kind, Node

_TYPES = ("uint3", "uint3", "dim3", "dim3")
_CALL_OPERATOR = re.compile(r"@FT?@(?:>[^@]*)?operator\(\)")  # in clang's identity of one
_VIRTUAL = frozenset({"virtual", "override", "final"})


def handed(node: Node, versions: Mapping[str, str], quote: Quote) -> Iterator[Replacement]:
    """Edits of the calls below a node of the functions in `versions` (by identity, the name of the version that is
    handed the indices). Raises Unsuited."""
    for call in node.of(Kind.CALL):
        if call.callee in versions:
            yield from _handed(call, versions[call.callee], quote)


def _handed(call: Node, version: str, quote: Quote) -> Iterator[Replacement]:
    text, start = quote.source.text, call.span.start
    opening = _opening(text[start : call.span.end])
    is_free, before = version.startswith("::"), ""
    if _CALL_OPERATOR.search(call.callee) and opening is not None:
        name = _operator(call, text, start + opening)
        before = "." if name and name[0] == name[1] else ""
    else:
        name = called_name(call, text) if is_free else _member(call, text, start + (opening or 0))
    if name is None or opening is None:
        raise Unsuited(call.span, f"this call of '{call.name}', which uses indices, is not spelled as a call")
    comma = ", " if text[start + opening + 1 : call.span.end - 1].strip() else ""
    if is_free:
        is_bare = name[0] == start and version.rpartition("::")[0] == ""
        yield start, name[1], version.removeprefix("::") if is_bare else version
    else:
        yield *name, before + version
    yield start + opening, start + opening + 1, f"({', '.join(INDICES)}{comma}"


def _operator(call: Node, text: str, opening: int) -> tuple[int, int] | None:
    """Where a call, whose arguments begin at an offset, has the words `operator()`, or else the end of its object."""
    words = [t for t in tokens(text[call.span.start : opening]) if t.kind != COMMENT]
    if [t.text for t in words[-3:]] == ["operator", "(", ")"]:
        return call.span.start + words[-3].start, call.span.start + words[-1].end
    end = call.span.start + words[-1].end if words else opening
    if call.variable:  # an object with a name
        is_object = len(words) == 1 and words[0].text == call.name
    else:
        object_ = call.parts[0].outer if call.parts else call.span
        is_object = (object_.start, object_.end) == (call.span.start, end)
    return (end, end) if is_object else None


def _member(call: Node, text: str, opening: int) -> tuple[int, int] | None:
    """Where a call, whose arguments begin at an offset, has the name of a member."""
    words = [t for t in tokens(text[call.span.start : opening]) if t.kind != COMMENT]
    at = before_arguments(words, len(words) - 1) if words else -1
    if at < 0 or words[at].text != call.name or words[at].directive:
        return None
    return call.span.start + words[at].start, call.span.start + words[at].end


def _opening(call: str) -> int | None:
    """Where the bracket of a call's arguments opens, which closes at its end."""
    open_: list[int] = []
    for token in code(call):
        if token.text == "(":
            open_.append(token.start)
        elif token.text == ")" and open_:
            at = open_.pop()
            if token.end == len(call):
                return at
    return None


def indexed_version(subject: Subject, usr: str) -> str:
    """A device function with the indices as its first parameters. Raises Unsuited."""
    versions, function = subject.indexed_functions, subject.functions[usr]
    if not function.is_written:
        raise Unsuited(function.name_span, f"'{function.name}', which a macro spells, uses built-in indices")
    if function.name in subject.unit.once(macros_of):
        raise Unsuited(function.name_span, f"'{function.name}' uses built-in indices, and a macro has its name")
    if function.is_member and is_constructor(function):
        raise Unsuited(function.name_span, f"'{function.name}', a constructor, uses built-in indices")
    if not function.name.isidentifier() and not _CALL_OPERATOR.search(function.usr):
        raise Unsuited(function.name_span, f"'{function.name}', an operator, uses built-in indices")
    if "@FT@" in function.usr and function.template is None:  # of a class template's instance
        raise Unsuited(function.name_span, f"'{function.name}', a template in another, uses built-in indices")
    if function.is_member and any(_holds(f, function) for f in subject.functions.values()):
        raise Unsuited(function.name_span, f"'{function.name}', of a class in a function, uses built-in indices")
    if any(span.path != function.span.path for span, _ in function.declared) and _is_of_one_unit(function):
        why = f"'{function.name}', which other units define too, uses built-in indices"
        raise Unsuited(function.name_span, why)
    if subject.effects.specialised(function):
        raise Unsuited(function.name_span, f"'{function.name}' uses built-in indices, and has specialisations")
    if any(n.kind is Kind.BUILTIN or n.callee in versions for d in function.defaults for n in d.walk()):
        raise Unsuited(function.name_span, f"a default argument of '{function.name}' uses built-in indices")
    if any(v.name in INDICES for v in function.variables.values()):
        raise Unsuited(function.name_span, f"'{function.name}' uses built-in indices, and has variables of their names")
    for refusal in included(function):
        raise Unsuited(refusal.span, refusal.why)
    quote = Quote(subject.unit.by_path[function.span.path], subject.unit.left_out_of_bodies)
    head = quote.text(function.span.start, function.body.span.start)
    if function.is_member and _VIRTUAL & {t.text for t in code(head)}:
        raise Unsuited(function.name_span, f"'{function.name}', which is virtual, uses built-in indices")
    edits = [
        *_head(function, versions[usr], function.name_span.start, quote),
        *handed(function.body, versions, quote),
    ]
    return quote.text(function.span.start, function.span.end, edits) + "\n"


def _is_of_one_unit(function: Function) -> bool:
    """Whether each unit has a function of its own of that name: clang's identity has the file then."""
    return not function.usr.startswith("c:@")


def _holds(outer: Function, inner: Function) -> bool:
    one, other = outer.body.span, inner.span
    return one.path == other.path and one.start < other.start and other.end <= one.end


def declarations(subject: Subject, usr: str) -> Iterator[Edit]:
    """Declarations of such a version behind those of the function."""
    function, users = subject.in_users_text(usr), subject.users
    for span, name in function.declared:
        source = users.by_path[span.path]
        quote = Quote(source, users.left_out_of_bodies)
        end = source.text.find(";", span.end) + 1
        if end and source.text.startswith(function.name, name):
            head = _head(function, subject.indexed_functions[usr], name, quote)
            yield Edit(source.span(end, end), f"\n{quote.text(span.start, span.end, list(head))};", RULE)


def _head(function: Function, version: str, name: int, quote: Quote) -> Iterator[Replacement]:
    """Edits of a declaration, in which the function's name begins at an offset."""
    listed = ", ".join(f"const {kind} {given}" for kind, given in zip(_TYPES, INDICES, strict=True))
    end = name + len(function.name)
    opening = quote.source.text.index("(", end)
    yield name, end, version.rpartition("::")[2]
    yield opening, opening + 1, f"({listed}{', ' if function.parameters else ''}"
