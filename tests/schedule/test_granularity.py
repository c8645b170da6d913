"""Granularity: schedules run on the host and give what the original gives; illegal ones are refused with the place."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from hypothesis import given, settings
from hypothesis import strategies as st

from retarget.cli.source_options import Sources
from retarget.schedule.schedule import BadSchedule, read_schedules
from retarget.schedule.scheduling import scheduled_program
from retarget.schedule.steps import STEPS, Step, Variant
from retarget.schedule.steps.above import AboveBlocks
from retarget.schedule.steps.block import CoarsenBlocks
from retarget.schedule.steps.bounds import LaunchBounds
from retarget.schedule.steps.lanes import OrderLanes
from retarget.schedule.steps.pack import PackBlocks
from retarget.schedule.steps.persistent import PersistentBlocks
from retarget.schedule.steps.serial import SerialBlocks
from retarget.schedule.steps.share import ShareLoads
from retarget.schedule.steps.split import SplitBlocks
from retarget.schedule.steps.streaming import Streaming
from retarget.schedule.steps.thread import CoarsenThreads
from retarget.schedule.steps.unroll import UnrollLoops
from retarget.source.text import Edit, EditConflict, Source, Span, apply, composed, original, united
from retarget.system import exits
from retarget.targets.amd.architecture import architecture
from retarget.targets.cpu import build
from retarget.translation.emit import Layout, Place
from retarget.translation.file import Options
from retarget.translation.hip import HIP
from tests.command_line import forked, retarget, spawned
from tests.compilers import needs_host_compiler
from tests.places import SAMPLES, TESTS
from tests.scheduled_runs import scheduled_texts, verified_together
from tests.values import replace

FOLDER = TESTS / "granularity"
PROGRAMS = {path: re.findall(r"^// schedule: (.*)", path.read_text(), re.M) for path in sorted(FOLDER.glob("*.cu"))}
WHOLE = [
    (path, schedule)
    for name in ("own_names", "class_templates", "default_arguments", "macro_arguments", "namespaces")
    for path in (FOLDER / f"{name}.cu",)
    for schedule in PROGRAMS[path][:1]
]
COARSENED = {
    path: chosen
    for path, schedules in PROGRAMS.items()
    if path.stem != "own_names"  # it has others than here
    if (chosen := [s for s in schedules if re.search("thread|block", s)])
}


def refused() -> Iterator[ParameterSet]:
    """Each file of illegal steps with what is asked of its kernels and refused, of each kernel once."""
    for path in sorted((FOLDER / "refused").glob("*.cu")):
        rounds: list[dict[str, list[str]]] = []
        for line in re.findall(r"^// refused: (.*)", path.read_text(), re.M):
            kernel, *rest = map(str.strip, line.split("|"))
            free = next((r for r in rounds if kernel not in r), None)
            if free is None:
                rounds.append(free := {})
            free[kernel] = rest
        yield from (pytest.param(path, asked, id=f"{path.stem}-{at}") for at, asked in enumerate(rounds))


@needs_host_compiler
@pytest.mark.parametrize("path", [p for p, schedules in PROGRAMS.items() if schedules], ids=lambda path: path.stem)
def test_schedules_change_no_result(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "OPTIMISED", "-O0")  # a third less time to compile; samples are optimised
    done, said = verified_together(path, PROGRAMS[path])
    wrong = [(v.run.label, v.run.conditions.wave, v.differences, v.run.result) for v in done.verdicts if not v.ok]
    assert (done.code, wrong, said) == (exits.OK, [], [])


@needs_host_compiler
@pytest.mark.parametrize(("path", "schedule"), WHOLE)
def test_a_schedule_without_a_choice_changes_no_result(
    path: Path, schedule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "OPTIMISED", "-O0")
    told = forked("verify", path, "--schedule", schedule, "--limit", "60", "--json")
    assert told.code == 0 and "[granularity" not in told.err, told.out + told.err


@needs_host_compiler
@pytest.mark.parametrize("name", ["lu", "reduction", "needleman_wunsch", "gaussian"])
def test_variants_of_samples_change_no_result(name: str) -> None:
    told = forked("verify", SAMPLES / f"{name}.cu", "--variants", "2", "--shuffle", "1", "--limit", "120")
    assert told.code == 0, told.out + told.err


@needs_host_compiler
def test_variants_take_no_name_of_the_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "OPTIMISED", "-O0")
    told = forked("verify", FOLDER / "own_names.cu", "--variants", "2", "--limit", "120")
    assert told.code == 0, told.out + told.err
    assert "retarget drops" not in told.err, told.err


def test_no_generated_name_is_a_macro_of_the_command_line(tmp_path: Path) -> None:
    made = tmp_path / "made.cu"
    told = retarget(SAMPLES / "gaussian.cu", "--to", "nvidia", "--schedule", "block(x=2)", "-Dfit=99", "-o", made)
    assert told.code == 0, told.err


def test_a_macro_of_the_command_line_that_changes_generated_text_is_told(tmp_path: Path) -> None:
    made = tmp_path / "made.cu"
    told = retarget(SAMPLES / "gaussian.cu", "--to", "nvidia", "--schedule", "block(x=2)", "-Dtiles=99", "-o", made)
    assert "stays as it is: the command line defines 'tiles'" in told.err


@needs_host_compiler
def test_inline_ptx_computes_what_c_does() -> None:
    told = forked(FOLDER / "inline_ptx.cu", "--to", "cpu")
    assert told.out.startswith("wrong 0, "), told.out + told.err


@needs_host_compiler
def test_inline_ptx_of_an_original_that_a_macro_composes_is_told(tmp_path: Path) -> None:
    program = tmp_path / "composed.cu"
    program.write_text(
        '#define MUL(part) asm("mul." #part ".u32 %0, %1, %2;" : "=r"(r) : "r"(x), "r"(x))\n'
        "__global__ void k(unsigned* o)\n{\n    unsigned x = threadIdx.x, r;\n    MUL(hi);\n    o[x] = r;\n}\n"
        "int main() { k<<<1, 64>>>(nullptr); }\n"
    )
    told = forked("verify", program)
    assert told.code == exits.BUILD
    assert re.search(r"composed\.cu:5:5: error: invalid instruction mnemonic", told.err), told.err


def _begins_written(kind: str, text: str) -> bool:
    """Whether it is a class whose first member has a value from the start."""
    name = kind.partition("<")[0].strip()
    return re.search(rf"\b(?:class|struct) {re.escape(name)} \{{\s*[\w <>]+ = ", text) is not None


def left_unwritten(text: str) -> set[str]:
    """The arrays over instances of which those that are not live leave their elements as they find them."""
    found, lines = set(), text.splitlines()
    for at, line in enumerate(lines):
        declared = re.fullmatch(r" +([\w: ,<>*&]+?)(\w+)\[instances\](?:\[.*\])?;", line)
        if not declared or _begins_written(declared[1], text):
            continue
        name = declared[2]
        after = lines[at + 1 :]
        end = next((i for i, l in enumerate(after) if l == "}" or re.search(rf"\bclear\({name}\)", l)), len(after) - 1)
        bound = re.search(rf"auto& (\w+) = \*?{name}\[instance\];", "\n".join(after))
        own = bound[1] if bound else name.rstrip("_")
        ways = (rf"\b({name}\[instance\]|{own}) = ", rf"\bclear\({name}\)", rf"\bfill\(({own}|{name}\[instance\]), ",
                rf"::new \(&({own}|{name}\[instance\])\) ", rf'"=r"\({own}\)')  # fmt: skip
        written = re.compile("|".join(ways))
        words = (name, own, "continue;")
        done = [l for l in after[: end + 1] if any(w in l for w in words) and "auto& " not in l]
        first = next((l for l in done if written.search(l) or "continue;" in l), "")
        if not written.search(first):
            found.add(name)
    return found


def is_left_to_those_that_live(text: str) -> bool:
    """ptxas 13.0 took a value of a live instance from one that was not, where that had written none: wrong results."""
    values = re.compile(r"value_*\d+")  # of stores: they are read where they were written
    return "[instances]" in text and {n for n in left_unwritten(text) if not values.fullmatch(n)} <= {"live"}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "schedule"),
    [
        ("lu", "lu_internal: thread(x=2) block(x=2, y=2)"),
        ("lu", "lu_perimeter: block(x=3)"),
        ("gaussian", "eliminate: block(x=4)"),
        ("needleman_wunsch", "align_tiles: block(x=2)"),
        ("nbody", "advance: block(x=3)"),
    ],
)
def test_nothing_is_left_unwritten_for_instances_that_the_grid_lacks(name: str, schedule: str, tmp_path: Path) -> None:
    made = tmp_path / "made.cu"
    told = retarget(SAMPLES / f"{name}.cu", "--to", "nvidia", "--schedule", schedule, "-o", made)
    assert told.code == 0, told.err
    assert is_left_to_those_that_live(made.read_text())


@pytest.mark.slow
@pytest.mark.parametrize("path", COARSENED, ids=lambda path: path.stem)
def test_nothing_is_left_unwritten_in_any_of_the_programs(path: Path) -> None:
    for schedule, text, said in scheduled_texts(path, COARSENED[path]):
        assert not said and is_left_to_those_that_live(text), f"{schedule}\n{said}\n{text}"


def test_what_is_left_unwritten_is_seen() -> None:
    text = """
    int a_[instances];
    for (int instance = 0; instance < instances; ++instance) {
        auto& a = a_[instance];
        BEFORE
        a = 1;
    }
