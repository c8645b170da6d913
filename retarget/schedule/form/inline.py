"""Calls of device functions that hold barriers, replaced by the functions' bodies, in a text that only the coarsened
kernel is made of.

    x = sum_of_block(v, s);      -->      float result_1; { float a = v; float* s_1 = s; ...body...; result_1 = a; }
                                          x = result_1;

Legal: the call is a statement, the right-hand side of one, initialises the variable of one, or may run in front of one
(`calls_in_front.py`); the function is not recursive, and returns at its end only; what it names means the same in the
kernel. Arguments are evaluated once, in front of the body.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from retarget.analysis.effects import EffectsOf
from retarget.schedule.form.calls_in_front import InFront
from retarget.schedule.form.captured import Inlined, Texts
from retarget.schedule.form.expanding import macros_of, statements_of
from retarget.schedule.form.fresh import Names
from retarget.schedule.form.kept import KeptShared, Lists, has_memory, inlinings, kept_shared, statics
from retarget.schedule.form.making import is_object
from retarget.schedule.form.quote import Quote, called_name
from retarget.schedule.form.redefined import redefined
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import RULE, Unsuited
from retarget.source.lexer import NAME, Token, parted_at_default, tokens
from retarget.source.text import Edit, Related, Span
from retarget.unit import Unit
from retarget.unit.tree import STATEMENTS, Function, Kind, Node, Storage

_OWN = (Storage.PARAMETER, Storage.LOCAL, Storage.SHARED, Storage.DYNAMIC)
_BARE = re.compile(r"^(?:const )?(\w+)(?: const)?\s*[*&]*$")


class _CallSite(Struct, frozen=True):
    """A statement, and a call in it that can run in front of what else it does, but for what it reads before."""

    statement: Node
    call: Node
    before: tuple[Node, ...] = ()


class _InlinedCall(Struct, frozen=True):
    """What stands for a call. edits: the first one holds the function's text; renamed: its variables' new names;
    kept: where it has shared memory that other calls share."""

    site: _CallSite
    edits: tuple[Edit, ...]
    renamed: Mapping[str, str]
    kept: KeptShared | None


def inlining(subject: Subject) -> tuple[Edit, ...]:
    """Edits of the unit's text that inline each call with a barrier into a kernel; none where it has no such call.
    Raises Unsuited."""
    texts = _texts(subject)
    known = {v.name for v in subject.function.variables.values()}
    new = [t.kept for t in texts if t.kept and known.isdisjoint(t.kept.names.values())]
    declared = [line for memory in new for line in memory.declarations]
    at = subject.function.body.span.start + 1
    top = "".join(f"\n    {line}" for line in dict.fromkeys(declared))
    own = [Edit(Span(subject.function.span.path, at, at), f"{top}\n", RULE)] if declared else []
    return (*own, *(e for t in texts for e in t.edits))


def meaning(subject: Subject, after: tuple[Unit, Function], edits: Sequence[Edit]) -> None:
    """Raises Unsuited where a name of what such edits of a kernel inlined, among others of its text, means something
    else there."""
    called = subject.functions
    own = [
        Inlined(t.site.call, called[t.site.call.callee], t.renamed, t.edits[0],
                frozenset(t.kept.names.values() if t.kept else ()))
        for t in _texts(subject)
    ]  # fmt: skip
    unit, functions = subject.unit, {f.usr: f for f in after[0].functions}
    texts = Texts(subject.function, after[1], unit.by_path, edits, functions)
    if found := texts.captured(own):
        call, name = found
        raise Unsuited(call.span, f"'{call.name}' holds a barrier, and '{name}' means something else here")


def _texts(subject: Subject) -> list[_InlinedCall]:
    lists, names = _shared_by_calls(subject), Names(subject.taken)
    sites = _sites(subject.function.body, subject)
    return [_inlined(subject, site, number, names, lists) for number, site in enumerate(sites, 1)]


def has_inner_barrier(call: Node, effects: EffectsOf) -> bool:
    inner = effects.functions.get(call.callee)
    if call.kind is not Kind.CALL or inner is None:
        return False
    done = effects.function(inner)
    return bool(done.barriers or done.votes) and not done.recursion


def _sites(node: Node, subject: Subject) -> Iterator[_CallSite]:
    in_front = InFront(subject, lambda call: has_inner_barrier(call, subject.effects))
    bodies = statements_of(node)
    for part in node.parts:
        calls = [c for c in part.of(Kind.CALL) if has_inner_barrier(c, subject.effects)]
        if not calls:
            continue
        if part.kind in STATEMENTS and part.kind is not Kind.DECLARE:
            yield from _sites(part, subject)
            continue
        is_statement = any(part is b for b in bodies)
        is_all = _is_made_of(part, calls[0])
        if not is_statement or not (is_all or in_front.of(part, calls[0])):
            why = f"'{calls[0].name}' holds a barrier, and its call is part of a larger expression"
            raise Unsuited(calls[0].span, why)
        yield _CallSite(part, calls[0], () if is_all else in_front.read_before(part, calls[0]))


def _is_made_of(statement: Node, call: Node) -> bool:
    if statement.kind is Kind.DECLARE:
        return len(statement.parts) == 1 and statement.parts[0].parts[:1] == (call,)
    return statement is call or (statement.kind is Kind.ASSIGN and statement.parts[1] is call)


def _inlined(subject: Subject, site: _CallSite, number: int, names: Names, lists: Lists) -> _InlinedCall:
    unit, call = subject.unit, site.call
    inner, source = subject.functions[call.callee], unit.by_path[subject.function.span.path]
    if inner.is_member or len(call.parts) != len(inner.parameters):
        raise Unsuited(call.span, f"'{inner.name}' holds a barrier, and cannot be inlined here")
    if not inner.is_written:
        raise Unsuited(call.span, f"'{inner.name}' holds a barrier, and a macro spells it")
    if static := next(statics((inner,)), None):
        where = Related(static, "this")
        raise Unsuited(call.span, f"'{inner.name}' holds a barrier, and declares what outlives the call", where)
    returns = list(inner.body.of(Kind.RETURN))
    last = inner.body.parts[-1] if inner.body.parts else None
    if any(r is not last for r in returns):
        raise Unsuited(returns[0].span, f"'{inner.name}' holds a barrier, and returns before its end")
    own, quote = (Quote(s, unit.left_out_of_bodies) for s in (unit.by_path[inner.span.path], source))
    if not called_name(call, source.text) or call.name in unit.once(macros_of):
        raise Unsuited(call.span, f"'{inner.name}' holds a barrier, and this call of it is not spelled as a call")
    if hidden := _unseen(subject, inner, own):
        raise Unsuited(call.span, f"'{inner.name}' holds a barrier, and '{hidden}' means something else here")
    if macro := redefined(inner, unit, call.span):
        raise Unsuited(call.span, f"'{inner.name}' holds a barrier, and '{macro}' is another macro here")
    given = _template_arguments(subject, unit, inner, call)
    memory = None
    if inner.usr in lists:
        known, is_known = lists[inner.usr], _Types.of(subject).is_known
        memory = kept_shared(inner, given, known, own, call, subject.lasting, _substituted, is_known)
    renamed = _renamed(subject, inner, number, names) | dict(memory.names if memory else {})
    gone = memory.gone if memory else ()

    def named(text: str) -> str:
        return _substituted(text, given | renamed)

    if subject.effects.has_copies and inner.result != "void" and is_object(named(inner.result)):
        raise Unsuited(call.span, f"'{inner.name}' holds a barrier, and what it returns may not be assigned")
    result = names(f"result_{number}")
    kept = {node: names(f"before_{number}_{at}") for at, node in enumerate(site.before, 1)}
    lines = [f"{_constant(n.type)} {name} = {quote.text(n.span.start, n.span.end)};" for n, name in kept.items()]
    if inner.result != "void":
        lines.append(f"{named(inner.result)} {result};")
    lines.append("{")
    for span, argument in zip(inner.parameter_spans, call.parts, strict=True):
        declared, default = parted_at_default(named(own.text(span.start, span.end)))
        if argument.outer.start > call.span.start:
            lines.append(f"{declared} = {quote.text(argument.outer.start, argument.outer.end)};")
        elif default:  # to clang, what is not written stands where the call does
            lines.append(f"{declared} {default};")
        else:
            why = f"'{inner.name}' holds a barrier, and has a default argument where it is declared"
            raise Unsuited(call.span, why)
    for node in inner.body.parts:
        if node.kind is Kind.RETURN:
            value = own.text(node.parts[0].outer.start, node.parts[0].outer.end) if node.parts else ""
            lines += [f"{result} = {named(value)};"] if value else []
        else:
            lines += own.leading(node.span.start)
            lines += [named(l) for l in own.dedented(node.span.start, own.end(node), gone)]
    lines.append("}")
    start, end = site.statement.span.start, quote.end(site.statement)
    read = [Edit(source.span(n.span.start, n.span.end), name, RULE) for n, name in kept.items()]
    into = (*read, Edit(source.span(call.span.start, call.span.end), result, RULE))
    edits: tuple[Edit, ...]
    if site.statement is call:
        edits = (Edit(source.span(start, end), "{\n" + "\n".join(lines) + "\n}", RULE),)
    elif site.statement.kind is Kind.DECLARE:
        edits = (Edit(source.span(start, start), "\n".join(lines) + "\n", RULE), *into)
    else:
        opening = Edit(source.span(start, start), "{\n" + "\n".join(lines) + "\n", RULE)
        edits = (opening, *into, Edit(source.span(end, end), "\n}", RULE))
    return _InlinedCall(site, edits, renamed, memory)


def _constant(kind: str) -> str:
    return f"{kind} const" if "*" in kind else f"const {kind.removeprefix('const ')}"


def _renamed(subject: Subject, inner: Function, number: int, names: Names) -> dict[str, str]:
    """The names that variables of a function get where the kernel has theirs."""
    kernel = subject.function
    taken = {v.name for v in kernel.variables.values()}
    own = (v.name for v in inner.variables.values() if v.name in taken and v.storage in _OWN)
    return {name: names(f"{name}_{number}") for name in dict.fromkeys(own)}


def _unseen(subject: Subject, inner: Function, quote: Quote) -> str | None:
    """A word of a function's, outside of what clang's tree shows (such as extents of arrays), that the kernel has as a
    name of its own."""
    kernel, macros = subject.function, subject.unit.once(macros_of)
    words = set(_free_names(tokens(quote.text(inner.span.start, inner.span.end))))
    queue = list(words)
    while queue:
        macro = macros.get(queue.pop())
        more = set(_free_names(macro.words if macro else ())) - words
        words |= more
        queue += more
    theirs = {v.name for v in kernel.variables.values() if v.storage in _OWN} | set(kernel.template_names)
    seen = {v.name for v in inner.variables.values()} | {n.name for n in inner.body.walk()}
    return min((words & theirs) - seen - set(inner.template_names), default=None)


def _free_names(listed: Sequence[Token]) -> Iterator[str]:
    """Names that are no members."""
    before = ""
    for token in listed:
        if token.kind == NAME and before not in (".", "->", "::"):
            yield token.text
        before = token.text


def _shared_by_calls(subject: Subject) -> Lists:
    """By function that has shared memory of its own and is inlined several times: the template arguments, as text, that
    it is called with; none where they are not known. Of the user's text, whatever of it is inlined already."""
    unit, effects, kernel = subject.users, subject.users_effects, subject.written
    counted = inlinings(kernel.body, effects, lambda call: has_inner_barrier(call, effects))
    several = [f for usr, n in counted.items() if n > 1 and has_memory(f := effects.functions[usr])]
    found: dict[str, set[tuple[str, ...]]] = {}
    done: set[tuple[str, tuple[str, ...]]] = set()

    def visit(body: Node, outer: Mapping[str, str]) -> None:
        for call in (c for c in body.of(Kind.CALL) if has_inner_barrier(c, effects)):
            inner = effects.functions[call.callee]
            given = {t: _substituted(a, outer) for t, a in _template_arguments(subject, unit, inner, call).items()}
            key = tuple(given[t] for t in inner.template_names)
            found.setdefault(inner.usr, set()).add(key)
            if (inner.usr, key) not in done:
                done.add((inner.usr, key))
                visit(inner.body, given)

    if any(f.template_names for f in several):
        try:
            visit(kernel.body, {})
        except Unsuited:
            found.clear()
    return {f.usr: frozenset(found.get(f.usr, ()) if f.template_names else {()}) for f in several}


