"""Tables as files: a line of provenance, a header line, sorted rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec.structs import astuple

from retarget.dialects.derive.packages import Packages
from retarget.dialects.table import Header, Name, StructMember

CORE_PACKAGES = ("nvidia_cuda_runtime_cu12", "nvidia_cuda_runtime_cu11", "nvidia_cuda_nvcc_cu12", "hip_python_interop")
LIBRARY_PACKAGES = ("rocm_bindings_libraries",)


def write_names(path: Path, rows: Sequence[Name], packages: Packages) -> None:
    columns = "cuda\thip\tkind\tstatus\tsince\tpart\tnote"
    own = tuple(package for package in packages.versions if path.stem in package)
    named = (*own, *LIBRARY_PACKAGES) if own else CORE_PACKAGES
    _write(path, columns, (astuple(row)[:-1] for row in rows), provenance(packages, named))


def write_includes(path: Path, rows: Iterable[Header], packages: Packages) -> None:
    named = ("nvidia_cuda_runtime_cu12", "nvidia_cuda_runtime_cu11", "nvidia_cuda_cccl_cu12")
    _write(path, "cuda\thip\tpart\tnote", map(astuple, rows), provenance(packages, named))


def write_fields(path: Path, rows: Iterable[StructMember], packages: Packages) -> None:
    named = ("nvidia_cuda_runtime_cu12", "nvidia_cuda_runtime_cu11")
    _write(path, "struct\tfield\thip\tsince\tpart\tnote", map(astuple, rows), provenance(packages, named))


def write_words(path: Path, words: Iterable[str]) -> None:
    made = (
        "# Derived by python -m retarget.dialects.derive from the headers of HIP 5.2.3 (Debian), 6.2 and 7.1, and of",
        "# libraries of ROCm 6.2: words of their code that users' macros may have.",
    )
    path.write_text("\n".join([*made, *words]) + "\n", encoding="utf-8")


def provenance(packages: Packages, named: Sequence[str]) -> str:
    """Where a table comes from, in one line."""
    versions = ", ".join(f"{name.replace('_', '-')} {packages.versions[name]}" for name in named)
    hip = "checked against the headers of HIP 5.2.3 (Debian) and 7.1, and those of 6.3 where these have none"
    pairs = "; name pairs of removed APIs cross-checked with HIPIFY's tables" if packages.hipify else ""
    return f"# Derived by python -m retarget.dialects.derive from {versions}; {hip}{pairs}."


def _write(path: Path, columns: str, rows: Iterable[tuple[str, ...]], comment: str) -> None:
    lines = [comment, columns, *("\t".join(row) for row in sorted(rows))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