"""
    assert left_unwritten(text.replace("BEFORE", "if (!live[instance]) continue;")) == {"a_"}
    assert not left_unwritten(text.replace("BEFORE", "a = 2;"))
    assert not left_unwritten(text.replace("];", "] = {};", 1).replace("BEFORE", "if (!live[instance]) continue;"))


@pytest.mark.slow
@pytest.mark.parametrize(("path", "asked"), [*refused()])
def test_an_illegal_step_is_refused_at_its_place(path: Path, asked: dict[str, list[str]], tmp_path: Path) -> None:
    schedules = [w for kernel, (steps, _, _) in asked.items() for w in ("--schedule", f"{kernel}: {steps}")]
    told = retarget(path, *schedules, "-o", f"{tmp_path}/out/")
    assert told.code != 0, "a kernel that was named is not scheduled"
    for kernel, (_, line, why) in asked.items():
        place = rf"{path.name}:{line}:\d+: error: '{kernel}' stays as it is: .*{re.escape(why)}"
        assert re.search(place, told.err), told.err


def test_copies_of_shared_memory_that_nvcc_alone_does_not_take_are_refused_for_it(tmp_path: Path) -> None:
    asked = FOLDER / "refused" / "shared_memory.cu", "--schedule", "tile: block(x=7)"
    assert retarget(*asked, "-o", tmp_path / "made.hip").code == 0
    told = retarget(*asked, "--to", "nvidia", "-o", tmp_path / "made.cu")
    assert "'tile' stays as it is: its copies of shared memory are 57344 bytes, of 49152" in told.err


@pytest.mark.parametrize(
    ("schedule", "told"),
    [
        ("nobody: block(x=2)", "no kernel 'nobody': the kernels are lu_diagonal, lu_internal, lu_perimeter"),
        ("lu_internal: blocks(x=2)", "no step 'blocks': the steps are thread, block, pack"),
        ("block(x=2", "cannot read 'block(x=2'"),
        ("block(w=2)", "takes factors by axis, x, y or z"),
        ("block(x=0)", "a factor lies between 1 and 1024, not at 0"),
        ("block(x=2) block(y=2)", "'block' stands twice"),
        ("lanes(x, x)", "lanes takes axes"),
        ("persistent()", "persistent takes the number of blocks"),
        ("lu_internal:", "no steps in"),
        ("block(x=2); thread(x=2)", "two schedules for all kernels"),
    ],
)
def test_a_schedule_that_cannot_be_is_told(schedule: str, told: str, tmp_path: Path) -> None:
    run = retarget(SAMPLES / "lu.cu", "--schedule", schedule, "-o", f"{tmp_path}/out/")
    assert run.code not in (0, 1), run.err
    assert told in run.err


@settings(max_examples=300, deadline=None)
@given(st.text("abcxyz()=,:;0123 \n<", max_size=40))
def test_reading_schedules_never_fails_otherwise(text: str) -> None:
    try:
        read_schedules([text])
    except BadSchedule:
        pass


TRIPLES = st.tuples(*[st.integers(1, 9)] * 3)
STEPS_OF_ALL_KINDS = (
    st.builds(CoarsenThreads, TRIPLES, st.booleans()), st.builds(CoarsenBlocks, TRIPLES, st.booleans()),
    st.builds(PackBlocks, TRIPLES), st.builds(SplitBlocks, TRIPLES), st.builds(SerialBlocks, TRIPLES, st.booleans()),
    st.builds(PersistentBlocks, st.integers(1, 64)), st.builds(OrderLanes, st.permutations([0, 1, 2]).map(tuple)),
    st.just(ShareLoads()), st.sampled_from([Streaming(True, False), Streaming(False, True), Streaming(True, True)]),
    st.builds(LaunchBounds, st.integers(0, 1024), st.integers(0, 20)), st.builds(UnrollLoops, st.integers(2, 64)),
    st.builds(AboveBlocks, st.integers(1, 5000)),
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(st.tuples(*(st.none() | step for step in STEPS_OF_ALL_KINDS)))
def test_a_variant_is_spelled_as_a_schedule_that_gives_it(steps: tuple[Step | None, ...]) -> None:
    assert len(steps) == len(STEPS)
    variant = Variant.of(*(s for s in steps if s))
    if variant.steps:
        (read,) = read_schedules([str(variant)])
        assert read.variant == variant and read.variant.factors == variant.factors


@st.composite
def edits_of(draw: st.DrawFn, length: int) -> list[Edit]:
    cuts = sorted(draw(st.lists(st.integers(0, length), max_size=8)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return [Edit(Span("f", a, b), draw(st.text("XY", max_size=3)), "r") for a, b in pairs]


@pytest.mark.slow
@settings(max_examples=500, deadline=None)
@given(st.data())
def test_composed_edits_do_what_both_do_in_turn(data: st.DataObject) -> None:
    source = Source("f", "abcdefghijkl")
    first = data.draw(edits_of(12))
    try:
        middle = Source("f", apply(source, first))
        second = data.draw(edits_of(len(middle.text)))
        wanted = apply(middle, second)
    except EditConflict:
        return
    both = composed(source, first, middle, second)
    assert apply(source, both) == wanted
    assert united(both) == both
    for offset in range(len(middle.text)):
        assert 0 <= original(Span("f", offset, offset), first, source).start <= 12


def test_the_space_of_a_program_is_listed(tmp_path: Path) -> None:
    told = forked("space", SAMPLES / "lu.cu", "--no-build", "--total", "4", "--json")
    assert told.code == 0, told.err
    assert '"kernel": "lu_internal"' in told.out
    assert '"schedule": "thread(y=4)"' in told.out
    assert "threads for a wavefront of 64" in told.out


@pytest.mark.slow
def test_the_text_is_the_same_in_every_process(tmp_path: Path) -> None:
    """Products of names in strides, among others: Python's hashes differ from one process to the next."""
    source = tmp_path / "scale.cu"
    source.write_text(
        "__global__ void scale(float* a, const float* b, int w, int h) {\n"
        "  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
        "  int at = x + w * y, row = y + h;\n"
        "  a[at] = b[at] + b[row];\n"
        "}\n"
    )
    texts = set()
    for seed in "012":
        folder = tmp_path / seed
        environment = os.environ | {"PYTHONHASHSEED": seed}
        told = spawned(source, "-o", f"{folder}/", "--schedule", "block(y=4) share()", env=environment)
        assert told.code == 0, told.err
        texts.add((folder / "scale.hip").read_text())
    assert len(texts) == 1
    assert "* (" in texts.pop()


