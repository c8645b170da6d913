"""The bench of pairs: what it makes of csmith's programs is whole and free of races, a sample of its pairs is right, and
what an emulator's runs give is judged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.command_line import forked
from tests.compilers import needs_hip_compiler, needs_host_compiler
from tests.test_bench import BENCH, loaded

needs_csmith = pytest.mark.skipif(shutil.which("csmith") is None, reason="no csmith (apt-get install csmith)")
SAMPLE = 5, 3  # a seed, its kernels


@pytest.fixture(autouse=True)
def _benches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(BENCH))


@needs_csmith
@needs_host_compiler
def test_csmiths_programs_are_the_same_in_every_order_and_width(tmp_path: Path) -> None:
    path = tmp_path / "program.cu"
    path.write_text(loaded("csmith.py").made(*SAMPLE).text)
    shuffled = forked(path, "--to", "cpu", "--shuffle", "1", "--sanitize", "--limit", "100")
    assert shuffled.code == 0, shuffled.err
    assert not [word for word in ("fault", "race") if word in shuffled.err], shuffled.err
    for wave in ("32", "64"):
        plain = forked(path, "--to", "cpu", "--wave", wave, "--limit", "100")
        assert (plain.code, plain.out) == (0, shuffled.out), plain.err


@needs_csmith
def test_a_seed_of_csmiths_gives_one_text() -> None:
    csmith = loaded("csmith.py")
    assert csmith.made(*SAMPLE) == csmith.made(*SAMPLE)


def test_a_missing_csmith_is_named_with_what_installs_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="apt-get install csmith"):
        loaded("csmith.py").made(*SAMPLE)


@needs_csmith
@needs_host_compiler
def test_a_sample_of_pairs_is_right(tmp_path: Path) -> None:
    source = tmp_path / "program.cu"
    source.write_text(loaded("csmith.py").made(*SAMPLE).text)
    found = loaded("pair_runs.py").judged([source], SAMPLE[0], tmp_path / "cache")
    assert {pair.verdict for pair in found} <= {"same", "refused", "unchanged"}, [p for p in found if p.why]
    assert sum(pair.verdict == "same" for pair in found) > 10


def result(constructs: dict[str, list[str]], *pairs: tuple[str, str, str]) -> dict[str, object]:
    return {"constructs": constructs, "pairs": [dict(zip(("kernel", "family", "verdict"), pair, strict=True)) for pair in pairs]}


def test_pairs_count_for_each_construct_of_their_kernel_and_each_of_their_steps() -> None:
    met = loaded("pair_aim.py").Met.of([
        result({"k": ["goto", "bit-fields"]}, ("k", "thread unroll", "same"), ("k", "block", "refused"), ("k", "pack", "unchanged"))
    ])  # fmt: skip
    assert met.changed == {(c, s): 1 for c in ("goto", "bit-fields") for s in ("thread", "unroll")}
    assert met.refused == {(c, "block"): 1 for c in ("goto", "bit-fields")}


def test_what_one_of_two_kernels_of_a_name_holds_counts_for_neither() -> None:
    both = "kernel's name in two units"
    met = loaded("pair_aim.py").Met.of([result({"k": ["goto", both, "overloaded kernel"]}, ("k", "thread", "same"))])
    assert met.changed == {(both, "thread"): 1}


def test_the_aim_draws_what_is_short_and_what_schedules_refuse_alone() -> None:
    aim, seen = loaded("pair_aim.py"), list[list[str]]()
    names = ["bit-fields", "array of arrays", "struct copied", "switch in a loop"]
    pairs = [(n, "thread", "same") for n in names for _ in range(9)] + [("goto", "block", "refused")] * 8
    met = aim.Met.of([result({n: [n] for n in (*names, "goto")}, *pairs, ("goto", "thread", "same"))])

    def draw(seed: int, sought: list[list[str]]) -> object:
        seen.extend(sought)
        return loaded("pairs.py").fitting(seed, sought)

    for seed in range(6):
        aim.aimed(seed, met, 10, draw, 2)
    assert {name for each in seen for name in each} == {*names, "goto"}
    assert all(each == ["goto"] for each in seen if "goto" in each)


VARIED = """\
#include <cstdio>
__global__ void first(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 3; }
__global__ void second(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] += 4; }
int main()
{
    int *device, host[64];
    cudaMalloc((void**)&device, sizeof host);
    first<<<2, 32>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    printf("first %d\\n", host[1]);
    second<<<2, 32>>>(device);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    printf("second %d\\n", host[63]);
}
"""
RUN = """\
#!/bin/sh
grep -q gfx942 "$1" || exit 9
for kernel in first second; do echo "$kernel $RETARGET_VARIANT 2 32"; done > "$RETARGET_LAUNCHES"
echo first 3
[ "$RETARGET_VARIANT" = 2 ] && echo second 8 || echo second 7
"""


@needs_hip_compiler
@needs_host_compiler
def test_what_differs_as_machine_code_alone_is_wrong_for_its_own_kernel(tmp_path: Path) -> None:
    """RUN takes an emulator's place: the second variant's last line is another."""
    (source := tmp_path / "program.cu").write_text(VARIED)
    (run := tmp_path / "run").write_text(RUN)
    run.chmod(0o755)
    pairs = loaded("pair_runs.py")
    found = pairs.judged([source], 1, tmp_path / "cache", pairs.Emulator(str(run)))
    wrong = [pair for pair in found if pair.verdict == "wrong"]
    assert [(pair.kernel, pair.why) for pair in wrong] == [("second", "gfx942: line 2: second 7 is second 8")]
    assert all(pair.emulated == (pair.verdict in ("same", "wrong")) for pair in found)


@needs_hip_compiler
@needs_host_compiler
def test_a_program_whose_original_differs_as_machine_code_is_not_judged(tmp_path: Path) -> None:
    (source := tmp_path / "program.cu").write_text(VARIED)
    (run := tmp_path / "run").write_text("#!/bin/sh\n")
    run.chmod(0o755)
    pairs = loaded("pair_runs.py")
    with pytest.raises(pairs.Broken, match="gfx942: the original: another output"):
        pairs.judged([source], 1, tmp_path / "cache", pairs.Emulator(str(run)))
