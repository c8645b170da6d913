"""Rows of includes.tsv: headers listed by hand, and CUB's headers matched with hipCUB's."""

from __future__ import annotations

import re
from pathlib import Path

from retarget.dialects.derive.declared import Declared
from retarget.dialects.derive.packages import Packages
from retarget.dialects.table import Header, read_includes

# Folders whose headers, before hipCUB 6, count on what hipcub.hpp includes ahead of them; and the device's, which bring
# the blocks' classes in CUB and do not in hipCUB.
DEPENDENT = ("block", "device", "thread", "warp")
PUBLIC = ("block", "device", "grid", "iterator", "thread", "warp")


def include_rows(packages: Packages, listed: Path) -> list[Header]:
    rows = {row.cuda: row for row in (*_cub(packages), *read_includes(listed))}
    return list(rows.values())


def cub_classes(packages: Packages) -> list[Declared]:
    """CUB's public classes, which its public headers state outside of namespace `detail`."""
    folder = packages.folder("nvidia_cuda_cccl_cu12") / "cub"
    names = set()
    for path in sorted(path for public in PUBLIC for path in folder.glob(f"{public}/*.cuh")):
        public = re.sub(
            r"(?s)namespace detail\b.*?\n\} // namespace detail", "", path.read_text(errors="replace"), flags=re.S
        )
        names |= set(re.findall(r"^(?:struct|class) ((?!CCCL)[A-Z]\w*)(?!;)\b", public, re.MULTILINE))
    return [Declared(f"cub::{name}", "type", "cub") for name in sorted(names)]


def _cub(packages: Packages) -> list[Header]:
    """Each public header of CUB: hipCUB's header of that name where it stands alone, or hipCUB as a whole."""
    folder, hipcub = packages.folder("nvidia_cuda_cccl_cu12"), packages.root / "hipcub"
    rows = []
    for path in sorted((folder / "cub").rglob("*.cuh")):
        cuda = path.relative_to(folder).as_posix()
        hip = f"hip{cuda.removesuffix('.cuh')}.hpp"
        if "/detail/" not in cuda and "/dispatch/" not in cuda:
            alone = (hipcub / hip).exists() and cuda.split("/")[1] not in DEPENDENT
            rows.append(Header(cuda, hip if alone else "hipcub/hipcub.hpp", "", ""))
    return rows