def test_launches_that_keep_the_original_are_told_at_their_place(tmp_path: Path) -> None:
    source = tmp_path / "fill.cu"
    source.write_text(
        "__global__ void fill(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
        "#define KERNEL(name) __global__ void name(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 2; }\n"
        "KERNEL(other)\n"
        "#define FILL(rest) fi##rest\n"
        "void run(float* a) {\n"
        "  fill<<<16, 64>>>(a);\n"
        "  void (*pointer)(float*) = fill;\n"
        "  pointer<<<16, 64>>>(a);\n"
        "  other<<<16, 64>>>(a);\n"
        "  FILL(ll)<<<16, 64>>>(a);\n"
        "}\n"
        "#define KERNEL_OF(n) n##_kernel\n"
        "#define RUN(n, a) by_value(n##_kernel, a)\n"
        "__global__ void two_kernel(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 2; }\n"
        "template <class T> __global__ void three_kernel(T* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 3; }\n"
        "__global__ void four_kernel(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 4; }\n"
        "template <void (*k)(float*)> void by_argument(float* a) { k<<<16, 64>>>(a); }\n"
        "template <class F> void by_value(F f, float* a) { f<<<16, 64>>>(a); }\n"
        "template <class T> void by_template(T* a) { by_value(three_kernel<T>, a); }\n"
        "void run_named(float* a) {\n"
        "  by_argument<KERNEL_OF(two)>(a);\n"
        "  RUN(four, a);\n"
        "  by_template(a);\n"
        "}\n"
    )
    told = forked(source, "-o", f"{tmp_path}/out/", "--schedule", "block(x=2)", "-v")
    assert told.code == 0, told.err
    assert "fill.cu:10:3: warning: a macro gives the name of 'fill' here: it keeps the original" in told.err
    assert "fill.cu:7:29: note: 'fill' is named here: launches through this name keep the original" in told.err
    assert re.search(r"fill.cu:3:\d+: warning: 'other' stays as it is: a macro spells this kernel", told.err)
    for at, name in (("21:15", "two"), ("22:3", "four"), ("19:54", "three")):
        assert f"fill.cu:{at}: warning: '{name}_kernel' is named here: launches through" in told.err
    assert "fill_launch(retarget::on(16, 64)" in (tmp_path / "out/fill.hip").read_text()
    named = forked(source, "-o", f"{tmp_path}/out/", "--schedule", "other: block(x=2); fill: thread(x=2)")
    assert re.search(r"fill.cu:3:\d+: error: 'other' stays as it is: a macro spells this kernel; write it", named.err)
    assert named.code and "fill_launch" in (tmp_path / "out/fill.hip").read_text()


