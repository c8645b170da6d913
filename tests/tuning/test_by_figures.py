"""The choice with no device: assembly counted, figures compared, programs written with what they favour."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.schedule.steps import ORIGINAL, Variant
from retarget.system import exits
from retarget.targets.amd.architecture import architecture
from retarget.targets.amd.assembly import Counts, Listing, Region, counted, listings
from retarget.targets.amd.resources import Resources
from retarget.tuning.by_figures import shown
from retarget.tuning.cost import Cost, rows
from retarget.tuning.figures import Figures, against, busiest, favoured, unsuited
from retarget.tuning.measurements import Unusable, last_record, opened
from retarget.tuning.picked import smallest
from retarget.tuning.record import Chosen, Ran, Record, VariantCost
from tests.command_line import Told, forked, retarget
from tests.compilers import needs_hip_compiler, runs_compilers
from tests.places import SAMPLES
from tests.values import replace
from tests.variants import spelled

ASSEMBLY = """\
\t.text
helper:                                 ; @helper
\ts_setpc_b64 s[30:31]
.Lfunc_end0:
_Z1kIfEvPT_i:                           ; @_Z1kIfEvPT_i
; %bb.0:
\ts_load_dwordx2 s[0:1], s[4:5], 0x0
\tglobal_load_dwordx4 v[0:3], v4, s[0:1]
\ts_waitcnt vmcnt(0)
.LBB1_1:                                ;   in Loop: Header=BB1_2 Depth=1
\tv_mov_b32_e32 v0, 0
.LBB1_2:                                ; =>This Loop Header: Depth=1
                                        ;     Child Loop BB1_3 Depth 2
\tds_read2_b32 v[0:1], v2 offset1:1
.LBB1_3:                                ;   Parent Loop BB1_2 Depth=1
                                        ; =>  This Inner Loop Header: Depth=2
