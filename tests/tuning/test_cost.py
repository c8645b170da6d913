"""What variants cost by the compiler's report: read, joined with the variants, kept, and shown."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retarget.source.flags import Flags
from retarget.system import typed_json
from retarget.system.toolchain import find_headers
from retarget.targets.amd.architecture import target_id
from retarget.targets.amd.target import AMD
from retarget.targets.limits import Limits
from retarget.targets.nvidia import architecture
from retarget.targets.nvidia.ptxas import Report, is_report, reports
from retarget.targets.nvidia.target import NVIDIA
from retarget.targets.platform import Platform
from retarget.translation.file import Options
from retarget.translation.walk import Request
from retarget.tuning import program
from retarget.tuning.by_kernel import kernels
from retarget.tuning.cost import Cost, rows
from retarget.tuning.record import Chosen, Record
from tests.compilers import CUDA_COMPILERS, cuda_compiler, needs_hip_compiler, runs_compilers
from tests.places import SAMPLES

REPORT = """\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function '_Z1kIfEvPT_i' for 'sm_90'
ptxas info    : Function properties for _Z1kIfEvPT_i
    160 bytes stack frame, 24 bytes spill stores, 28 bytes spill loads
ptxas info    : Used 21 registers, used 1 barriers, 160 bytes cumulative stack size, 1024 bytes smem
ptxas info    : Compile time = 19.248 ms
ptxas info    : Compiling entry function 'plain' for 'sm_90'
ptxas info    : Function properties for plain
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, 352 bytes cmem[0]
"""


def test_ptxas_is_read() -> None:
    assert list(reports(REPORT)) == [
        Report("k<float>", "sm_90", 21, 160, 24, 1024),
        Report("plain", "sm_90", 8, 0, 0, 0),
    ]
    mixed = REPORT.replace("Function properties for plain", "Function properties for another")
    assert [r.kernel for r in reports(mixed)] == ["k<float>"], "several compilers wrote at once"
    assert all(map(is_report, REPORT.splitlines()))
    assert not is_report("a.cu(3): error: expected a ';'")


@given(st.integers(0, len(REPORT)), st.text(max_size=60))
def test_what_is_cut_short_is_no_kernel(at: int, more: str) -> None:
    found = list(reports(REPORT[:at] + more))
    assert len(found) <= 2
    assert list(reports(more)) == []


ORACLE = """\
#include <cstdio>
#include <cuda_occupancy.h>
int main() {
  int major, minor, registers, shared, block; long per_sm; int threads, reserved;
  while (scanf("%d %d %ld %d %d %d %d %d", &major, &minor, &per_sm, &threads, &reserved, &registers, &shared, &block) == 8) {
    cudaOccDeviceProp p = {};
    p.computeMajor = major; p.computeMinor = minor; p.maxThreadsPerBlock = 1024; p.maxThreadsPerMultiprocessor = threads;
    p.regsPerBlock = p.regsPerMultiprocessor = 65536; p.warpSize = 32; p.sharedMemPerMultiprocessor = per_sm;
    p.sharedMemPerBlock = 49152; p.sharedMemPerBlockOptin = per_sm - reserved; p.reservedSharedMemPerBlock = reserved;
    p.numSms = 1;
    cudaOccFuncAttributes a = {};
    a.maxThreadsPerBlock = 1024; a.numRegs = registers; a.sharedSizeBytes = shared;
    cudaOccDeviceState s = {}; s.carveoutConfig = 100;
    cudaOccResult r = {};
    cudaOccError e = cudaOccMaxActiveBlocksPerMultiprocessor(&r, &p, &a, &s, block, 0);
    printf("%d %d\\n", e, r.activeBlocksPerMultiprocessor);
  }
}
"""


@runs_compilers
@pytest.mark.skipif(shutil.which("g++") is None, reason="no g++ is installed: apt-get install g++")
def test_the_occupancy_is_that_of_cudas_own_header(tmp_path: Path) -> None:
    (tmp_path / "oracle.cpp").write_text(ORACLE)
    folders = [f"-I{f}" for f in find_headers().cuda]
    words = ["g++", "-O1", *folders, str(tmp_path / "oracle.cpp"), "-o", str(tmp_path / "oracle")]
    subprocess.run(words, check=True, capture_output=True, timeout=120)
    asked = [
        (name, registers, shared, block)
        for name in ("sm_70", "sm_75", "sm_80", "sm_86", "sm_89", "sm_90")
        for registers in (1, 16, 32, 33, 40, 64, 72, 96, 128, 168, 255)
        for shared in (0, 1024, 5000, 20000, 48 << 10)
        for block in (32, 64, 96, 128, 256, 512, 768)
        if registers * block <= 65536
    ]
    lines = []
    for name, registers, shared, block in asked:
        m = architecture.MULTIPROCESSORS[name]
        what = (*name[3:], m.shared_bytes, m.warps * 32, m.reserved_bytes, registers, shared, block)
        lines.append(" ".join(map(str, what)))
    done = subprocess.run(
        [str(tmp_path / "oracle")], input="\n".join(lines), capture_output=True, text=True, check=True, timeout=60
    )
    answers = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert len(answers) == len(asked)
    for (name, registers, shared, block), (error, blocks) in zip(asked, answers, strict=True):
        assert not error
        warps = -(-block // 32)
        assert architecture.occupancy(name, registers, shared, block) == -(-blocks * warps // 4), (name, registers, block)
    assert architecture.occupancy("sm_90a", 32, 0, 256) == 16
    assert architecture.occupancy("sm_20", 32, 0, 256) is None


def request(path: Path) -> Request:
    return Request(
        (str(path),), Flags(), options=Options((target_id("gfx90a").architecture,)), headers=find_headers(),
        root=str(path.parent),
    )  # fmt: skip


def checked(found: program.BuiltProgram) -> dict[tuple[str, str], Cost]:
    """Each variant that was built has its cost, and so has each original; one build alone was made."""
    variants = found.program.variants
    assert variants
    assert set(found.costs) == {(k, s) for k, ss in variants.items() for s in ("", *ss)}
    assert all(c.registers > 0 for c in found.costs.values())
    return dict(found.costs)


@needs_hip_compiler
def test_amds_build_tells_what_variants_cost(memory: Path) -> None:
    platform = Platform("amd", "a GPU", "clang", Limits(64 << 10, 64), "gfx90a")
    found = checked(program.built(request(SAMPLES / "matmul_tiled.cu"), AMD, platform, 3, 1, "", lambda _: None))
    assert len({c.shared_bytes for c in found.values()}) > 1, "replicas of shared memory count"
    assert all(c.occupancy for c in found.values())


@pytest.mark.parametrize("compiler", CUDA_COMPILERS)
def test_nvidias_build_tells_what_variants_cost(
    compiler: str, memory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RETARGET_NVCC", cuda_compiler(compiler, links=True))
    platform = Platform("nvidia", "a GPU", "its compiler", Limits(48 << 10, 32), "sm_90")
    found = checked(program.built(request(SAMPLES / "matmul_tiled.cu"), NVIDIA, platform, 3, 1, "", lambda _: None))
    assert len({c.shared_bytes for c in found.values()}) > 1
    assert all(c.occupancy for c in found.values()), "its block is proved"


costs = st.builds(Cost, *[st.integers(0, 1 << 20)] * 4, st.none() | st.integers(0, 64))


@settings(max_examples=50)
@given(st.dictionaries(st.tuples(st.just("k"), st.sampled_from(["", "block(x=2)", "share()"])), costs))
def test_what_was_kept_is_read_again(found: dict[tuple[str, str], Cost]) -> None:
    record = Record("figures", "d", "amd", "gfx90a", "clang", 0, (Chosen("k", "", ""),), resources=tuple(rows(found)))
    assert typed_json.read(Record, typed_json.text(record)) == record
    (kernel,) = kernels(record)
    assert {s: Cost(**{"occupancy": None} | fs) for s, fs in kernel.resources.items()} == {
        s: c for (_, s), c in found.items()
    }