def test_variants_that_leave_compute_units_idle_are_dropped(tmp_path: Path) -> None:
    source = tmp_path / "fill.cu"
    source.write_text(
        "__global__ void fill(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
        "void run(float* a) { fill<<<300, 64>>>(a); }\n"
    )
    told = retarget("space", source, "--no-build", "--json", "--arch", "gfx90a")
    assert told.code == 0, told.err
    dropped = {v["schedule"]: v["dropped"] for v in json.loads(told.out)["kernels"][0]["variants"]}
    assert dropped["block(x=2)"] is None
    assert dropped["block(x=4)"] == "75 blocks for 104 compute units"
    assert dropped["serial(x=4)"] == "75 blocks for 104 compute units"


def test_what_clang_cannot_read_is_told_with_the_space(tmp_path: Path) -> None:
    source = tmp_path / "fill.cu"
    source.write_text(
        '#include "absent.h"\n'
        "__global__ void fill(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
        "void run(absent_t* a) { fill<<<300, 64>>>(a->data); }\n"
    )
    told = retarget("space", source, "--no-build")
    assert told.code == 0, told.err
    assert "fill.cu:1:10: warning: 'fill' stays as it is: clang cannot read what stands here" in told.err
    assert "absent.h' file not found" in told.err
    (unread,) = json.loads(retarget("space", source, "--no-build", "--json").out)["unread"]
    assert unread["file"] == str(source)