class _Types(Struct, frozen=True):
    """Classes of the user's, by their methods: functors have some. functions: by clang's identity."""

    unit: Unit
    functions: Mapping[str, Function]

    @classmethod
    def of(cls, subject: Subject) -> _Types:
        return cls(subject.users, subject.users_effects.functions)

    def is_known(self, name: str) -> bool:
        """Whether a name, as clang spells a canonical type, is that of one class alone, at namespace scope."""
        *spaces, own = name.split("::")
        other = re.compile(rf"\b(using|class|typename) {own} ?[=,>]|\b{own} ?;|# ?define {own}\b")
        if not own.isidentifier() or any(other.search(" ".join(s.text.split())) for s in self.unit.sources):
            return False
        place = "".join(f"@N@{space}" for space in spaces) + f"@S@{own}@F@"
        among = [usr for usr in self.functions if f"@S@{own}@F@" in usr]
        return bool(among) and all(usr.startswith(f"c:{place}") for usr in among)


def _template_arguments(subject: Subject, unit: Unit, inner: Function, call: Node) -> dict[str, str]:
    """The texts that stand for a function's template parameters: those that the call gives, and types of arguments; of
    a class that has one name, this."""
    text = unit.text(call.span)
    given = re.match(rf"[\w:]*{re.escape(inner.name)}\s*<(.*?)>\s*\(", text, re.DOTALL)
    explicit = [p.strip() for p in given[1].split(",")] if given else []
    found = dict(zip(inner.template_names, explicit, strict=False))
    types = _Types.of(subject)
    for parameter, argument in zip(inner.parameters, call.parts, strict=True):
        bare = _BARE.match(parameter.type)
        if bare and bare[1] in inner.template_names and bare[1] not in found:
            kind = argument.type.removeprefix("const ")
            spelled = argument.spelled.removeprefix("const ").rstrip("*& ").partition("[")[0].strip()
            if types.is_known(kind):
                found[bare[1]] = kind
            elif spelled and "dependent" not in spelled and "auto" not in spelled:
                found[bare[1]] = spelled
    missing = [t for t in inner.template_names if t not in found]
    if missing:
        raise Unsuited(
            call.span, f"'{inner.name}' holds a barrier, and its template argument {missing[0]} is not written here"
        )
    return found


def _substituted(text: str, given: Mapping[str, str]) -> str:
    """A text with names replaced by others, on tokens."""
    if not given:
        return text
    parts, at, before = [], 0, ""
    for token in tokens(text):
        is_name = token.kind == NAME and token.text in given and before not in (".", "->", "::")
        before = token.text
        if is_name:
            parts += [text[at : token.start], given[token.text]]
            at = token.end
    return "".join([*parts, text[at:]])
