"""Functions that run with objects or in instances of templates, and that no call shows: what they may do.

    struct Pair { Own a, b; };   p = q;      the compiler's assignment runs that of `Own`
    template <class T> ... c[i]++            what `++` does, an instance says

Legal: one of the user's changes its object alone; one of a library is known to compute.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.analysis import device_calls, thread_groups
from retarget.analysis.effects import Effects
from retarget.schedule.refusal import Refusal
from retarget.unit.tree import Function, Kind, Node, Storage, library_function

THIS = "CXX_THIS_EXPR"  # as clang names `this`


def of_libraries(function: Function) -> Iterator[Refusal]:
    """Functions of libraries that run in a function, and of which nothing is known."""
    for home, name in sorted(filter(None, map(library_function, function.unshown))):
        if home != thread_groups.HEADER and not device_calls.computes(name, home):  # of groups, types tell
            why = f"no call shows that '{name}' of {home} runs here, and retarget does not know what it does"
            yield Refusal(function.name_span, why)


def uses_place(done: Effects) -> bool:
    """Whether a function would have to be changed with the kernel that calls it."""
    return bool(done.builtins or done.indexed_calls or done.synchronises or done.warp_operations)


def only_computes(function: Function, done: Effects) -> bool:
    """Whether a function changes its object alone, and asks for nothing but its arguments."""
    is_operator = function.name.startswith("operator") and not function.name[8:9].isspace()  # else a conversion
    # That `a += b` changes `a`, and that `a[i]` may be an element in memory, a template's tree shows.
    handed = function.parameters[is_operator and not function.is_member :]
    given = any(p.is_reference and not p.canonical.startswith("const ") for p in handed)
    more = done.atomics or done.volatiles or done.impure or done.recursion or done.unknown
    accesses = () if is_operator and function.name != "operator=" else (*done.loads, *done.stores)
    return not (given or more or uses_place(done)) and all(_is_of_objects(n, function) for n in accesses)


def _is_of_objects(node: Node, function: Function) -> bool:
    """Whether an access stays in the object of a method, in one that is handed to it by reference, or in a variable."""
    while node.name != THIS:
        if node.kind is Kind.NAME:
            variable = function.variables.get(node.variable)
            return variable is not None and variable.storage in (Storage.PARAMETER, Storage.LOCAL)
        if node.kind is Kind.MEMBER and not node.parts:
            return True
        inside = node.parts[0] if node.kind in (Kind.MEMBER, Kind.INDEX, Kind.UNARY) and node.parts else None
        if inside is None or (inside.type.endswith("*") and inside.name != THIS):
            return False
        node = inside
    return True
