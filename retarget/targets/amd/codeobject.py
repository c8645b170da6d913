"""What AMD's machine code says of itself: the kernels in an object, an executable or an offload bundle.

HIP code lies in a fat binary: a bundle of ELF code objects, one an architecture, in the section `.hip_fatbin` of
the host's object or executable. Each carries a note in MessagePack with the figures of its kernels (the formats:
LLVM's AMDGPU usage guide, code object metadata; clang's offload bundler).
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from msgspec import Struct

from retarget.source.text import digest

_BUNDLE = b"__CLANG_OFFLOAD_BUNDLE__"
_ELF = b"\x7fELF\x02\x01"  # 64 bit, little-endian
_AMDGPU = 224  # EM_AMDGPU
_SYMTAB, _NOTE, _DYNSYM, _NOBITS = 2, 7, 11, 8
_METADATA = 32  # NT_AMDGPU_METADATA
_DEEPEST = 32

Value = None | bool | int | float | str | bytes | list["Value"] | dict["Value", "Value"]


class ResourceError(Exception):
    """A file that should hold GPU code is not what it should be."""


class KernelCode(Struct, frozen=True):
    """The figures of one kernel in one code object; `vgprs` as allocated, accumulation registers among them.

    Sizes are bytes; `code_bytes` is the kernel's own code, without functions that it calls.
    """

    symbol: str
    target: str
    wave: int
    vgprs: int
    agprs: int
    sgprs: int
    vgpr_spills: int
    sgpr_spills: int
    scratch_bytes: int
    lds_bytes: int
    code_bytes: int
    code_digest: str
    max_block: int
    dynamic_stack: bool


def kernels(data: bytes) -> tuple[KernelCode, ...]:
    """All kernels in a file's bytes, code object by code object in the order of the bundle.

    Host code alone has none. Raises ResourceError for what is damaged, or compressed.
    """
    try:
        return tuple(kernel for code in _code_objects(data) for kernel in _kernels(code))
    except (struct.error, IndexError, KeyError, TypeError, ValueError, OverflowError) as error:
        raise ResourceError(f"damaged GPU code object: {error}") from error


def _code_objects(data: bytes) -> Iterator[bytes]:
    if data.startswith(_ELF):
        if _u16(data, 18) == _AMDGPU:
            yield data
        for section in _sections(data):
            if section.name == ".hip_fatbin":
                yield from _bundles(data[section.offset : section.offset + section.size])
    else:
        yield from _bundles(data)


def _bundles(data: bytes) -> Iterator[bytes]:
    """Several bundles may follow each other, as the linker laid them out."""
    if data.startswith(b"CCOB"):
        raise ResourceError("the GPU code is compressed; build it with --no-offload-compress")
    start = data.find(_BUNDLE)
    while start >= 0:
        yield from _entries(data, start)
        start = data.find(_BUNDLE, start + len(_BUNDLE))


def _entries(data: bytes, start: int) -> Iterator[bytes]:
    at = start + len(_BUNDLE)
    (count,) = struct.unpack_from("<Q", data, at)
    at += 8
    for _ in range(count):
        offset, size, length = struct.unpack_from("<QQQ", data, at)
        name = data[at + 24 : at + 24 + length]
        at += 24 + length
        code = data[start + offset : start + offset + size]
        if b"amdgcn" in name and code.startswith(_ELF):
            yield code


class _Section(NamedTuple):
    name: str
    kind: int
    offset: int
    size: int
    link: int
    address: int


def _u16(data: bytes, at: int) -> int:
    return int(struct.unpack_from("<H", data, at)[0])


def _sections(data: bytes) -> list[_Section]:
    (table,) = struct.unpack_from("<Q", data, 40)
    entry, count, names = struct.unpack_from("<HHH", data, 58)
    if not count or not table:
        return []
    heads = [struct.unpack_from("<IIQQQQI", data, table + i * entry) for i in range(count)]
    strings = heads[names][4]
    return [
        _Section(_string(data, strings + h[0]), h[1], h[4], 0 if h[1] == _NOBITS else h[5], h[6], h[3]) for h in heads
    ]


def _string(data: bytes, at: int) -> str:
    return data[at : data.index(b"\0", at)].decode("utf-8", "replace")


def _kernels(code: bytes) -> Iterator[KernelCode]:
    sections = _sections(code)
    codes = _symbol_codes(code, sections)
    for section in sections:
        if section.kind == _NOTE:
            yield from _of_note(code[section.offset : section.offset + section.size], codes)


def symbols(code: bytes) -> dict[str, bytes]:
    """The symbols of an ELF file, such as a GPU's code object of either vendor, with what each stands for. Raises
    ResourceError."""
    if not code.startswith(_ELF):
        raise ResourceError("this is no code object")
    try:
        return _symbol_codes(code, _sections(code))
    except (struct.error, IndexError, ValueError) as error:
        raise ResourceError(f"the code object cannot be read: {error}") from error


def _symbol_codes(code: bytes, sections: list[_Section]) -> dict[str, bytes]:
    """What each symbol stands for, as far as the file holds it."""
    found: dict[str, bytes] = {}
    for section in sections:
        if section.kind in (_SYMTAB, _DYNSYM):
            names = sections[section.link].offset
            table = code[section.offset : section.offset + section.size // 24 * 24]
            for name, _, _, index, value, size in struct.iter_unpack("<IBBHQQ", table):
                home = sections[index] if index < len(sections) else None
                start = home.offset + value - home.address if home else 0
                found.setdefault(_string(code, names + name), code[start : start + size] if start >= 0 else b"")
    return found


def _of_note(note: bytes, codes: Mapping[str, bytes]) -> Iterator[KernelCode]:
    at = 0
    while at + 12 <= len(note):
        name_size, size, kind = struct.unpack_from("<III", note, at)
        start = at + 12 + -(-name_size // 4) * 4
        if kind == _METADATA:
            metadata, _ = unpacked(note[start : start + size], 0)
            yield from _of_metadata(metadata, codes)
        at = start + -(-size // 4) * 4


def _of_metadata(metadata: Value, codes: Mapping[str, bytes]) -> Iterator[KernelCode]:
    if not isinstance(metadata, dict):
        raise ResourceError("the metadata of the code object is not a map")
    found = metadata.get("amdhsa.kernels") or []
    target = _text(metadata.get("amdhsa.target", "")).rpartition("--")[2]
    if not isinstance(found, list):
        raise ResourceError("the kernels of the code object are not a list")
    for kernel in found:
        if isinstance(kernel, dict):
            yield _kernel(kernel, target, codes)


def _kernel(kernel: dict[Value, Value], target: str, codes: Mapping[str, bytes]) -> KernelCode:
    def figure(key: str) -> int:
        value = kernel.get(key, 0)
        if not isinstance(value, int):
            raise ResourceError(f"{key} of a kernel is not a number")
        return int(value)

    symbol = _text(kernel[".name"])
    return KernelCode(
        symbol=symbol,
        target=target,
        wave=figure(".wavefront_size"),
        vgprs=figure(".vgpr_count"),
        agprs=figure(".agpr_count"),
        sgprs=figure(".sgpr_count"),
        vgpr_spills=figure(".vgpr_spill_count"),
        sgpr_spills=figure(".sgpr_spill_count"),
        scratch_bytes=figure(".private_segment_fixed_size"),
        lds_bytes=figure(".group_segment_fixed_size"),
        code_bytes=len(codes.get(symbol, b"")),
        code_digest=digest(codes.get(symbol, b""))[:16],
        max_block=figure(".max_flat_workgroup_size"),
        dynamic_stack=bool(figure(".uses_dynamic_stack")),
    )


def _text(value: Value) -> str:
    if not isinstance(value, str):
        raise ResourceError("a name in the metadata is not a text")
    return value


_NUMBERS = {0xCA: ">f", 0xCB: ">d", 0xCC: ">B", 0xCD: ">H", 0xCE: ">I", 0xCF: ">Q",
            0xD0: ">b", 0xD1: ">h", 0xD2: ">i", 0xD3: ">q"}  # fmt: skip
_LENGTHS = {0xC4: ">B", 0xC5: ">H", 0xC6: ">I", 0xD9: ">B", 0xDA: ">H", 0xDB: ">I",
            0xDC: ">H", 0xDD: ">I", 0xDE: ">H", 0xDF: ">I"}  # fmt: skip
_SINGLES: dict[int, Value] = {0xC0: None, 0xC2: False, 0xC3: True}


def unpacked(data: bytes, at: int, depth: int = 0) -> tuple[Value, int]:
    """The MessagePack value at an offset, and the offset behind it; extension types are refused by ResourceError.

    >>> unpacked(b"\\x81\\xa1a\\x92\\x01\\xc3", 0)
    ({'a': [1, True]}, 6)
    """
    if depth > _DEEPEST:
        raise ResourceError("the metadata of the code object is nested too deep")
    head = data[at]
    if head in _SINGLES:
        return _SINGLES[head], at + 1
    if head < 0x80:
        return head, at + 1
    if head >= 0xE0:
        return head - 256, at + 1
    if head in _NUMBERS:
        form = _NUMBERS[head]
        return struct.unpack_from(form, data, at + 1)[0], at + 1 + struct.calcsize(form)
    return _sequence(data, at, head, depth)


def _sequence(data: bytes, at: int, head: int, depth: int) -> tuple[Value, int]:
    if head in _LENGTHS:
        form = _LENGTHS[head]
        (length,), at = struct.unpack_from(form, data, at + 1), at + 1 + struct.calcsize(form)
    else:
        length, at = head & (0x1F if 0xA0 <= head < 0xC0 else 0x0F), at + 1
    if 0x80 <= head < 0x90 or head in (0xDE, 0xDF):
        return _map(data, at, length, depth)
    if 0x90 <= head < 0xA0 or head in (0xDC, 0xDD):
        return _array(data, at, length, depth)
    if not (0xA0 <= head < 0xC0 or head in _LENGTHS):
        raise ResourceError(f"unexpected byte {head:#x} in the metadata of the code object")
    raw = data[at : at + length]
    if len(raw) < length:
        raise ResourceError("the metadata of the code object is cut off")
    return (raw if head in (0xC4, 0xC5, 0xC6) else raw.decode("utf-8", "replace")), at + length


def _array(data: bytes, at: int, length: int, depth: int) -> tuple[Value, int]:
    values: list[Value] = []
    for _ in range(length):
        value, at = unpacked(data, at, depth + 1)
        values.append(value)
    return values, at


def _map(data: bytes, at: int, length: int, depth: int) -> tuple[Value, int]:
    values: dict[Value, Value] = {}
    for _ in range(length):
        key, at = unpacked(data, at, depth + 1)
        values[_text(key)], at = unpacked(data, at, depth + 1)
    return values, at
