"""Arguments of a case, against the parameters of the kernel: packed as they lie in memory, or refused."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from msgspec import Struct

from retarget.analysis.lvalues import root
from retarget.capture.typed_ranges import NumberLayout
from retarget.capture.typed_ranges import plain as numbers
from retarget.case import Case, CaseError
from retarget.schedule.form.subject import Subject
from retarget.targets.device import Array, Extents
from retarget.unit.tree import Kind, TypeLayout, Variable

_DTYPES = {
    "double": "f8", "float": "f4", "__half": "f2", "bool": "?", "char": "i1", "signed char": "i1",
    "unsigned char": "u1", "short": "i2", "unsigned short": "u2", "int": "i4", "unsigned int": "u4", "long": "i8",
    "unsigned long": "u8", "long long": "i8", "unsigned long long": "u8", "_Float16": "f2",
}  # fmt: skip
_SPELLED = {"unsigned": "unsigned int", "half": "__half", "size_t": "unsigned long"}
_LIMITS = {"grid": (2**31 - 1, 65535, 65535), "block": (1024, 1024, 64)}


class KernelParameter(Struct, frozen=True):
    """A parameter of a kernel. type: canonical, with the arguments of its template; dtype: of numpy, for what is
    passed, or pointed to; None where numpy has none of that kind. bytes: of a value that is passed, where known.
    element: what a pointer leads to, where that is known; inner: of an object that is passed, the offsets of its
    pointers, and what each leads to."""

    name: str
    type: str
    is_pointer: bool
    dtype: str | None
    is_read: bool
    is_written: bool
    bytes: int | None = None
    element: NumberLayout | None = None
    inner: tuple[tuple[int, NumberLayout | None], ...] = ()


class Buffer(Struct, frozen=True):
    """An array that is passed. is_read: whether the kernel may read it; is_compared: whether its contents count."""

    name: str
    data: Array
    is_read: bool
    is_written: bool
    is_compared: bool


class Ready(Struct, frozen=True):
    """A case that fits the kernel. arguments: buffers, and other values as they lie in memory."""

    name: str
    grid: Extents
    block: Extents
    shared: int
    arguments: tuple[Buffer | bytes, ...]
    expected: dict[str, Array]
    relative: float | None
    absolute: float | None


def parameters(subject: Subject, given: Sequence[str]) -> tuple[KernelParameter, ...]:
    """Of a kernel, or of its template's instance with these arguments."""
    return tuple(_parameter(subject, v, given) for v in subject.function.parameters)


def _parameter(subject: Subject, variable: Variable, given: Sequence[str]) -> KernelParameter:
    def argument(found: re.Match[str]) -> str:
        at = int(found[1])
        return _SPELLED.get(given[at], given[at]) if at < len(given) else found[0]

    canonical = re.sub(r"type-parameter-0-(\d+)", argument, variable.canonical)
    text = re.sub(r"\b(__restrict(__)?|volatile)\b", "", canonical).strip()
    text = re.sub(r"\s*\bconst$", "", text).strip()
    if not text.endswith("*"):
        plain = text.removeprefix("const ").strip()
        dtype, inner = _DTYPES.get(plain), _inner(variable)
        return KernelParameter(variable.name, canonical, False, dtype, True, False, variable.bytes, None, inner)
    pointee = text[:-1].strip()
    plain = re.sub(r"^const\b|\bconst$", "", pointee).strip()
    is_written = plain == pointee
    is_read = not is_written or not _is_only_written(subject, variable)
    dtype = _DTYPES.get(plain)
    element = numbers(dtype) if dtype else _element(variable.layout)
    return KernelParameter(variable.name, canonical, True, dtype, is_read, is_written, None, element)


def _element(layout: TypeLayout | None) -> NumberLayout | None:
    """Objects whose members are all numbers or addresses of known kinds."""
    if layout is None:
        return None
    fields = [(at, "u8" if t.endswith("*") else _DTYPES.get(t.removeprefix("const "), "")) for at, t in layout.members]
    return NumberLayout(layout.size, tuple(fields)) if fields and all(f for _, f in fields) else None


def _inner(variable: Variable) -> tuple[tuple[int, NumberLayout | None], ...]:
    members = variable.layout.members if variable.layout else ()
    pointers = [(at, t.removesuffix("*").replace("const", "").strip()) for at, t in members if t.endswith("*")]
    return tuple((at, numbers(_DTYPES[t]) if t in _DTYPES else None) for at, t in pointers)


def _is_only_written(subject: Subject, variable: Variable) -> bool:
    """Whether all that a kernel does with a pointer is to store elements `p[i] = ...`."""
    named = sum(n.variable == variable.key for n in subject.function.body.of(Kind.NAME))
    stores = [n for n in subject.done.stores if n.kind is Kind.INDEX and n.name != "overloaded"]
    stored = {(n.span.start, n.span.end) for n in stores if n.parts[0].variable == variable.key}
    read = any(root(n).variable == variable.key for n in subject.done.loads)
    return bool(stored) and len(stored) == named and not read


