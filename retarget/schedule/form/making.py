"""Variables that instances have of their own, made where their declarations stood.

    int n = v;   -->   n = v;
    T x = v;     -->   ::new (&x) T(v);
                       ::new (&x) retarget::Braced<T>{v};   where constructors are explicit: `=` takes none of these,
                                                            and neither do the braces of what holds a T alone
    T x = {a};   -->   ::new (&x) T{a};
    T x(a, b);   -->   ::new (&x) T(a, b);
    T x[2] = {a, b};   -->   ::new (&x) retarget::Braced<T[2]>{{a, b}};

Legal: what is made anew is what the declaration made. An object that no assignment of the user's changes, and whose
constructor keeps no address, is assigned as a number is.
"""

from __future__ import annotations

from retarget.analysis.by_component import VECTOR
from retarget.schedule.form.spelling import SCALAR, one_line, plain_type
from retarget.unit.tree import Kind, Node, Variable

_NAMELESS = frozenset({Kind.LITERAL, Kind.LIST, Kind.BINARY, Kind.UNARY, Kind.NONE})


def is_object(canonical: str) -> bool:
    """Whether a value of a type, as clang spells it, may be more than its bits; of an array, its elements. No program
    says what it is to assign one of CUDA's vectors."""
    kind = canonical.partition("[")[0].strip()
    plain = kind.removeprefix("const ").removeprefix("volatile ")
    return not (SCALAR.fullmatch(kind) or VECTOR.fullmatch(plain) or plain == "dim3")


def may_hold_address(value: Node) -> bool:
    """Whether a member's initial value may be an address in the object that is made: it names something."""
    return any(n.kind not in _NAMELESS for n in value.walk())


def has_rooms(variable: Variable) -> bool:
    """Whether objects of a type that has no default can be kept: one by one, and of a type that has a name."""
    return not variable.is_array and is_object(variable.canonical)


def rooms_of(variable: Variable, name: str, count: str) -> str:
    """The declaration of room for an object of each instance."""
    return f"retarget::Rooms<{plain_type(variable)}, {count}> {name}"


def is_spelled(tail: str) -> bool:
    """Whether what follows a declared name shows which form of initialisation it is: a macro may be any."""
    return tail[:1] in ("", "=", "(", "{")


def made_in_place(variable: Variable, place: str, tail: str, has_explicit: bool) -> str:
    """The statement that makes an object at a place. tail: what follows its name in the declaration; has_explicit:
    whether there may be constructors that `=` does not take."""
    kind, value = plain_type(variable), one_line(tail.removeprefix("=").strip())
    if tail.startswith("=") and not value.startswith("{"):
        made = f"retarget::Braced<{kind}>{{{value}}}" if has_explicit else f"{kind}({value})"
    else:
        made = f"{kind}{value or '()'}"
    return f"::new (&{place}) {made};"


def array_made_in_place(place: str, value: str) -> str:
    """The same of an array, by its list in braces."""
    return f"::new (&{place}) retarget::Braced<retarget::Declared<decltype({place})>>{{{one_line(value)}}};"


def assigned_value(variable: Variable, tail: str) -> str:
    """The value that a variable is assigned in the place of its declaration."""
    kind, value = plain_type(variable), one_line(tail.removeprefix("=").strip())
    has_word = ("<" in kind or " " not in kind) and "*" not in kind  # `unsigned int(v)` is none
    if value.startswith("{"):
        return f"{kind}{value}" if has_word else value
    if tail.startswith("="):
        return value
    return f"{kind}{value}" if has_word else f"static_cast<{kind}>{value}"