@needs_host_compiler
def test_a_comparison_names_the_kernels_that_never_ran_coarsened(tmp_path: Path) -> None:
    source = tmp_path / "two.cu"
    index = "a[blockIdx.x * blockDim.x + threadIdx.x]"
    source.write_text(
        f"__global__ void one(float* a) {{ {index} = 1; }}\nnamespace n {{ template <class T> __global__ void two(T* a) {{ {index} = 2; }} }}\n"
        "int main() { float* a; cudaMalloc(&a, 8192); one<<<16, 64>>>(a); n::two<float><<<16, 64>>>(a); return 0; }\n"
    )
    schedules = ("--schedule", "one: block(x=2) above(500)", "--schedule", "two: block(x=2)")
    told = forked("verify", source, *schedules)
    assert told.code == exits.OK, told.err
    assert "no launch of one took its schedule" in told.err and "of two" not in told.err, told.err


def test_a_reason_is_a_comment_of_short_lines(tmp_path: Path) -> None:
    source = tmp_path / "fill.cu"
    source.write_text(
        "__global__ void fill(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }\n"
        "void run(float* a) { fill<<<300, 64>>>(a); }\n"
    )
    why = "block(x=2): " + "moves half of the words\nthat the original moves, and " * 8 + "is_" * 40 + "\\"
    sources = Sources((str(source),), root=str(tmp_path), jobs=1, schedules=("block(x=2)",))
    request = replace(sources.request(Options((architecture("gfx90a"),))), reasons={"fill": why})
    program = scheduled_program(request, HIP, Layout(Place.TREE, str(tmp_path), f"{tmp_path}/out").spelling)
    (text,) = (f.text for f in program.files)
    comment = [line for line in text.splitlines() if line.startswith("// ")]
    assert len(comment) > 3 and " ".join(line[3:] for line in comment).split() == why.rstrip("\\").split()
    assert [line for line in comment if len(line) > 100] == [line for line in comment if "is_is" in line]
