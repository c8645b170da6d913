"""Tuning: the race, the choice and the memory by themselves; whole tunings of programs on this machine."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retarget.system import exits
from retarget.system.terminal import terminal
from retarget.tuning.choice import KernelChoice, Timing, worthwhile
from retarget.tuning.launch_records import by_size, read_launches
from retarget.tuning.measurements import Unusable, alone, last_record, opened
from retarget.tuning.picked import picked
from retarget.tuning.race import FINALISTS, ORIGINAL, Field, halved, room, round_of
from retarget.tuning.record import Chosen, Record
from tests.caches import with_builds_of
from tests.command_line import Told, forked
from tests.compilers import needs_host_compiler
from tests.places import SAMPLES
from tests.variants import spelled

PROGRAM = """\
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
__global__ void twice(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= 2; }
__global__ void add(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 3; }
int main(int argc, char** argv)
{
    const int n = 1000;
    float *a, host[n];
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&a, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    for (int k = 1; k < 6; ++k) twice<<<16, 64>>>(a, n);
    for (int k = 0; k < 64; ++k) add<<<16, 64>>>(a, n);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    BEHIND
    for (int i = 0; i < n; i += 99) printf("%g\\n", host[i]);
    return 0;
}
"""
variants = st.dictionaries(st.sampled_from("abc"), st.integers(0, 40), min_size=1)


def field_of(counts: dict[str, int]) -> Field:
    return Field({k: tuple(range(n + 1)) for k, n in counts.items()})


@given(variants, st.integers(1, 4), st.integers(0, 9), st.integers(1, 9), st.data())
def test_a_round_gives_every_variant_its_samples(
    counts: dict[str, int], wanted: int, seed: int, width: int, data: st.DataObject
) -> None:
    field = field_of(counts)
    known = {(k, v): [1.0] * data.draw(st.integers(0, 3)) for k, vs in field.alive.items() for v in vs[:3]}
    runs = round_of(field, known, wanted, seed, dict.fromkeys(counts, width))
    for kernel, alive in field.alive.items():
        for v in alive:
            assert len(known.get((kernel, v), ())) + sum(v in r[kernel] for r in runs) >= wanted
        assert all(1 <= len(r[kernel]) <= width for r in runs)
    if width == 1:
        due = [sum(max(0, wanted - len(known.get((k, v), ()))) for v in vs) for k, vs in field.alive.items()]
        assert len(runs) == max(due)  # not the sum over the kernels
    elif not known:
        assert len(runs) == wanted * max(-(-max(1, n) // (width - 1)) for n in counts.values())


def test_variants_that_take_turns_are_timed_as_if_each_ran_all_launches() -> None:
    text = "k 0 8,1,1 64,1,1 10 20\nk 1 8,1,1 64,1,1 10 10\nk -2 8,1,1 64,1,1 5 10\nk 0 1,1,1 64,1,1 1 9\nj 0 1,1,1 1,1,1 3 3"
    size = ((8, 1, 1), (64, 1, 1))
    assert by_size(read_launches(text), "k") == {0: {size: 50.0}, 1: {size: 25.0}}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("k 0 8,1,1 64,1,1 160 20", 10),
        ("k 0 8,1,1 64,1,1 4000 20", 16),
        ("k 0 8,1,1 64,1,1 160 99\nk 0 1,1,1 64,1,1 1 1", 10),  # a share of the time that does not count
        ("k 0 8,1,1 64,1,1 160 50\nk 0 1,1,1 64,1,1 1 50", 1),
        ("", 1),
    ],
)
def test_variants_take_turns_where_launches_are_many(text: str, found: int) -> None:
    assert room(read_launches(text), "k") == found


@given(variants, st.randoms())
def test_halving_keeps_the_original_and_the_fastest(counts: dict[str, int], random: object) -> None:
    field = field_of(counts)
    samples = {(k, v): [random.random()] for k, vs in field.alive.items() for v in vs}  # type: ignore[attr-defined]
    turns = 0
    while not field.is_decided:
        smaller = halved(field, samples)
        assert all(len(smaller.alive[k]) < len(vs) for k, vs in field.alive.items() if len(vs) > FINALISTS)
        field, turns = smaller, turns + 1
    assert turns <= 6
    for kernel, alive in field.alive.items():
        assert ORIGINAL in alive
        others = list(range(1, counts[kernel] + 1))
        if others:
            assert min(others, key=lambda v: samples[kernel, v]) in alive


def test_a_gain_that_hardly_counts_is_left() -> None:
    large = KernelChoice("large", 0, "", Timing(1000, 1, 9), Timing(1000, 1, 9), "")
    small = KernelChoice("small", 3, "share()", Timing(0.5, 0, 9), Timing(0.2, 0, 9), "faster")
    assert [c.schedule for c in worthwhile([large, small])] == ["", ""]
    assert worthwhile([small])[0].schedule == "share()"


def test_messages_of_others_are_printed_as_they_are(capsys: pytest.CaptureFixture[str]) -> None:
    said = f"main.cpp:100: [bold]a[i][/] is {'not ' * 40}declared"
    terminal().print(said)
    assert capsys.readouterr().out == f"{said}\n"


@given(st.text(max_size=200))
def test_reading_launches_never_fails(text: str) -> None:
    read_launches(text)


def test_launches_are_read() -> None:
    found = read_launches("k 2 16,1,1 64,2,1 5 1.25\nk -3 1,1,1 64,1,1 1 0.5\nk 2 16,1")
    assert [(l.variant, l.fits, l.grid, l.count) for l in found] == [(2, True, (16, 1, 1), 5), (3, False, (1, 1, 1), 1)]


def test_every_family_of_steps_is_among_those_picked() -> None:
    many = [spelled(f"block(x={n})") for n in range(2, 40)] + [spelled("persistent(2)"), spelled("thread(x=2)")]
    few = picked(many, 6, 1)
    assert len(few) == 6
    assert {spelled("persistent(2)"), spelled("thread(x=2)")} <= set(few)
    assert picked(many, 6, 1) == few
    assert picked(many, 0, 1) == tuple(many)


@given(st.integers(1, 10**6), st.integers(1, 60))
def test_large_kernels_have_few_variants_of_few_instances(nodes: int, count: int) -> None:
    many = [spelled(f"block(x={n})") for n in range(2, 40)] + [spelled("persistent(2)"), spelled("thread(x=2)")]
    few = picked(many, count, 1, nodes)
    assert set(few) <= set(many)
    assert len(few) <= count
    assert sum(v.factors.total for v in few) * nodes <= 1_500_000
    assert all(v.factors.total * nodes <= 40_000 or v.factors.total == 1 for v in few)
    if nodes < 1_000:  # all of them have 820 instances
        assert len(few) == min(count, len(many))


def test_the_memory_keeps_what_was_measured(tmp_path: Path) -> None:
    choice = Chosen("k", "block(x=2)", "faster", Timing(2, 0.1, 3), Timing(1, 0.1, 3), 2.0)
    record = Record("figures", "gfx942", "amd", "gfx942", "clang", 0, (choice,))
    with opened(tmp_path, "one") as first, opened(tmp_path, "two") as second:
        first.add_samples({("k", "block(x=2)"): 1.5})
        second.add_samples({("k", ""): 2.5})
        first.add_samples({("k", "block(x=2)"): 1.25})
        first.add_fault("k", "pack(x=2)", "it ended with 134")
        first.add_record("program", record)
    with opened(tmp_path, "one") as again:
        assert again.samples() == {("k", "block(x=2)"): [1.5, 1.25]}
        assert again.faults() == {("k", "pack(x=2)"): "it ended with 134"}
    assert last_record(tmp_path, "program") == record
    assert last_record(tmp_path, "another") is None


@settings(max_examples=30)
@given(st.binary(min_size=1, max_size=300))
def test_a_foreign_memory_is_told(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    folder = tmp_path_factory.mktemp("memory")
    (folder / "tunings.sqlite").write_bytes(data)
    with pytest.raises(Unusable, match="move it away"), opened(folder, "one"):
        pass


def test_a_database_of_another_program_is_told(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "tunings.sqlite") as base:
        base.execute("CREATE TABLE sample (what TEXT)")
    with pytest.raises(Unusable, match="another program's"), opened(tmp_path, "one"):
        pass


def test_two_tunings_of_one_device_are_kept_apart(tmp_path: Path) -> None:
    with alone(tmp_path, "H200"):
        with pytest.raises(Unusable, match="another tuning runs on H200"), alone(tmp_path, "H200"):
            pass
        with alone(tmp_path, "MI300X"):
            pass


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> Path:
    """One for all of these tests: what was measured is known to the next."""
    return with_builds_of(shared, tmp_path_factory.mktemp("cache"))


def tuned(folder: Path, cache: Path, behind: str = "", *options: str) -> Told:
    source = folder / "program.cu"
    source.write_text(PROGRAM.replace("BEHIND", behind))
    words = ("tune", source, "--to", "cpu", "--variants", "5", *options)
    return forked(*words, env=os.environ | {"RETARGET_CACHE_DIR": str(cache)}, cwd=folder)


@needs_host_compiler
def test_a_program_is_tuned_and_what_was_chosen_is_written(tmp_path: Path, cache: Path) -> None:
    told = tuned(tmp_path, cache, "", "--json")
    assert told.code == exits.OK, told.err
    found = json.loads(told.out)
    assert {c["kernel"] for c in found["choices"]} == {"twice", "add"}
    assert found["ran"]["verified"]
    assert found["ran"]["in_time"]
    assert all(c["chosen"]["median"] <= c["original"]["median"] for c in found["choices"])
    environment = os.environ | {"RETARGET_CACHE_DIR": str(cache)}
    applied = forked("apply", tmp_path / "program.cu", "-o", f"{tmp_path}/out/", env=environment, cwd=tmp_path)
    assert applied.code == exits.OK, applied.err
    text = (tmp_path / "out/program.hip").read_text()
    for choice in found["choices"]:
        if choice["schedule"]:
            assert f"{choice['schedule']}: {choice['reason']}" in text.replace("\n// ", " ")
    assert "RETARGET_VARIANT" not in text


@needs_host_compiler
def test_what_is_known_is_not_run_again(tmp_path: Path, cache: Path) -> None:
    first, second = (json.loads(tuned(tmp_path, cache, "// once more", "--json").out) for _ in range(2))
    samples = [{(s["kernel"], s["schedule"]): s["ms"] for s in told["samples"]} for told in (first, second)]
    assert any(samples[1][k] == ms for k, ms in samples[0].items()), "the race is not run again, the finals are"
    assert all(samples[1][k][: len(ms)] == ms for k, ms in samples[0].items())
    for name in ("tunings.sqlite-wal", "tunings.sqlite-shm"):
        (cache / name).unlink(missing_ok=True)
    (cache / "tunings.sqlite").write_bytes(b"nothing of ours, and long enough to be looked at" * 20)
    told = tuned(tmp_path, cache)
    (cache / "tunings.sqlite").unlink()
    assert told.code == exits.UNTUNABLE
    assert "move it away" in told.err


@needs_host_compiler
def test_a_variant_that_fails_costs_itself_alone(tmp_path: Path, cache: Path) -> None:
    spoilt = """const char* asked = getenv("RETARGET_VARIANT");
    const char* at = asked ? strstr(asked, "twice=") : nullptr;
    if (at && at[6] == '1') abort();
    if (at && at[6] == '2') for (;;) { }
    if (at && at[6] == '3') host[0] = 7;"""
    told = tuned(tmp_path, cache, spoilt, "--json", "--limit", "2s")
    assert told.code == exits.OK, told.err
    dropped = {d["why"] for d in json.loads(told.out)["dropped"] if d["kernel"] == "twice"}
    assert "it ended with 134, the original with 0" in dropped
    assert "it did not end in time" in dropped
    assert any(re.match(r"line 1 of its output: '7' instead of '192'", why) for why in dropped)
    assert not [d for d in json.loads(told.out)["dropped"] if d["kernel"] == "add"]


@needs_host_compiler
@pytest.mark.parametrize(
    ("behind", "options", "why"),
    [
        ("return 3;", (), ""),
        ("exit(5);", ("--check", "false"), "the check found fault with its results. That was the original"),
        ("for (;;) { }", ("--limit", "1s"), "does not end within 1.0 s"),
        (
            'timespec t; timespec_get(&t, TIME_UTC); for (int i = t.tv_nsec / 1000 % 499; i; --i) puts("");',
            (),
            "differ",
        ),
    ],
)
def test_a_program_that_cannot_be_tuned_is_told(
    behind: str, options: tuple[str, ...], why: str, tmp_path: Path, cache: Path
) -> None:
    told = tuned(tmp_path, cache, behind, *options)
    if why:
        assert (told.code, why in told.err) == (exits.UNTUNABLE, True), told.err
    else:  # whatever the original ends with is what its variants have to end with
        assert told.code == exits.OK, told.err


def test_nothing_is_applied_before_it_is_tuned(tmp_path: Path) -> None:
    environment = os.environ | {"RETARGET_CACHE_DIR": str(tmp_path)}
    told = forked("apply", SAMPLES / "lu.cu", "-o", f"{tmp_path}/out/", env=environment)
    assert told.code == exits.UNTUNABLE
    assert "`retarget tune` it first" in told.err


@pytest.mark.parametrize(("target", "what"), [("amd", "AMD GPU"), ("nvidia", "NVIDIA")])
def test_a_missing_device_is_named_with_the_remedy(target: str, what: str, tmp_path: Path) -> None:
    environment = os.environ | {"PATH": str(tmp_path), "RETARGET_CACHE_DIR": str(tmp_path)}
    told = forked("tune", SAMPLES / "lu.cu", "--to", target, env=environment)
    if told.code == exits.OK:
        pytest.skip(f"there is an {what}")
    assert told.code == exits.MISSING
    assert what in told.err
    assert "take a machine with an" in told.err or "install it with: pip" in told.err


@pytest.mark.parametrize(
    ("text", "seconds"), [("90", 90), ("90s", 90), ("1.5m", 90), ("2h", 7200), ("0", 0), ("soon", 0)]
)
def test_times_are_read(text: str, seconds: float) -> None:
    from retarget.system.duration import Duration  # noqa: PLC0415  (beside its use)

    if seconds:
        assert Duration().convert(text, None, None) == seconds
    else:
        with pytest.raises(Exception, match="is no time"):
            Duration().convert(text, None, None)


@needs_host_compiler
def test_another_way_to_judge_judges_anew(tmp_path: Path, cache: Path) -> None:
    spoilt = """const char* asked = getenv("RETARGET_VARIANT");
    if (asked && (strstr(asked, "twice=1") || strstr(asked, "twice=2"))) host[0] *= 1.01;"""
    strict = json.loads(tuned(tmp_path, cache, spoilt, "--json").out)
    lax = json.loads(tuned(tmp_path, cache, spoilt, "--json", "--tolerance", "0.1").out)
    assert [len(found["dropped"]) for found in (strict, lax)] == [2, 0]


@needs_host_compiler
def test_files_of_the_users_come_back(tmp_path: Path, cache: Path) -> None:
    writes = 'if (FILE* out = fopen("out.txt", "w")) { fprintf(out, "%g\\n", host[7]); fclose(out); }'
    (tmp_path / "out.txt.retarget-kept").write_text("mine")
    told = tuned(tmp_path, cache, writes, "--compare", "out.txt")
    assert told.code == exits.OK, told.err
    assert "brought back" in told.err
    assert (tmp_path / "out.txt").read_text() == "mine"
    absent = tuned(tmp_path, cache, writes, "--compare", "other.txt")
    assert (absent.code, "does not write other.txt" in absent.err) == (exits.UNTUNABLE, True), absent.err


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--ignore", "["), "no regular expression"),
        (("--build-command", "make"), "--build-command and --to cpu contradict each other"),
        (("--schedule", "twice: block(x=2)"), "the tuning finds the schedules"),
    ],
)
def test_options_are_refused_before_any_work(options: tuple[str, ...], why: str, tmp_path: Path, cache: Path) -> None:
    told = tuned(tmp_path, cache, "", *options)
    assert (told.code, why in told.err) == (exits.USAGE, True), told.err


@needs_host_compiler
def test_kernels_of_one_name_are_left_alone(tmp_path: Path, cache: Path) -> None:
    source = tmp_path / "two.cu"
    body = "(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }"
    source.write_text(
        f"namespace p {{ __global__ void add{body} }}\nnamespace q {{ __global__ void add{body} }}\n"
        "int main() { int* a; cudaMalloc(&a, 4096); p::add<<<16, 64>>>(a); q::add<<<16, 64>>>(a); return 0; }\n"
    )
    told = forked("tune", source, "--to", "cpu", env=os.environ | {"RETARGET_CACHE_DIR": str(cache)}, cwd=tmp_path)
    assert (told.code, "no kernel has variants" in told.err) == (exits.UNTUNABLE, True), told.err


@needs_host_compiler
def test_kernels_that_no_launch_names_are_not_built(tmp_path: Path, cache: Path) -> None:
    source = tmp_path / "pointer.cu"
    source.write_text(
        "__global__ void add(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }\n"
        "int main() { int* a; cudaMalloc(&a, 4096); void (*k)(int*) = add; k<<<16, 64>>>(a); return 0; }\n"
    )
    told = forked("tune", source, "--to", "cpu", env=os.environ | {"RETARGET_CACHE_DIR": str(cache)}, cwd=tmp_path)
    assert (told.code, "no launch names them: add" in told.err) == (exits.UNTUNABLE, True), told.err


@pytest.mark.parametrize("options", [("--to", "cpu"), ("--to", "amd", "--by", "figures")])
@needs_host_compiler
def test_units_that_clang_cannot_read_are_named(options: tuple[str, ...], tmp_path: Path, cache: Path) -> None:
    source = tmp_path / "unread.cu"
    source.write_text("__global__ void add(absent_t* a) { *a += 1; }\nint main() { return 0; }\n")
    told = forked("tune", source, *options, env=os.environ | {"RETARGET_CACHE_DIR": str(cache)}, cwd=tmp_path)
    if told.code != exits.MISSING:  # of a compiler for AMD GPUs
        assert (told.code, "clang cannot read what stands here" in told.err) == (exits.UNTUNABLE, True), told.err
        assert "absent_t" in told.err


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("int main() { return 0; }", "there is no kernel in it"),
        (
            "#include <cooperative_groups.h>\n__global__ void k(int* a) { cooperative_groups::this_grid().sync(); a[0] = 1; }\n"
            "int main() { int* a; cudaMalloc(&a, 4096); k<<<1, 64>>>(a); return 0; }",
            "no kernel has variants; k: of cooperative groups",
        ),
    ],
)
@needs_host_compiler
def test_what_stands_against_all_kernels_is_told(text: str, why: str, tmp_path: Path, cache: Path) -> None:
    source = tmp_path / "none.cu"
    source.write_text(text + "\n")
    told = forked("tune", source, "--to", "cpu", env=os.environ | {"RETARGET_CACHE_DIR": str(cache)}, cwd=tmp_path)
    assert (told.code, why in told.err) == (exits.UNTUNABLE, True), told.err
