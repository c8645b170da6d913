"""What memory holds by the types of the sources, and when it is the same."""

from __future__ import annotations

import numpy as np
import pytest

from retarget.capture.contents import CapturedLaunch, CapturedRegion, MemoryKind
from retarget.capture.element_types import ElementType, MemoryTypes, NumberType, Segment, TypeTable
from retarget.capture.processor_replay import SourceType
from retarget.capture.typed_memory import judge
from retarget.targets.device import Array

F4, INT, F4_POINTER, ROWS, NODE, NODE_POINTER, VOID, VOID_POINTER = range(8)
TYPES = (
    SourceType(4, None, (), "float"),
    SourceType(4, None, (), "int"),
    SourceType(8, F4, (), "float *"),
    SourceType(8, F4_POINTER, (), "float **"),
    SourceType(16, None, ((0, NODE_POINTER), (8, F4)), "Node"),
    SourceType(8, NODE, (), "Node *"),
    SourceType(0, None, (), "void"),
    SourceType(8, VOID, (), "void *"),
)
AT = 0x7000_0000_0000


def segments(
    parameters: tuple[int, ...], values: tuple[int, ...], memory: dict[int, Array]
) -> list[tuple[str, int, int, str]]:
    """Name, first and last byte, and type, of a launch with these pointers, on memory by its address."""
    regions = tuple(CapturedRegion(a, m.nbytes, MemoryKind.DEVICE, "", (), ()) for a, m in memory.items())
    arguments = np.array(values, np.uint64).tobytes().hex()
    sizes = tuple((8 * n, 8) for n in range(len(values)))
    launch = CapturedLaunch(0, "k", (1, 1, 1), (1, 1, 1), 0, 1, 1, 0, "", sizes, arguments, regions)
    held = [m.view(np.uint8) for m in memory.values()]
    types = MemoryTypes(TypeTable(TYPES), regions, held.__getitem__)
    found = types.segments(launch, parameters, [None] * len(regions), ("a", "b"))
    return [(s.name, s.first, s.end, "".join(n.dtype for n in s.element.numbers) if s.element else "?") for s in found]


def test_pointers_say_what_memory_holds() -> None:
    """Up to where another points; two of different types say nothing; one to nowhere, or to void, neither."""
    memory = {AT: np.zeros(100, np.uint8)}
    unknown = f"100 bytes at {AT:#x}"
    assert segments((F4_POINTER, F4_POINTER), (AT + 20, AT + 60), memory) == [
        (unknown, 0, 20, "?"), ("a", 20, 100, "f4"),
    ]  # fmt: skip
    assert segments((F4_POINTER, ROWS), (AT, AT + 40), memory) == [("a", 0, 40, "f4"), ("b", 40, 100, "")]
    assert segments((F4_POINTER, VOID_POINTER), (AT, AT), memory) == [("a/b", 0, 100, "?")]
    assert segments((F4_POINTER, F4_POINTER), (AT + 100, AT - 1), memory) == [(unknown, 0, 100, "?")]


def test_pointers_in_memory_are_followed() -> None:
    """Rows of a matrix; a list that leads back to its head, whose nodes lie side by side."""
    rows = np.array([AT + 4096, 0, AT + 8192], np.uint64)
    memory = {AT: rows, AT + 4096: np.zeros(4, np.float32), AT + 8192: np.zeros(4, np.float32)}
    assert segments((ROWS,), (AT,), memory) == [("a", 0, 24, ""), ("a[0]", 0, 16, "f4"), ("a[2]", 0, 16, "f4")]
    nodes = np.array([AT + 32, 0, AT, 0, AT + 16, 0], np.uint64)
    assert segments((NODE_POINTER,), (AT + 16,), {AT: nodes})[0][1:] == (0, 48, "f4")


def found(element: ElementType | None, wanted: Array, given: Array, *orders: Array) -> tuple[str, int]:
    parts = [a.view(np.uint8) for a in (wanted, given, *orders)]
    told = judge(Segment(0, 0, parts[0].size, "a", element), parts[0], parts[1], parts[2:])
    return told.fault, told.varies


FLOATS = ElementType(4, (NumberType(0, "f4"),))
INTS = ElementType(4, (NumberType(0, "i4"),))
BFLOATS = ElementType(2, (NumberType(0, "bf"),))


def test_floats_have_a_tolerance() -> None:
    wanted = np.array([1, -2, 0, np.inf, np.nan, 300], np.float32)
    assert found(FLOATS, wanted, wanted * np.float32(1 + 1e-6)) == ("", 0)
    assert found(FLOATS, wanted, wanted + np.array([0, 0, 0.1, 0, 0, 0], np.float32))[0].startswith("a[2]: 0.1 instead")
    halved = (wanted.view(np.uint32) >> 16).astype(np.uint16)
    assert found(BFLOATS, halved, halved + np.array([1, 0, 0, 0, 0, 1], np.uint16)) == ("", 0)
    assert found(BFLOATS, halved, halved + np.array([0, 9, 0, 0, 0, 0], np.uint16))[0].startswith("a[1]: ")


@pytest.mark.parametrize(("one", "other"), [(5, 6), (0, 1), (-1 << 31, 7)])
def test_whole_numbers_among_floats_have_none(one: int, other: int) -> None:
    wanted, given = np.ones(9, np.float32), np.ones(9, np.float32)
    wanted.view(np.int32)[4], given.view(np.int32)[4] = one, other
    assert found(FLOATS, wanted, given)[0].startswith("a[4]: ")


def test_bytes_of_no_known_type_have_none() -> None:
    wanted = np.arange(11, dtype=np.uint8)
    given = wanted.copy()
    given[10] = 7
    assert found(FLOATS, wanted, given)[0].startswith("a, byte 10 (of no known type): 7 instead of 10; 1 of 3")
    assert found(None, np.ones(4, np.float32), np.nextafter(np.ones(4, np.float32), 2))[0].startswith("a, byte 0 (")


def test_what_varies_between_orders() -> None:
    """Whole numbers are not compared there, floats lie between; all else is compared."""
    wanted, one, other = (np.array(v, np.int32) for v in ([1, 2, 3, 4], [2, 1, 3, 4], [1, 2, 3, 4]))
    assert found(INTS, wanted, np.array([9, 9, 3, 4], np.int32), one, other) == ("", 2)
    assert found(INTS, wanted, np.array([9, 9, 4, 4], np.int32), one, other)[0].startswith(
        "a[2]: 4 instead of 3; 1 of 4"
    )
    floats = [np.array(v, np.float32) for v in ([1, 5], [1.1, 5], [1.2, 5])]
    assert found(FLOATS, floats[0], np.array([1.15, 5], np.float32), *floats[1:]) == ("", 1)
    assert found(FLOATS, floats[0], np.array([1.3, 5], np.float32), *floats[1:])[0].startswith("a[0]: 1.3 instead")
