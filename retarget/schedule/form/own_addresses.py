"""Objects whose address the program tells itself, by an `operator&` of its own.

    Handle& r = h;   -->   Handle* r_[instances]; ... r_[instance] = &(h);

Legal: no object of a kernel is of a class for which `&` may be such a function. What no code calls is in no tree: the
tokens of the unit's files tell of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from retarget.schedule.form.making import is_object
from retarget.source.brackets import BRACES, closing, turn
from retarget.source.lexer import Token, code
from retarget.source.text import Span
from retarget.unit import Unit
from retarget.unit.tree import Function

_CLASSES = frozenset({"struct", "class", "union"})


def own_addresses(function: Function, unit: Unit) -> Iterator[Span]:
    """Where a function declares objects that may tell another address than theirs."""
    if unit.once(_tells):
        yield from (v.span for v in function.variables.values() if is_object(v.canonical.rstrip(" &")))


def _tells(unit: Unit) -> bool:
    return any(_has_operator(code(s.text)) for s in unit.sources if "operator" in s.text)


def _has_operator(listed: Sequence[Token]) -> bool:
    """Whether an `operator&` has one operand: no parameter in a class, one elsewhere and of a friend."""
    for at, token in enumerate(listed[:-3]):
        if token.text != "operator" or [t.text for t in listed[at + 1 : at + 3]] != ["&", "("]:
            continue
        end = closing(listed, at + 2, own_directive=False)
        given = [t.text for t in listed[at + 3 : end]]
        if given in ([], ["void"]) or ("," not in given and not _is_member(listed, at)):
            return True
    return False


def _is_member(listed: Sequence[Token], at: int) -> bool:
    first, depth = at, 0
    while first > 0 and listed[first - 1].text not in (";", "{", "}"):
        first -= 1
    if "friend" in {t.text for t in listed[first:at]}:
        return False
    for i in range(first - 1, -1, -1):
        depth -= turn(listed[i].text, BRACES)
        if depth < 0:
            begin = i
            while begin > 0 and listed[begin - 1].text not in (";", "{", "}"):
                begin -= 1
            return not _CLASSES.isdisjoint(t.text for t in listed[begin:i])
    return False
