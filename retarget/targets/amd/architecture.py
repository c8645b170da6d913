"""AMD GPUs: the architectures, their limits, and the occupancy that follows from a kernel's resources.

The figures are those of LLVM's AMDGPU usage guide (processors, target ID features, wavefront sizes, LDS) and of
its subtarget definitions (register files, allocation granules, waves per EU), release 19; gfx950, gfx1153 and
gfx9-4-generic after release 20. Compute units of products: ROCm documentation, "AMD GPU specifications".
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches

from msgspec import Struct
from msgspec.structs import replace

from retarget.errors import Error


class Architecture(Struct, frozen=True):
    """Limits of a GPU architecture.

    An EU is a SIMD unit. "CU" stands for what the waves of a work-group share: the compute unit, and from gfx10 on
    the pair of them that the compiler takes by default. Registers and their allocation granule count for one lane
    of a wave of `wave` lanes; `unified` says that accumulation registers come out of the same file.
    """

    name: str
    wave: int
    eus_per_cu: int
    max_waves_per_eu: int
    lds_bytes: int  # most that one work-group may have
    lds_bytes_per_cu: int
    vgprs_per_eu: int
    vgpr_granule: int
    unified: bool = False
    images: bool = True
    image_levels: bool = True  # of mipmaps, gradients and gathers
    fp_atomics: tuple[str, ...] = ()  # types that one instruction adds to global memory
    features: tuple[str, ...] = ()
    generic: bool = False
    units: int = 0  # compute units of the smallest product, unpartitioned; 0: not listed here


class TargetId(Struct, frozen=True):
    """An architecture with features switched on or off: `gfx90a:sramecc+:xnack-`."""

    architecture: Architecture
    features: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ":".join((self.architecture.name, *self.features))


class UnknownArchitecture(Error):
    """No such architecture, or one that cannot have the feature; the message names what is near."""


_KIB = 1024
_XNACK, _BOTH = ("xnack",), ("sramecc", "xnack")
_GFX9 = Architecture("", 64, 4, 10, 64 * _KIB, 64 * _KIB, 256, 4)
_GFX90A = replace(
    _GFX9,
    max_waves_per_eu=8,
    vgprs_per_eu=512,
    vgpr_granule=8,
    unified=True,
    features=_BOTH,
    image_levels=False,
    fp_atomics=("float", "double"),
)
_GFX942 = replace(_GFX90A, images=False)
_GFX950 = replace(_GFX942, lds_bytes=160 * _KIB, lds_bytes_per_cu=160 * _KIB)
_GFX10_1 = Architecture("", 32, 4, 20, 64 * _KIB, 128 * _KIB, 1024, 8, features=_XNACK)
_GFX10_3 = replace(_GFX10_1, max_waves_per_eu=16, vgpr_granule=16, features=())
_GFX11 = replace(_GFX10_3, fp_atomics=("float",))
_GFX11_LARGE = replace(_GFX11, vgprs_per_eu=1536, vgpr_granule=24)

_UNITS = {"gfx906": 60, "gfx908": 120, "gfx90a": 104, "gfx942": 228, "gfx950": 256}
_FAMILIES: tuple[tuple[Architecture, str], ...] = (
    (replace(_GFX9, features=_XNACK), "gfx900 gfx902 gfx904 gfx909 gfx90c"),
    (replace(_GFX9, features=_BOTH), "gfx906"),
    (replace(_GFX9, features=_BOTH, fp_atomics=("float",)), "gfx908"),
    (_GFX90A, "gfx90a"),
    (_GFX942, "gfx942"),
    (_GFX950, "gfx950"),
    (_GFX10_1, "gfx1010 gfx1011 gfx1012 gfx1013"),
    (_GFX10_3, "gfx1030 gfx1031 gfx1032 gfx1033 gfx1034 gfx1035 gfx1036"),
    (_GFX11, "gfx1102 gfx1103 gfx1150 gfx1152 gfx1153"),
    (_GFX11_LARGE, "gfx1100 gfx1101 gfx1151 gfx1200 gfx1201"),
    (replace(_GFX9, features=_XNACK, generic=True), "gfx9-generic"),
    (replace(_GFX942, generic=True), "gfx9-4-generic"),
    (replace(_GFX10_1, generic=True), "gfx10-1-generic"),
    (replace(_GFX10_3, generic=True), "gfx10-3-generic"),
    (replace(_GFX11, generic=True), "gfx11-generic"),
    (replace(_GFX11_LARGE, generic=True), "gfx12-generic"),
)

ARCHITECTURES: dict[str, Architecture] = {
    name: replace(family, name=name, units=_UNITS.get(name, 0)) for family, names in _FAMILIES for name in names.split()
}


def target_id(text: str, compiler_knows: Collection[str] = ()) -> TargetId:
    """Reads an architecture with its features; names beyond the table are taken where the compiler knows them.

    Raises UnknownArchitecture.

    >>> str(target_id("gfx90a:xnack-"))
    'gfx90a:xnack-'
    """
    name, *features = text.strip().split(":")
    found = ARCHITECTURES.get(name) or _like_its_generation(name, compiler_knows)
    if found is None:
        raise UnknownArchitecture(f"unknown architecture '{name}'{_near(name, {*ARCHITECTURES, *compiler_knows})}")
    for feature in features:
        if feature[:-1] not in found.features or feature[-1:] not in ("+", "-"):
            allowed = ", ".join(f"{f}+ or {f}-" for f in found.features) or "none"
            raise UnknownArchitecture(f"{name} has no feature '{feature}'; it has: {allowed}")
    if len({f[:-1] for f in features}) < len(features):
        raise UnknownArchitecture(f"a feature is given twice in '{text}'")
    return TargetId(found, tuple(sorted(features)))


def architecture(text: str, compiler_knows: Collection[str] = ()) -> Architecture:
    """The architecture of a target ID, its features left aside. Raises UnknownArchitecture."""
    return target_id(text, compiler_knows).architecture


def target_ids(text: str, compiler_knows: Collection[str] = ()) -> tuple[TargetId, ...]:
    """Reads a list such as `gfx90a,gfx942`, each once. Raises UnknownArchitecture, also where it is empty."""
    found = tuple(dict.fromkeys(target_id(word, compiler_knows) for word in text.split(",") if word.strip()))
    if not found:
        raise UnknownArchitecture("no architecture given; one is, for example, gfx90a")
    return found


def _like_its_generation(name: str, compiler_knows: Collection[str]) -> Architecture | None:
    """Figures for what only the compiler knows: those of the table's nearest of the same generation."""
    version = re.fullmatch(r"gfx(\d+)\w\w", name)
    if name not in compiler_knows or not version:
        return None
    if int(version[1]) < 9:
        return replace(_GFX9, name=name)
    generation = [other for other in ARCHITECTURES if other.startswith(f"gfx{version[1]}")]
    nearest = get_close_matches(name, generation, n=1, cutoff=0)
    return replace(ARCHITECTURES[nearest[0]], name=name, generic=False) if nearest else None