\tds_read_b128 v[0:3], v2
\tbuffer_load_dword v0, off, s[0:3], 0 offset:4
\ts_cbranch_scc1 .LBB1_3
; %bb.4:                                ;   in Loop: Header=BB1_2 Depth=1
\tglobal_store_byte v0, v1, s[0:1]
\ts_cbranch_scc1 .LBB1_2
; %bb.5:
\ts_endpgm
.Lfunc_end1:
\t.amdhsa_kernel _Z1kIfEvPT_i
"""


def test_assembly_is_counted_loop_by_loop() -> None:
    outside, outer, inner = Counts(2, 4, 0, 0), Counts(4, 1, 2, 0, 1), Counts(3, 0, 4, 1)
    assert list(listings(ASSEMBLY)) == [
        Listing("k<float>", (Region(0, outside), Region(1, outer), Region(2, inner)), False)
    ]
    (called,) = listings(ASSEMBLY.replace("\ts_endpgm", "\ts_swappc_b64 s[30:31], s[4:5]"))
    assert called.calls


@given(st.integers(0, len(ASSEMBLY)), st.text(max_size=40))
def test_any_text_is_read(at: int, more: str) -> None:
    assert len(list(listings(ASSEMBLY[:at] + more + ASSEMBLY[at:]))) <= 1


@pytest.mark.parametrize(
    ("mnemonic", "words"),
    [
        ("global_load_dword", (1, 0, 0)),
        ("global_load_dwordx3", (3, 0, 0)),
        ("global_load_b128", (4, 0, 0)),
        ("global_load_u8", (1, 0, 0)),
        ("global_load_ushort", (1, 0, 0)),
        ("global_atomic_add_f64", (1, 0, 0)),
        ("global_wb", (0, 0, 0)),
        ("buffer_wbinvl1", (0, 0, 0)),
        ("buffer_gl0_inv", (0, 0, 0)),
        ("flat_store_dwordx2", (2, 0, 0)),
        ("ds_read2st64_b64", (0, 4, 0)),
        ("ds_load_2addr_b32", (0, 2, 0)),
        ("ds_write_b8", (0, 1, 0)),
        ("scratch_load_b32", (0, 0, 1)),
        ("v_add_f32_e32", (0, 0, 0)),
    ],
)
def test_words_are_counted(mnemonic: str, words: tuple[int, int, int]) -> None:
    assert counted(mnemonic) == Counts(1, *words, words[0] if "load" not in mnemonic else 0)


def variant(
    own: Variant = ORIGINAL,
    *loops: tuple[int, int, int, int],
    threads: int | None = 256,
    vgprs: int = 32,
    scratch: int = 0,
    lds: int = 0,
) -> Figures:
    """loops: depth, instructions, words of global and of shared memory of each region."""
    said = Resources(
        "k", "k", "gfx90a", vgprs, 0, 20, 0, 0, scratch, lds, 8 if vgprs <= 64 else 4, 0, "", 64, 1024, False
    )
    regions = tuple(Region(depth, Counts(i, g, s)) for depth, i, g, s in loops)
    return Figures(architecture("gfx90a"), own, threads, said, regions)


BASE = variant(ORIGINAL, (0, 40, 4, 2), (1, 8, 0, 2))
FOUR = spelled("block(x=4)")


@pytest.mark.parametrize(
    ("other", "why"),
    [
        (variant(FOUR, (0, 110, 13, 5), (1, 12, 0, 5)), ""),
        (variant(FOUR, (0, 900, 13, 5), (1, 12, 0, 5)), ""),  # what is done once does not count beside a loop
        (variant(FOUR, (0, 110, 13, 5), (1, 12, 0, 5), scratch=8), "8 bytes of scratch memory"),
        (variant(FOUR, (0, 110, 13, 5), (1, 12, 0, 5), vgprs=100), "occupancy 4, from 8"),
        (variant(FOUR, (0, 110, 13, 5), (1, 12, 0, 5), lds=16 << 10), "occupancy 4, from 8"),
        (variant(FOUR, (0, 110, 13, 5), (1, 12, 0, 5), lds=9 << 10, threads=64), "occupancy 2, from 8"),
        (variant(FOUR, (0, 110, 13, 5)), "other loops"),
        (variant(FOUR, (0, 110, 13, 5), (2, 12, 0, 5)), "other loops"),
        (
            variant(FOUR, (0, 110, 17, 5), (1, 12, 0, 5)),
            "4.25 words of global memory for each work item in what is out",
        ),
        (variant(FOUR, (0, 110, 13, 5), (1, 12, 1, 5)), "0.25 words of global memory for each work item in loop 1"),
        (variant(FOUR, (0, 110, 13, 5), (1, 33, 0, 5)), "8.25 instructions"),
        (variant(FOUR, (0, 110, 13, 5), (1, 12, 0, 8)), "as much traffic"),
        (variant(FOUR, (0, 110, 13, 5), (1, 12, 0, 7), threads=32), "6.5 words of global memory"),
    ],
)
def test_what_speaks_against_a_variant(other: Figures, why: str) -> None:
    assert against(other, BASE).find(why) >= 0
    assert bool(against(other, BASE)) == bool(why)


figures = st.builds(
    lambda n, i, g, s, v: variant(spelled(f"block(x={n})"), (0, i, g, s), (1, i, g, s), vgprs=v),
    st.integers(1, 8), st.integers(1, 60), st.integers(0, 9), st.integers(0, 9), st.integers(8, 128),
)  # fmt: skip


@given(figures, figures)
def test_no_two_are_each_favoured_over_the_other(a: Figures, b: Figures) -> None:
    assert against(a, b) or against(b, a)
    assert against(a, a)


def test_stores_are_not_shared() -> None:
    def storing(own: Variant, loaded: int, stored: int) -> Figures:
        made = variant(own)
        return replace(made, regions=(Region(0, Counts(10, loaded + stored, 0, 0, stored)),))

    assert against(storing(FOUR, 4, 4), storing(ORIGINAL, 3, 1)) == ""
    assert "work items store less" in against(storing(FOUR, 4, 1), storing(ORIGINAL, 3, 1))


def test_idle_lanes_cost_as_much_as_busy_ones() -> None:
    small = variant(ORIGINAL, (0, 40, 4, 0), threads=16)
    packed = variant(spelled("pack(y=4)"), (0, 50, 4, 0), threads=64)
    assert against(packed, small) == ""
    assert against(variant(spelled("pack(y=2)"), (0, 90, 8, 0), threads=32), small)


def test_the_least_changed_is_taken_of_those_that_are_near() -> None:
    two, four, eight = (
        variant(spelled(f"block(x={n})"), (0, 9, 0, 0), (1, 2 * n, 0, s)) for n, s in ((2, 3), (4, 5), (8, 9))
    )
    assert favoured(BASE, [eight, four]) == four, "1.25 words and 1.125: the second is no tenth less"
    assert favoured(BASE, [two, eight, four]) == four
    assert favoured(BASE, []) is None
    along = [variant(spelled(f"block({f})"), (0, 9, 0, 0), (1, 4, 0, 3)) for f in ("x=2", "y=2", "z=2")]
    assert [favoured(BASE, along, near) for near in ((0, 0, 0), (1, 2, 0), (0, 0, 1))] == along
    assert busiest(BASE.regions) == [1]
    assert busiest(variant(ORIGINAL, (0, 9, 2, 0), (1, 9, 0, 0)).regions) == [0]


def test_figures_of_other_loops_are_shown_too() -> None:
    unrolled = variant(spelled("block(x=2)"), (0, 40, 8, 0))
    assert against(unrolled, BASE)
    assert shown(unrolled, BASE)["instructions"] == 20
    assert shown(BASE, unrolled)["shared_words"] == 2


def test_blocks_fill_the_device() -> None:
    assert BASE.blocks_to_fill == 104 * 8
    assert variant(ORIGINAL, (0, 1, 1, 1), vgprs=100).blocks_to_fill == 104 * 4
    assert variant(ORIGINAL, (0, 1, 1, 1), threads=None).blocks_to_fill == 104 * 8 * 4, "a block may be one wave"


class Extent:
    """As much of a kernel as is asked here."""

    def __init__(self, *extent: int) -> None:
        self.extent = extent or None


@pytest.mark.parametrize(
    ("extent", "own", "why"),
    [
        ((16, 16, 1), spelled("block(x=4)"), ""),
        ((16, 16, 1), spelled("thread(y=4)"), ""),
        ((16, 16, 1), spelled("block(x=2, y=2)"), "two axes"),
        ((16, 16, 1), spelled("block(x=4) thread(y=2)"), ""),
        ((16, 16, 1), spelled("thread(x=2)"), "8 neighbouring lanes of 16"),
        ((256, 1, 1), spelled("thread(x=4)"), ""),
        ((256, 1, 1), spelled("thread(x=8)"), "32 neighbouring lanes"),
        ((256, 1, 1), spelled("thread(x=4, consecutive)"), "not side by side"),
        ((16, 16, 1), spelled("lanes(y, x)"), "another order"),
        ((16, 16, 1), spelled("persistent(2)"), "in turn"),
        ((16, 16, 1), spelled("block(x=2) streaming(stores)"), "caches"),
        ((16, 16, 1), spelled("bounds()"), "from another"),
        ((), spelled("block(x=2)"), ""),
        ((), spelled("thread(y=2)"), "not proved"),
        ((), spelled("pack(y=2)"), "not proved"),
    ],
)
def test_what_figures_do_not_tell(extent: tuple[int, ...], own: Variant, why: str) -> None:
    subject: Any = Extent(*extent)
    found = unsuited(subject, own, 64)
    assert why in found and bool(found) == bool(why)


def test_the_smallest_of_every_family() -> None:
    many = [spelled(f"block(x={n})") for n in (2, 3, 4, 5, 6, 8)] + [spelled(f"thread(y={n})") for n in (8, 4, 2)]
    assert smallest(many, 5) == (*(spelled(f"block(x={n})") for n in (2, 4, 8)), *many[7:])
    assert smallest(many, 0) == tuple(many)


def test_what_was_measured_goes_before_figures(tmp_path: Path) -> None:
    figures = Record("figures", "gfx942", "amd", "gfx942", "clang", 0, (Chosen("k", "", ""),))
    measured = replace(figures, by="runs", device="a GPU", ran=Ran(4, 2, 9, 1, 20, True, True, 0))
    with opened(tmp_path, "one") as memory:
        memory.add_record("p", measured)
        memory.add_record("p", figures)
        memory.add_record("q", figures)
    assert [last_record(tmp_path, p, "amd") for p in "pq"] == [measured, figures]
    assert last_record(tmp_path, "p") == figures, "the last of all"


@pytest.mark.parametrize(
    "text", ["", "7", "{", '{"format": 2}', '{"format": 2, "choices": 7}', '{"format": "2"}', "[" * 100_000]
)
def test_what_is_no_record_is_told(tmp_path: Path, text: str) -> None:
    with opened(tmp_path, "one") as memory:
        memory.base.execute("INSERT INTO choice VALUES ('t', 'p', ?, 0)", (text,))
    with pytest.raises(Unusable, match="move it away"):
        last_record(tmp_path, "p")


def test_what_an_earlier_version_kept_is_not_known(tmp_path: Path) -> None:
    with opened(tmp_path, "one") as memory:
        memory.base.execute("INSERT INTO choice VALUES ('t', 'p', ?, 0)", ('{"choices": [7], "device": "a GPU"}',))
    assert last_record(tmp_path, "p") is None


@pytest.fixture
def folder(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("laplacian.cu", "lu.cu"):
        (tmp_path / name).write_text((SAMPLES / name).read_text())
    return tmp_path


def by_figures(name: str, *options: str) -> Told:
    return retarget("tune", name, "--to", "amd", "--by", "figures", *options)


@needs_hip_compiler
def test_the_laplacian_is_coarsened_by_y_with_shared_loads(folder: Path) -> None:
    """What AMD's lab notes measured: four rows a thread gain, sixteen spill and lose."""
    told = by_figures("laplacian.cu", "--json", "--report", "page.html", "--variants", "30")
    assert told.code == exits.OK, told.err
    found = json.loads(told.out)
    (choice,) = found["choices"]
    assert choice["schedule"].startswith("block(y=4) share() above(")
    assert "by the compiler's figures for gfx90a, not measured" in choice["reason"]
    costs = {r["schedule"]: r["figures"] for r in found["resources"]}
    assert costs["block(y=4) share()"]["global_words"] < costs[""]["global_words"]
    assert costs["block(y=4) share()"]["occupancy"] == costs[""]["occupancy"]
    applied = retarget("apply", "laplacian.cu", "-o", "out/")
    assert applied.code == exits.OK, applied.err
    text = (folder / "out/laplacian.hip").read_text()
    assert f"{choice['schedule']}: {choice['reason']}\n" in text.replace("\n// ", " ")
    beside, whole = retarget("apply", "laplacian.cu"), retarget("apply", "laplacian.cu", "-o", "one.hip")
    assert (beside.code, whole.code) == (exits.OK, exits.OK), beside.err + whole.err
    assert '#include "retarget_hip/granularity.h"' in (folder / "laplacian.hip").read_text()
    assert (folder / "retarget_hip/granularity.h").is_file()
    assert "// >>> retarget_hip/granularity.h" in (folder / "one.hip").read_text()
    printed = retarget("apply", "laplacian.cu", "-o", "-")
    assert printed.out == (folder / "one.hip").read_text() and not (folder / "-").exists()
    page = (folder / "page.html").read_text()
    assert "not measured" in page and "block(y=4) share()" in page