def ready(case: Case, kernel: str, expects: Sequence[KernelParameter], path: str) -> Ready:
    """Checks a case against the kernel's parameters. Raises CaseError."""
    place = f"{path}: case '{case.name}'"
    _refuse_kinds(case, kernel, place)
    if len(case.arguments) != len(expects):
        listed = ", ".join(f"{p.type} {p.name}" for p in expects)
        raise CaseError(f"{place}: {len(case.arguments)} arguments, but {kernel} takes {len(expects)}: ({listed})")
    pointers = [p.name for p in expects if p.is_pointer]
    for name in (*(case.outputs or ()), *case.expected):
        if name not in pointers:
            raise CaseError(f"{place}: '{name}' is no array of {kernel}: they are {', '.join(pointers)}")
    made = []
    for at, (parameter, value) in enumerate(zip(expects, case.arguments, strict=True), 1):
        where = f"{place}: argument {at}, '{parameter.type} {parameter.name}'"
        if parameter.is_pointer:
            counts = parameter.is_written if case.outputs is None else parameter.name in case.outputs
            made.append(_buffer(parameter, value, counts, where))
        else:
            made.append(_value(parameter, value, where))
    arrays = {a.name: a.data for a in made if isinstance(a, Buffer)}
    expected = {n: _expected(arrays.get(n), v, f"{place}: expected '{n}'") for n, v in case.expected.items()}
    grid, block = (_extents(v, n, place) for n, v in (("grid", case.grid), ("block", case.block)))
    if np.prod(block) > 1024:
        raise CaseError(f"{place}: block {block} has more than 1024 threads")
    if not isinstance(case.shared, int) or case.shared < 0:
        raise CaseError(f"{place}: shared is {case.shared!r}: give bytes")
    return Ready(case.name, grid, block, case.shared, tuple(made), expected, case.relative, case.absolute)


def _refuse_kinds(case: Case, kernel: str, place: str) -> None:
    """Raises CaseError for what is of another kind than a case holds."""
    if not isinstance(case.arguments, Sequence) or isinstance(case.arguments, str | bytes):
        raise CaseError(f"{place}: arguments is {case.arguments!r}: give a list of them, in the order of {kernel}")
    if isinstance(case.outputs, str) or not isinstance(case.outputs or (), Iterable):
        raise CaseError(f"{place}: outputs is {case.outputs!r}: give a list of names")
    if not isinstance(case.expected, Mapping):
        raise CaseError(f"{place}: expected is {case.expected!r}: give a dictionary of arrays, by name")
    for name, value in (("relative", case.relative), ("absolute", case.absolute)):
        if value is not None and not (isinstance(value, int | float | np.integer | np.floating) and value >= 0):
            raise CaseError(f"{place}: {name} is {value!r}: give a number from 0 on, or None")


def _extents(value: Any, what: str, place: str) -> Extents:
    given = (value,) if isinstance(value, int | np.integer) else tuple(value) if isinstance(value, Sequence) else ()
    limits = _LIMITS[what]
    whole = all(isinstance(v, int | np.integer) and 1 <= v <= most for v, most in zip(given, limits, strict=False))
    if not 1 <= len(given) <= 3 or not whole:
        raise CaseError(f"{place}: {what} is {value!r}: give one to three whole numbers, from 1 to {limits}")
    x, y, z = (*map(int, given), 1, 1)[:3]
    return x, y, z


def _buffer(parameter: KernelParameter, value: Any, counts: bool, where: str) -> Buffer | bytes:
    if value is None:
        return bytes(8)
    if not isinstance(value, np.ndarray):
        raise CaseError(f"{where}: pass a numpy array, or None, not {type(value).__name__}")
    if not value.flags.forc:
        raise CaseError(f"{where}: the array is not contiguous: pass numpy.ascontiguousarray of it")
    if value.dtype.hasobject:
        raise CaseError(f"{where}: pass an array of plain values, not of Python objects")
    if not value.size:
        raise CaseError(f"{where}: the array is empty: pass None for a null pointer")
    wanted = np.dtype(parameter.dtype) if parameter.dtype else value.dtype
    alike = value.dtype == wanted or (parameter.dtype == "i1" and value.dtype.itemsize == 1)
    if not alike:
        raise CaseError(f"{where}: pass an array of {wanted}, not of {value.dtype} (.astype(numpy.{wanted}))")
    return Buffer(parameter.name, value.ravel(order="K"), parameter.is_read, parameter.is_written, counts)


def _value(parameter: KernelParameter, value: Any, where: str) -> bytes:
    if parameter.dtype is None:
        return _raw(parameter, value, where)
    dtype = np.dtype(parameter.dtype)
    if isinstance(value, np.ndarray) or not isinstance(value, bool | int | float | np.generic):
        raise CaseError(f"{where}: pass a number ({dtype}), not {type(value).__name__}")
    if dtype.kind in "iu" and not isinstance(value, bool | int | np.integer | np.bool_):
        raise CaseError(f"{where}: pass a whole number ({dtype}), not {value!r}")
    if dtype.kind in "iu" and not np.iinfo(dtype).min <= int(value) <= np.iinfo(dtype).max:
        raise CaseError(f"{where}: {value!r} is beyond {dtype}")
    try:
        return np.array(value).astype(dtype).tobytes()
    except OverflowError:
        raise CaseError(f"{where}: {value!r} is beyond {dtype}") from None


def _raw(parameter: KernelParameter, value: Any, where: str) -> bytes:
    """A structure, as its bytes."""
    given = value if isinstance(value, bytes) else value.tobytes() if isinstance(value, np.generic) else None
    if given is None:
        raise CaseError(f"{where}: pass bytes, or a numpy value of a structure, not {type(value).__name__}")
    if parameter.bytes is not None and len(given) != parameter.bytes:
        raise CaseError(f"{where}: pass {parameter.bytes} bytes, not {len(given)}")
    return given


def _expected(array: Array | None, value: Any, where: str) -> Array:
    try:
        made = np.asarray(value)
    except ValueError:  # rows of unlike lengths
        made = np.asarray(None)
    if array is not None and made.dtype.kind in "OSU":
        raise CaseError(f"{where}: it is no array of {array.dtype}: give numbers, as many as the array has")
    if array is None or made.size != array.size:
        size = "no array" if array is None else f"an array of {array.size}"
        raise CaseError(f"{where}: {made.size} values are given for {size} elements")
    return made.ravel(order="K").astype(array.dtype, copy=False)