def _near(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, sorted(known), n=4, cutoff=0.6)
    return f"; near it: {', '.join(near)}" if near else "; AMD's are called gfx90a, gfx942, gfx1030, gfx1100, ..."


def occupancy(architecture: Architecture, vgprs: int, sgprs: int, lds_bytes: int, block: int) -> int:
    """Waves per EU that registers and LDS leave room for, in blocks of `block` threads; at least 1.

    `vgprs` are those allocated to a lane: with the accumulation registers where the file is unified, the larger of
    both where it is not. As LLVM 19 computes it; another compiler's word may differ where LDS is the limit.
    """
    allocated = -(-max(vgprs, 1) // architecture.vgpr_granule) * architecture.vgpr_granule
    by_vgprs = architecture.vgprs_per_eu // allocated
    waves_per_block = -(-block // architecture.wave)
    by_lds = -(-_blocks_per_cu(architecture, lds_bytes, waves_per_block) * waves_per_block // architecture.eus_per_cu)
    limits = (architecture.max_waves_per_eu, by_vgprs, _by_sgprs(architecture, sgprs), by_lds)
    return max(1, min(limits))


def _by_sgprs(architecture: Architecture, sgprs: int) -> int:
    """Scalar registers limit gfx9 alone: 800 per EU, allocated by sixteens; later ones give each wave its own."""
    if architecture.wave == 32:
        return architecture.max_waves_per_eu
    return 10 if sgprs <= 80 else 9 if sgprs <= 88 else 8 if sgprs <= 100 else 7


def _blocks_per_cu(architecture: Architecture, lds_bytes: int, waves_per_block: int) -> int:
    waves = architecture.max_waves_per_eu * architecture.eus_per_cu
    barriers = waves if waves_per_block == 1 else 32 if architecture.wave == 32 else 16
    return min(architecture.lds_bytes_per_cu // max(lds_bytes, 1), waves // waves_per_block, barriers)