@needs_hip_compiler
def test_sixteen_rows_are_refused_for_their_scratch_memory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [spelled(f"block(y={n}) share()") for n in (8, 16)]
    monkeypatch.setattr("retarget.tuning.by_figures.smallest", lambda legal, _: [f for f in legal if f in rows])
    found = json.loads(by_figures("laplacian.cu", "--json").out)
    why = {d["schedule"]: d["why"] for d in found["dropped"]}
    assert "spills" in why["block(y=16) share()"]
    assert "block(y=8) share()" in found["choices"][0]["schedule"]


@needs_hip_compiler
def test_idle_lanes_are_filled_along_the_rows(folder: Path) -> None:
    """Blocks of 4 by 4 threads, y along the rows of the matrix: packed, gaussian gained most on an H200."""
    (folder / "gaussian.cu").write_text((SAMPLES / "gaussian.cu").read_text())
    found = json.loads(by_figures("gaussian.cu", "--json", "--variants", "12").out)
    chosen = {c["kernel"]: c["schedule"] for c in found["choices"]}
    assert "pack(y=" in chosen["eliminate"]
    assert not chosen["multipliers"], "each thread loads two values of its own"


@needs_hip_compiler
def test_lu_internal_keeps_its_lanes(folder: Path) -> None:
    """What was measured on an H200: blocks coarsened by x gain, threads by x lose their neighbours."""
    found = json.loads(by_figures("lu.cu", "--json", "--variants", "8").out)
    chosen = {c["kernel"]: c["schedule"] for c in found["choices"]}
    assert "block(x=" in chosen["lu_internal"] and "thread(x" not in chosen["lu_internal"]
    assert "above(" in chosen["lu_internal"], "small launches stay as they are"
    assert not chosen["lu_diagonal"], "one block: nothing to share"


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (("--to", "nvidia", "--by", "figures"), "for AMD GPUs alone"),
        (("--to", "cpu", "--by", "figures"), "for AMD GPUs alone"),
        (("--by", "figures", "--check", "true"), "leave out --check"),
        (("--by", "figures", "--budget", "5m"), "leave out --budget"),
        (("--by", "figures", "--build-command", "make"), "leave out --build-command"),
        (("--by", "figures", "--", "8192"), "leave out what stands behind --"),
        (("--arch", "gfx942"), "--arch is for --by figures"),
        pytest.param(("--by", "figures", "--arch", "gfx9999"), "unknown architecture 'gfx9999'", marks=runs_compilers),
    ],
)
def test_options_that_contradict_are_refused(options: tuple[str, ...], why: str, folder: Path) -> None:
    told = forked("tune", "lu.cu", *options, cwd=folder)
    assert (told.code, why in told.err) == (exits.USAGE, True), told.err


