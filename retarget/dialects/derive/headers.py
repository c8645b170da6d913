"""Rows of includes.tsv: headers listed by hand, and CUB's headers matched with hipCUB's."""

from __future__ import annotations

from pathlib import Path

from retarget.dialects.derive.packages import Packages
from retarget.dialects.table import Include, read_includes


def include_rows(packages: Packages, listed: Path) -> list[Include]:
    rows = {row.cuda: row for row in (*_cub(packages), *read_includes(listed))}
    return list(rows.values())


def _cub(packages: Packages) -> list[Include]:
    """Each public header of CUB: hipCUB's header of that name, or hipCUB as a whole."""
    folder, hipcub = packages.folder("nvidia_cuda_cccl_cu12"), packages.root / "hipcub"
    rows = []
    for path in sorted((folder / "cub").rglob("*.cuh")):
        cuda = path.relative_to(folder).as_posix()
        hip = f"hip{cuda.removesuffix('.cuh')}.hpp"
        if "/detail/" not in cuda and "/dispatch/" not in cuda:
            rows.append(Include(cuda, hip if (hipcub / hip).exists() else "hipcub/hipcub.hpp", "", ""))
    return rows
