"""What each kernel costs on the target: registers, spills, scratch, LDS, occupancy, code size.

Two reports of one compilation are joined. The code object's metadata is the runtime's own record: every figure but
the occupancy, for any object or executable. The compiler's remarks (`-Rpass-analysis=kernel-resource-usage`) add
the occupancy, the source line, and the plain VGPRs where accumulation registers share their file.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict

from msgspec import Struct

from retarget.targets.amd.architecture import Architecture, UnknownArchitecture, occupancy, target_id
from retarget.targets.amd.codeobject import KernelCode, ResourceError, kernels
from retarget.targets.demangle import kernel_name

__all__ = ["REMARKS", "Remark", "ResourceError", "Resources", "is_remark", "remarks", "resources"]

REMARKS = "-Rpass-analysis=kernel-resource-usage"


class Resources(Struct, frozen=True):
    """One kernel on one architecture. Sizes in bytes: scratch per lane, LDS per block (dynamic LDS not counted),
    code without called functions. Occupancy in waves per EU. `path` and `line` are the kernel's, where known."""

    kernel: str
    symbol: str
    architecture: str
    vgprs: int
    agprs: int
    sgprs: int
    vgpr_spills: int
    sgpr_spills: int
    scratch_bytes: int
    lds_bytes: int
    occupancy: int
    code_bytes: int
    code_digest: str  # of the machine code
    wave: int
    max_block: int
    dynamic_stack: bool
    path: str | None = None
    line: int | None = None


class Remark(Struct, frozen=True):
    """The compiler's remark on one function: its place, and figures by their names in the remark."""

    function: str
    path: str
    line: int
    figures: tuple[tuple[str, int], ...]

    def get(self, *names: str) -> int | None:
        return next((value for name, value in self.figures if name in names), None)


_REMARK = re.compile(r"^(?:remark: )?(?P<path>[^\n]*?):(?P<line>\d+):\d+: (?:remark: )?(?P<text>[^\n]*)$", re.M)
_TAG = re.compile(r"\s*\[-Rpass-analysis=[^\]]*\]\s*$")
_FIGURE = re.compile(r"\s+(?P<name>\w[\w ]*?)(?: \[[^\]]*\])?: (?P<value>\d{1,18})\Z", re.A)


def is_remark(line: str) -> bool:
    """Whether a line of the compiler's messages belongs to the resource remarks."""
    match = _REMARK.match(line)
    return bool(match) and ("[-Rpass-analysis=" in line or line.startswith("<unknown>:0:0: "))


def remarks(text: str) -> tuple[Remark, ...]:
    """The resource remarks in a compiler's messages, in their order. Never fails: other text is passed over."""
    found: list[Remark] = []
    for match in _REMARK.finditer(text):
        words = _TAG.sub("", match["text"])
        if words.startswith("Function Name: "):
            found.append(Remark(words[15:].strip(), match["path"], int(match["line"][:9]), ()))
        elif found and (figure := _FIGURE.match(words)):
            last = found[-1]
            item = (figure["name"], int(figure["value"]))
            found[-1] = Remark(last.function, last.path, last.line, (*last.figures, item))
    return tuple(found)


def resources(binary: bytes, messages: str = "") -> tuple[Resources, ...]:
    """The kernels of a built file, joined with the remarks that its compilation printed.

    The i-th remark on a kernel belongs to the i-th code object that has it, and is used only where their common
    figures agree; otherwise the occupancy is worked out from registers and LDS. Raises ResourceError.
    """
    codes = kernels(binary)
    per_symbol = Counter(code.symbol for code in codes)
    said: dict[str, list[Remark]] = defaultdict(list)
    for remark in remarks(messages):
        said[remark.function].append(remark)
    queues = {symbol: iter(found) for symbol, found in said.items() if len(found) == per_symbol[symbol]}
    return tuple(_joined(code, next(queues.get(code.symbol, iter(())), None)) for code in codes)


def _agree(code: KernelCode, remark: Remark) -> bool:
    vgprs, agprs = remark.get("VGPRs") or 0, remark.get("AGPRs") or 0
    return (
        remark.get("ScratchSize") in (code.scratch_bytes, None)
        and remark.get("LDS Size") in (code.lds_bytes, None)
        and remark.get("VGPRs Spill") in (code.vgpr_spills, None)
        and max(vgprs, agprs) <= code.vgprs <= vgprs + agprs + 3
    )


def _joined(code: KernelCode, remark: Remark | None) -> Resources:
    if remark and not _agree(code, remark):
        remark = None
    architecture = _architecture(code)
    plain = code.vgprs - code.agprs if architecture.unified and code.agprs else code.vgprs
    worked_out = occupancy(architecture, code.vgprs, code.sgprs, code.lds_bytes, code.max_block or 1024)
    vgprs, waves = (remark.get("VGPRs"), remark.get("Occupancy")) if remark else (None, None)
    placed = remark if remark and remark.line else None
    return Resources(
        kernel=kernel_name(code.symbol),
        symbol=code.symbol,
        architecture=code.target,
        vgprs=plain if vgprs is None else vgprs,
        agprs=code.agprs,
        sgprs=code.sgprs,
        vgpr_spills=code.vgpr_spills,
        sgpr_spills=code.sgpr_spills,
        scratch_bytes=code.scratch_bytes,
        lds_bytes=code.lds_bytes,
        occupancy=waves or worked_out,
        code_bytes=code.code_bytes,
        code_digest=code.code_digest,
        wave=code.wave,
        max_block=code.max_block,
        dynamic_stack=code.dynamic_stack,
        path=placed.path if placed else None,
        line=placed.line if placed else None,
    )


def _architecture(code: KernelCode) -> Architecture:
    try:
        found = target_id(code.target, (code.target.partition(":")[0],)).architecture
    except UnknownArchitecture as error:
        raise ResourceError(f"GPU code for what is not known here: {error}") from error
    if code.wave != found.wave:
        raise ResourceError(f"{code.symbol} has waves of {code.wave} lanes, which HIP does not have on {code.target}")
    return found
