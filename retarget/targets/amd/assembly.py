"""AMD's assembly as clang writes it (`-S`): what one pass through a kernel, and through each of its loops, executes.

Mnemonics are those of AMD's ISA documents and of LLVM's AMDGPU back end; the compiler itself says in comments which
loop a block belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from retarget.targets.demangle import kernel_name


class Counts(Struct, frozen=True):
    """Of one lane. Words are of four bytes, loaded, stored or changed atomically; what is smaller counts as one.
    stored_words: of those of global memory."""

    instructions: int = 0
    global_words: int = 0
    shared_words: int = 0
    scratch_words: int = 0
    stored_words: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(getattr(self, name) + getattr(other, name) for name in self.__struct_fields__))


class Region(Struct, frozen=True):
    """What lies outside of all loops (depth 0), or in one loop and in none within it."""

    depth: int
    counts: Counts


class Listing(Struct, frozen=True):
    """A kernel; the regions are in the order of the code, that outside of loops first. calls: whether functions are
    called, which are not counted."""

    kernel: str
    regions: tuple[Region, ...]
    calls: bool


_FUNCTION = re.compile(r"^(?P<symbol>[\w$.]+):\s+; @(?P=symbol)$(?P<body>.*?)^\.Lfunc_end\d+:$", re.M | re.S)
_BLOCK = re.compile(r"^(?:\.L(?P<label>BB\d+_\d+):|; %bb\.\d+:)")
_HEADER = re.compile(r"; =>\s*This (?:Inner )?Loop Header: Depth=(\d{1,4})")
_INSIDE = re.compile(r"; +in Loop: Header=(BB\d+_\d+) Depth=(\d{1,4})")
_INSTRUCTION = re.compile(r"^\t([a-z]\w*)")
_NO_WORK = ("s_waitcnt", "s_wait_", "s_nop", "s_endpgm", "s_delay_alu", "s_inst_prefetch", "s_code_end", "s_clause")
_KINDS = {"global": "global_words", "flat": "global_words", "image": "global_words", "ds": "shared_words",
          "buffer": "scratch_words", "scratch": "scratch_words"}  # fmt: skip
_OTHERS = re.compile(r"_(?:gl[01]_)?(?:inv|wb)")  # these instruct caches, and move nothing
_SEVERAL, _BITS = re.compile(r"_dwordx(\d)"), re.compile(r"_[bui](32|64|96|128)(?:_|$)")


def listings(text: str) -> Iterator[Listing]:
    """The kernels in an assembly. Never fails: other text is passed over."""
    kernels = set(re.findall(r"^\t\.amdhsa_kernel (\S+)$", text, re.M))
    for function in _FUNCTION.finditer(text):
        if function["symbol"] in kernels:
            yield _listing(function["symbol"], function["body"])


def _listing(symbol: str, body: str) -> Listing:
    loops: dict[str, Region] = {"": Region(0, Counts())}
    label, at, calls = "", "", False
    for line in body.splitlines():
        if block := _BLOCK.match(line):
            label, at = block["label"] or "", ""
        if header := _HEADER.search(line):
            at = label
            loops.setdefault(at, Region(int(header[1]), Counts()))
        elif inside := _INSIDE.search(line):
            at = inside[1]
            loops.setdefault(at, Region(int(inside[2]), Counts()))
        elif found := _INSTRUCTION.match(line):
            calls = calls or found[1].startswith(("s_swappc", "s_call"))
            loops[at] = Region(loops[at].depth, loops[at].counts + counted(found[1]))
    return Listing(kernel_name(symbol), tuple(loops.values()), calls)


def counted(mnemonic: str) -> Counts:
    """What one instruction counts as.

    >>> counted("global_load_dwordx4").global_words, counted("ds_read2_b32").shared_words, counted("s_nop").instructions
    (4, 2, 0)
    """
    if mnemonic.startswith(_NO_WORK):
        return Counts()
    family = _KINDS.get(mnemonic.partition("_")[0])
    if family is None or _OTHERS.search(mnemonic):
        return Counts(1)
    several, bits = _SEVERAL.search(mnemonic), _BITS.search(mnemonic)
    words = int(several[1]) if several else int(bits[1]) // 32 if bits else 1
    twice = family == "shared_words" and re.match(r"ds_(read|write|load|store)(2|_2addr)", mnemonic)
    moved = {family: 2 * words if twice else words}
    if family == "global_words" and "_load" not in mnemonic:
        moved["stored_words"] = words
    return Counts(1, **moved)
