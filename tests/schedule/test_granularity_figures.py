"""What the hand-tiled Laplacian of AMD's lab notes reaches, reached from its baseline kernel by a schedule."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

from retarget.targets.amd.architecture import target_ids
from retarget.targets.amd.build import Job, Product, command_line
from tests.command_line import forked
from tests.compilers import HIP_COMPILER, needs_hip_compiler
from tests.places import SAMPLES

SAMPLE = SAMPLES / "laplacian.cu"

pytestmark = needs_hip_compiler


def built(folder: Path, schedule: str) -> dict[str, int]:
    """The figures of the coarsened kernel on gfx90a."""
    told = forked(SAMPLE, "-o", f"{folder}/out/", "--schedule", schedule, "--build", "--json")
    assert told.code == 0, told.err
    found = [r for b in json.loads(told.out)["build"] for r in b["resources"] if "coarsened" in r["kernel"]]
    return found[0]


def assembly(folder: Path) -> str:
    """The coarsened kernel in gfx90a's assembly."""
    source = next((folder / "out").rglob("laplacian.hip"))
    job = Job((source,), target_ids("gfx90a"), product=Product.DEVICE)
    made = folder / "kernel.s"
    words = ["-S" if w == "-c" else w for w in command_line(HIP_COMPILER, job, made) if w != "--gpu-bundle-output"]
    subprocess.run(words, check=True, capture_output=True)
    text = made.read_text()
    begin = re.search(r"^_Z\d+laplacian_kernel_coarsened\w*:", text, re.M)
    assert begin
    return text[begin.end() : text.index(".Lfunc_end", begin.end())]


def test_eight_rows_share_their_loads(tmp_path: Path) -> None:
    figures = built(tmp_path, "block(y=8) share() streaming(stores)")
    assert figures["scratch_bytes"] == 0
    assert figures["vgpr_spills"] == 0
    assert figures["occupancy"] >= 5
    text = assembly(tmp_path)
    blocks = re.split(r"^(?:\.LBB\w+:|; %bb\.\d+:)", text, flags=re.M)
    widest = max(blocks, key=lambda b: b.count("global_load"))
    stores = [line for line in text.splitlines() if "global_store" in line]
    assert widest.count("global_load") <= 42, "loads for eight outputs; 56 without sharing, 38 tiled by hand"
    assert widest.count("global_store") >= 7, "all instances are live there"
    assert stores, "it stores"
    assert all("slc" in line or "nt" in line.split() for line in stores), "past the caches"


def test_sixteen_rows_fit_the_registers_within_bounds(tmp_path: Path) -> None:
    figures = built(tmp_path, "block(y=16) share() streaming(stores) bounds()")
    assert figures["scratch_bytes"] == 0
    assert figures["max_block"] == 256
