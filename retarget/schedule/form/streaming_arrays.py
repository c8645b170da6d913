"""Which accesses stream: arrays that a kernel writes and does not read, or reads and does not write, once each."""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis.assignments import parameter
from retarget.analysis.lvalues import is_memory, root
from retarget.analysis.macros import beyond_expressions
from retarget.schedule.form.parting import is_written_apart
from retarget.schedule.form.subject import Subject
from retarget.source.lexer import code
from retarget.unit.tree import LOOPS, STATEMENTS, Kind, Node, Storage

# What __stcs and __ldcs take, less const.
TYPES = frozenset({
    "char", "signed char", "short", "int", "long", "long long", "unsigned char", "unsigned short", "unsigned int",
    "unsigned long", "unsigned long long", "float", "double", "char2", "char4", "short2", "short4", "int2", "int4",
    "uchar2", "uchar4", "ushort2", "ushort4", "uint2", "uint4", "longlong2", "ulonglong2", "float2", "float4",
    "double2",
})  # fmt: skip


def streamed_stores(subject: Subject) -> tuple[Node, ...]:
    """Assignments, with `=`, of elements of arrays that the kernel does not read."""
    read = {root(n).variable for n in _accesses(subject, subject.done.loads)}
    loose, text = beyond_expressions(subject.unit), subject.quote.source.text
    made = []
    for node in _assignments(subject.function.body):
        target = node.parts[0]
        if node.name != "=" or not is_written_apart(node, subject.quote.source):
            continue
        if loose and any(t.text in loose for t in code(text[node.span.start : node.span.end])):
            continue  # what stands behind the value there is no part of it
        if _is_global_element(target, subject) and root(target).variable not in read:
            made.append(node)
    return tuple(made)


def streamed_loads(subject: Subject) -> tuple[Node, ...]:
    """Elements of arrays that the kernel reads in one place only, outside of loops, and does not write."""
    written = {root(n).variable for n in _accesses(subject, subject.done.stores)}
    loads = [n for n in _accesses(subject, subject.done.loads) if _is_global_element(n, subject)]
    in_loops = {id(n) for loop in subject.function.body.of(*LOOPS) for n in loop.walk()}
    names = [root(n).variable for n in loads]
    read = {id(n) for n in _values(subject.function.body, True, subject)}
    return tuple(
        n
        for n in loads
        if names.count(root(n).variable) == 1 and root(n).variable not in written and id(n) in read - in_loops
    )


def _values(node: Node, is_read: bool, subject: Subject) -> Iterator[Node]:
    """The expressions below a node of which the value alone counts: nothing keeps their place. is_read: whether that is
    so of the node."""
    if is_read or node.casts:
        yield node
    for at, part in enumerate(node.parts):
        yield from _values(part, _is_read(node, at, is_read, subject), subject)


def _is_read(node: Node, at: int, is_read: bool, subject: Subject) -> bool:
    """Whether of an operand the value alone counts. is_read: whether that is so of the whole."""
    match node.kind:
        case Kind.RETURN | Kind.EACH | Kind.LAMBDA:
            return False
        case Kind.VARIABLE:
            variable = subject.function.variables.get(node.variable)
            return variable is not None and variable.is_plain  # another may keep a reference, or an address
        case Kind.BINARY:
            return node.name != "," or (at == 1 and is_read)
        case Kind.ASSIGN | Kind.INDEX:
            return at == 1 and not node.callee
        case Kind.UNARY:
            return node.name in ("-", "+", "!", "~") and not node.callee
        case Kind.CONDITIONAL:
            return at == 0 or is_read
        case Kind.CALL:
            taken = [parameter(node, node.parts[at], f) for f in subject.effects.meant(node)]
            is_cudas = not taken and not node.callee and "." in node.home
            return is_cudas or (bool(taken) and all(p is not None and not p.is_reference for p in taken))
        case _:
            return node.kind in STATEMENTS


def _assignments(node: Node) -> Iterator[Node]:
    """Assignments that are statements: nobody takes their value."""
    for part in node.parts:
        if part.kind is Kind.ASSIGN and node.kind in STATEMENTS:
            yield part
        elif part.kind in STATEMENTS:
            yield from _assignments(part)


def _accesses(subject: Subject, nodes: tuple[Node, ...]) -> Iterator[Node]:
    return (n for n in nodes if n.kind in (Kind.INDEX, Kind.UNARY, Kind.NAME, Kind.MEMBER))


def _is_global_element(node: Node, subject: Subject) -> bool:
    """Whether an lvalue is an element `a[i]` of an array in global memory, of a type that streams."""
    if node.kind is not Kind.INDEX or node.name == "overloaded" or not is_memory(node, subject.function.variables):
        return False
    base = node.parts[0]
    variable = subject.function.variables.get(base.variable) if base.kind is Kind.NAME else None
    if variable is None or not variable.is_pointer or variable.storage is not Storage.PARAMETER:
        return False
    source, span = subject.quote.source, node.span
    written = source.text[span.start : span.end] if span.path == source.path else ""
    if not written.startswith(variable.name) or not written.endswith("]"):
        return False  # a macro spells it, and may spell more
    kind = node.type.removeprefix("const ")
    return (kind in TYPES or kind.startswith("type-parameter-")) and "volatile" not in variable.canonical