@needs_hip_compiler
def test_a_program_without_kernels_is_told(folder: Path) -> None:
    (folder / "none.cu").write_text("int main() { return 0; }\n")
    told = by_figures("none.cu")
    assert (told.code, "no kernel" in told.err) == (exits.UNTUNABLE, True), told.err


@needs_hip_compiler
def test_kernels_that_figures_say_nothing_of_stay(folder: Path) -> None:
    (folder / "two.cu").write_text("""\
__global__ void copy(float* a, const float* b) { a[threadIdx.x + 64 * blockIdx.x] = b[threadIdx.x + 64 * blockIdx.x]; }
__global__ void few(float* a) { a[threadIdx.x + 64 * blockIdx.x] = 1; }
namespace p { __global__ void one(int* a) { a[blockIdx.x] += 1; } }
namespace q { __global__ void one(int* a) { a[blockIdx.x] += 1; } }
int main() { copy<<<1 << 20, 64>>>(0, 0); few<<<9, 64>>>(0); p::one<<<9, 64>>>(0); q::one<<<9, 64>>>(0); return 0; }
""")
    told = by_figures("two.cu", "--json", "--variants", "4")
    assert told.code == exits.OK, told.err
    found = {c["kernel"]: (c["schedule"], c["reason"]) for c in json.loads(told.out)["choices"]}
    assert found["copy"][0] == "" and "favour no variant clearly" in found["copy"][1]
    assert re.search(r"\(4 times, such as: [\d.]+ instructions for each work item", found["copy"][1])
    assert "blocks for 104 compute units" in found["few"][1]
    assert found["one"] == ("", "another kernel has this name, so that neither has figures")


def test_the_remedy_for_a_missing_device_names_the_way_without(tmp_path: Path) -> None:
    told = forked("tune", SAMPLES / "lu.cu", "--to", "amd", cwd=tmp_path)
    if told.code == exits.OK:
        pytest.skip("there is an AMD GPU")
    assert (told.code, "--by figures" in told.err) == (exits.MISSING, True), told.err


def test_what_is_not_known_of_a_cost_is_left_out() -> None:
    named = {"registers": 8, "spilled_bytes": 0, "scratch_bytes": 0, "shared_bytes": 16}
    assert list(rows({("k", ""): Cost(8, 0, 0, 16, None)})) == [VariantCost("k", "", named)]
