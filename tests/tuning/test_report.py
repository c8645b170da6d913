"""The page about a tuning: well formed, complete in itself, honest about what it does not know."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import partial
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retarget.api.choices import request_of
from retarget.cli.source_options import Sources
from retarget.system import exits, typed_json
from retarget.tuning.by_kernel import kernels
from retarget.tuning.choice import Timing
from retarget.tuning.inline_svg import inlined
from retarget.tuning.page import page
from retarget.tuning.record import (
    Cases,
    Chosen,
    Dropped,
    Judged,
    KernelShare,
    LaunchSize,
    LaunchTraffic,
    Ran,
    Record,
    Sample,
    SizeTimes,
    VariantCost,
)
from retarget.tuning.refused import refused
from tests.command_line import retarget, spawned
from tests.compilers import needs_host_compiler
from tests.places import ROOT
from tests.values import replace

VOID = {"meta", "link", "br", "hr", "img", "input"}
T = TypeVar("T")
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
SCALE = """\
#include <cstdio>
__global__ void scale(float *a, float f, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= f; }
int main() {
  const int n = 1000; float h[n], *d;
  for (int i = 0; i < n; ++i) h[i] = i;
  cudaMalloc((void **)&d, sizeof h);
  cudaMemcpy(d, h, sizeof h, cudaMemcpyHostToDevice);
  scale<<<(n + 63) / 64, 64>>>(d, 2.0f, n);
  cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
  double s = 0; for (float x : h) s += x;
  printf("%.1f \\xc3\\xa4 <b>\\n", s);
  return cudaFree(d);
}
"""


class Reader(HTMLParser):
    """Checks that elements close in the order in which they opened; keeps what tests ask about."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []
        assert len(self.ids) == len(set(self.ids))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag not in VOID:
            self.open.append(tag)
        for key, value in attributes:
            if key == "id":
                self.ids.append(value or "")
            if key in ("src", "href", "srcset", "data", "action", "poster") or key.endswith(":href"):
                self.links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, tag

    def handle_data(self, data: str) -> None:
        if self.open[-1:] not in (["script"], ["style"]):
            self.words.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def read(text: str) -> Reader:
    """A page that loads nothing, whose links lead to places in it."""
    found = Reader(text)
    for link in found.links:
        assert link.startswith("#") and link[1:] in found.ids, link
    assert "url(" not in text.replace("url(#", "") and "@import" not in text
    return found


def timing(*ms: float) -> Timing:
    return Timing(sorted(ms)[len(ms) // 2], 0.01, len(ms))


LUD = "lud<int>"
TUNING = Record(
    by="runs",
    device="A <GPU>",
    target="amd",
    architecture="gfx90a",
    compiler="hip",
    at=1.75e9,
    choices=(Chosen(LUD, "thread(x=2)", 'faster & "better"', timing(4.0, 4.1), timing(2.0, 2.1, 2.2), 1.9,
                    (SizeTimes((29, 1, 1), (64, 1, 1), 3.0, 1.2), SizeTimes((28, 1, 1), (64, 1, 1), 2.0, 0.0))),),
    samples=(
        Sample(LUD, "", (4.0, 4.1)), Sample(LUD, "thread(x=2)", (2.0, 2.1, 2.2)),
        Sample(LUD, "block(x=4) thread(x=2)", (3.0,)), Sample(LUD, "not <a> schedule", (9.0,)),
    ),
    dropped=tuple(Dropped(LUD, f"thread(x={n})", "line 1: b'<\"' & 'c'") for n in (8, 16)),
    sizes=tuple(LaunchSize(LUD, (n, 1, 1), (64, 1, 1), 2, n * 0.1) for n in range(1, 30)),
    traffic=(
        LaunchTraffic(LUD, "launch 7", (29, 1, 1), (64, 1, 1), 1 << 20, 512, True, 1.5, 0.699, 0.6, 1.748),
        LaunchTraffic(LUD, "launch 8", (28, 1, 1), (64, 1, 1), 0, 512, False, 1.0, 0.001),
    ),
    memory_rate=1000.0,
    ran=Ran(4.0, 2.0, 12, 3.5, 80.5, True, True, 31),  # the check is one of them
    judged=Judged("./lud -s <64>", ("out.dat",), "./check <x>", 1e-5, ("^took",), False),
)  # fmt: skip


def ran(record: Record, **changes: Any) -> Record:
    assert record.ran
    return replace(record, ran=replace(record.ran, **changes))


DIFF = (
    '--- a.cu\n+++ a.hip\n@@ -1 +1 @@\n--- x\n-if (a < b && c) "s"</pre><script>alert(1)</script>\n+++ y\n+\udcff ok\n'
)


def test_the_page_tells_all() -> None:
    found = read(page(TUNING, DIFF, "<b>.cu", "amd"))
    for text in (
        "A <GPU>", "(amd)", "2025-06-15 15:06 UTC", "built with hip", "2.00\xd7 as fast", "12", "3.5 s",
        "the results are those of the original", "The race came to its end in time",
        "lud<int>", 'faster & "better"', "not <a> schedule", "block(x=4) thread(x=2)", "2: line 1: b'<\"' & 'c'",
        "29 \xd7 1 \xd7 1", "And 9 sizes more", "launch 7 1.0 MB 512 B 1.5 0.699 (0 %) 0.6 1.75 (0 %)",
        "launch 8 0 B 512 B 1 at least 0.001 (0 %)", "the share of 1000 GB/s",
        '-if (a < b && c) "s"</pre><script>alert(1)</script>', "<b>.cu",
    ):  # fmt: skip
        assert text in found.text, text
    for text in ("./lud -s <64>", "30 lines", "out.dat", "./check <x>", "relative tolerance of 1e-05", "^took"):
        assert text in found.text.partition("How results were judged")[2], text
    assert found.tags.count("script") == 1
    assert found.tags.count("svg") == 4  # speed-ups, ranking, one map, launches; no resources


COSTS = tuple(
    VariantCost(LUD, s, {"registers": n, "shared_bytes": 64, "occupancy": 8})
    for s, n in (("", 8), ("thread(x=2)", 16), ("block(x=4) thread(x=2)", 40), ("never timed", 99))
)


def costs(**more: float) -> tuple[VariantCost, ...]:
    return tuple(replace(c, figures={**c.figures, **more}) for c in COSTS)


BY_FIGURES = Record(
    by="figures",
    device="gfx942, not at hand",
    target="amd",
    architecture="gfx942",
    compiler="clang",
    at=1.75e9,
    choices=(
        Chosen(LUD, "thread(x=2) above(900)", "by the compiler's figures, not measured"),
        Chosen("other", "", "they favour no variant clearly"),
    ),
    dropped=(Dropped(LUD, "block(x=8)", "occupancy 4, from 8"),),
    resources=costs(global_words=2.5),
)


@pytest.mark.slow
def test_resources_are_drawn_where_there_are_some() -> None:
    found = read(page(replace(TUNING, resources=COSTS), "", "a.cu", "amd"))
    drawn = found.text.partition("Resources and time")[2].partition("What 4 variants take")[0]
    assert "registers of a lane" in drawn and "original" in drawn and "chosen" in drawn
    assert "shared memory" not in drawn and "occupancy" not in drawn, "the same for all: it tells nothing"
    table = found.text.partition("What 4 variants take, as the compiler says")[2]
    assert "schedule registers shared B occupancy original" in table and "never timed 99 64 8" in table
    assert "Resources" not in read(page(TUNING, "", "a.cu", "amd")).text, "kept by an earlier version"


def test_a_choice_by_figures_is_marked_as_one() -> None:
    found = read(page(BY_FIGURES, DIFF, "a.cu", "amd"))
    for text in (
        "chosen by the compiler's figures, not measured, for gfx942, not at hand (amd)", "Nothing was run",
        "Chosen: thread(x=2) above(900)", "The original is kept", "1: occupancy 4, from 8", "What 4 variants take",
        "global words",
    ):  # fmt: skip
        assert text in found.text, text
    for text in ("tuned on", "not known", "as fast", "were timed", "original ms", "Launch sizes", "Times are"):
        assert text not in found.text.replace("neither times nor results are known", ""), text


@pytest.mark.slow
def test_gains_stand_beside_the_sizes_that_were_timed() -> None:
    found = read(page(TUNING, "", "a.cu", "amd"))
    rows = " ".join(found.text.partition("Launch sizes")[2].split()).partition("ms each gain ")[2]
    (largest, next_one), each = rows.split(" 2 ")[1:3], "64 \N{MULTIPLICATION SIGN} 1"
    assert largest.startswith("2.9 1.45 2.50 28") and next_one.startswith("2.8 1.4 27") and each in largest
    assert "ms each gain" not in read(page(replace(TUNING, choices=()), "", "a.cu", "amd")).text


@pytest.mark.slow
def test_a_phone_shows_it() -> None:
    """Nothing is wider than the screen but what scrolls by itself; rows of words stack, each value with its name."""
    text = page(replace(TUNING, resources=COSTS, shares=(KernelShare(LUD, 1.0, 4.0, 2, 2),)), DIFF, "a.cu", "amd")
    assert '<meta name="viewport" content="width=device-width, initial-scale=1">' in text
    style = text.partition("<style>")[2].partition("</style>")[0]
    assert all(float(rem) <= 20 for rem in re.findall(r"(?<!max-)width: ([\d.]+)rem", style))
    for rule in (r"figure \{[^}]*overflow-x: auto", r"\.wide \{[^}]*overflow-x: auto", r"pre \{[^}]*overflow-x: auto"):
        assert re.search(rule, style), rule
    body = text.partition("<body>")[2]
    assert body.count("<table") == body.count('<div class="wide"')
    drawings = re.findall(r'<svg [^>]*style="width: ([\d.]+)pt; max-width: max\(100%, calc\(0.7 \* \1pt\)\);', body)
    assert len(drawings) == body.count("<svg")
    assert sum(0.7 * float(points) * 96 / 72 <= 360 for points in drawings) == len(drawings)
    stacked = re.findall(r'<table class="stacked">(.*?)</table>', body, re.DOTALL)
    assert len(stacked) == 3  # choices, kernels of the run, bandwidth
    for table in stacked:
        heads = re.findall(r"<th scope=\"col\"[^>]*>(.*?)</th>", table)[1:]
        for row in table.partition("<tbody>")[2].split("</tr>")[:-1]:
            named = re.findall(r"<td(?: data-label=\"([^\"]+)\")?", row)
            assert len(named) == len(heads) and all(named)
            assert all(own.endswith(head) for own, head in zip(named, heads, strict=True))


def test_what_is_not_known_is_said() -> None:
    found = read(page(replace(BY_FIGURES, choices=(), dropped=(), resources=()), "", "a.cu", "nvidia"))
    for text in ("Nothing is told of any kernel", "Nothing changes.", "for nvidia"):
        assert text in found.text, text


def test_what_went_wrong_is_said() -> None:
    found = read(page(ran(TUNING, verified=False, in_time=False, notes=("it <went> so",)), "", "a.cu", "amd"))
    assert "not seen to be right together" in found.text and "did not come to its end" in found.text
    assert "wrong results" not in found.text, "an interrupt proves nothing either way"
    assert "it <went> so" in found.text


ALIKE = "the results are those of the original"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("record", "said"),
    [
        (ran(TUNING, compared=0), "nothing is proved"),
        (replace(TUNING, choices=()), "nothing was chosen"),
        (replace(TUNING, by="kernels"), "by itself"),
    ],
)
def test_no_more_is_said_to_be_right_than_was_seen(record: Record, said: str) -> None:
    found = read(page(record, "", "a.cu", "amd"))
    assert said in found.text and ALIKE not in found.text
    assert "ogether, the results" not in found.text


def test_a_kernels_cases_are_told() -> None:
    cases = (Cases(LUD, "case.py", ("small", "<large>")),)
    found = read(page(ran(replace(TUNING, by="kernels", judged=None, cases=cases), compared=2048), "", "a.cu", "amd"))
    assert "2048 elements" in found.text and "case.py: small, <large>" in found.text


def test_refusals_are_told_with_their_reasons() -> None:
    refusals = {"lud<int>": ("a barrier <here> (a.cu:7)",), "never": ("it takes a reference (a.cu:9)",)}
    found = read(page(TUNING, "", "a.cu", "amd", refusals))
    assert "a barrier <here> (a.cu:7)" in found.text.partition("Steps that were refused")[2]
    left = found.text.partition("Kernels that were not tuned")[2].partition("How results were judged")[0]
    assert "never" in left and "it takes a reference (a.cu:9)" in left and "a barrier" not in left


def test_figures_that_are_all_zero_are_left_out() -> None:
    rows = costs(spilled_bytes=0, scratch_bytes=0.0, scratch_words=0, global_words=2.5, shared_bytes=10240)
    found = read(page(replace(BY_FIGURES, resources=rows), "", "a.cu", "amd")).text
    table = found.partition("What 4 variants take")[2]
    assert "schedule registers shared B occupancy global words original 8 10240 8 2.5" in table
    assert "Zero for all of them: bytes of spilled registers of a lane, " in table


def test_a_variant_that_was_dropped_later_is_no_candidate() -> None:
    record = replace(TUNING, dropped=(*TUNING.dropped, Dropped(LUD, "block(x=4) thread(x=2)", "wrong")))
    (kernel,) = kernels(record)
    assert [v.schedule for v in kernel.variants if v.fault] == ["block(x=4) thread(x=2)"]
    assert "dropped: wrong" in read(page(record, "", "a.cu", "amd")).text


names = st.sampled_from(["k", "<k>", "$k_$\x00", "\ud800"])
schedules = st.sampled_from(["", "thread(x=2)", "block(x=4) pack(y=2)", "serial(x=2)", "thread(", "\x07'<"])
amounts = st.sampled_from([0.0, 5e-324, 2e-311, 1e-9, 0.5, 7.0, 1e9]) | st.floats(0, 1e15, exclude_max=True)
counts = st.integers(0, 9) | st.integers(0, 10**15 - 1)
triples = st.tuples(counts, counts, counts)
times = st.builds(Timing, amounts, amounts, counts)
some = partial(st.lists, max_size=4)


def several(wanted: st.SearchStrategy[T]) -> st.SearchStrategy[tuple[T, ...]]:
    return some(wanted).map(tuple)


records = st.builds(
    Record,
    by=st.sampled_from(["runs", "kernels", "figures"]),
    device=names,
    target=names,
    architecture=names,
    compiler=names,
    at=amounts,
    choices=several(st.builds(Chosen, names, schedules, names, st.none() | times, st.none() | times,
                              by_size=several(st.builds(SizeTimes, triples, triples, amounts, amounts)))),
    samples=several(st.builds(Sample, names, schedules, several(amounts))),
    dropped=several(st.builds(Dropped, names, schedules, names)),
    sizes=several(st.builds(LaunchSize, names, triples, triples, counts, amounts)),
    resources=several(
        st.builds(
            VariantCost, names, schedules, st.dictionaries(st.sampled_from(["registers", "occupancy", "odd_x"]), amounts)
        )
    ),
    ran=st.none() | st.builds(Ran, amounts, amounts, counts, amounts, amounts, compared=counts, notes=several(names)),
    judged=st.none() | st.builds(Judged, names, several(names), names, amounts, several(names)),
    cases=several(st.builds(Cases, names, names, several(names))),
)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(record=records, diff=st.text(alphabet="-+ @<a\n\x00\udcff", max_size=30), program=names)
def test_every_record_makes_a_page(record: Record, diff: str, program: str) -> None:
    read(page(record, diff, program, "amd").encode().decode())


@pytest.mark.slow
@pytest.mark.parametrize("none", [0.0, 5e-324, 2e-311])
def test_a_time_that_no_clock_shows_makes_no_gain(none: float) -> None:
    record = replace(
        TUNING, choices=tuple(replace(c, original=timing(1e9), chosen=timing(none)) for c in TUNING.choices)
    )
    assert all(k.gain is None for k in kernels(record))
    read(page(record, "", "p", "amd").encode().decode())


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(record=records)
def test_every_record_is_read_again(record: Record) -> None:
    assert typed_json.read(Record, typed_json.text(record)) == record
    for kernel in kernels(record):
        assert all(v.ms and v.time.median >= 0 for v in kernel.variants)
        assert kernel.gain is None or kernel.gain > 0


def test_a_drawing_becomes_part_of_a_page() -> None:
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="9pt" height="3pt" '
        'viewBox="0 0 9 3"><metadata>m</metadata><defs><path id="p"/></defs><g id="unused" clip-path="url(#p)">'
        '<use xlink:href="#p" style="fill: #123456"/></g></svg>'
    )
    made = inlined(drawn, "n", "a <label>", {"#123456": "var(--ink)"})
    assert Reader(made).ids == ["n-p"]
    assert 'href="#n-p"' in made and "url(#n-p)" in made and "var(--ink)" in made and "http" not in made


@pytest.mark.slow
def test_without_the_library_that_draws(tmp_path: Path) -> None:
    (tmp_path / "a.cu").write_text(SCALE)
    (tmp_path / "matplotlib.py").write_text("raise ImportError")
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    for words in (("report", "a.cu"), ("tune", "a.cu", "--to", "cpu", "--report", "a.html")):
        told = spawned(*words, cwd=tmp_path, env={**os.environ, "PYTHONPATH": path})
        assert told.code == exits.MISSING
        assert "pip install 'matplotlib>=3.8,<4'" in told.err


def test_a_diff_is_parted_by_files() -> None:
    found = read(page(BY_FIGURES, DIFF + "--- b.cu\n+++ b.cu\n@@ -1 +1 @@\n-x\n", "a.cu", "amd"))
    assert "a.cu +2 \N{MINUS SIGN}2" in found.text and "b.cu +0 \N{MINUS SIGN}1" in found.text


@pytest.fixture
def scale(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A program in the working folder, and a memory of its own."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "scale.cu"
    path.write_text(SCALE)
    return path


def test_a_page_that_cannot_be_written_is_refused_before_any_run(scale: Path) -> None:
    told = retarget("tune", "scale.cu", "--to", "cpu", "--report", "/proc/x.html")
    assert told.code == exits.OUTPUT and "/proc/x.html: cannot be written" in told.err
    assert not Path("cache/tuned").exists() and not Path("cache/tunings.sqlite").exists()


def test_refusals_of_a_program_are_found(scale: Path) -> None:
    """As `retarget space` gives them, and kernels that cannot be tuned at all."""
    scale.write_text(SCALE + "__global__ void idle(float *a) { if (a[0] > 0) __syncthreads(); }\n"
                     "__global__ void again() {}\nnamespace n { __global__ void again() {} }\n")  # fmt: skip
    sources = Sources(("scale.cu",), jobs=1)
    found = refused(request_of(sources))
    assert "no launch names it" in found["idle"] and "another kernel has this name" in found["again"][0]
    assert any("neither threadIdx" in why and "scale.cu:" in why for why in found["idle"]), found


def test_nothing_is_known(scale: Path) -> None:
    told = retarget("report", "scale.cu")
    assert told.code == exits.UNTUNABLE
    assert "`retarget tune` it first" in told.err
    assert not Path("report.html").exists()


@needs_host_compiler
def test_tuned_and_reported(scale: Path) -> None:
    tuned = retarget("tune", "scale.cu", "--to", "cpu", "--variants", "2", "--json", "--report", "first.html")
    assert tuned.code == exits.OK, tuned.err
    first = read(Path("first.html").read_text())
    assert "scale" in first.text and "this processor (cpu)" in first.text and "for amd" in first.text
    assert "hipMalloc" in first.text
    assert "./scale" in first.text.partition("How results were judged")[2]
    done = retarget("report", "scale.cu", "--to", "nvidia", "--json")
    assert done.code == exits.OK and "report.html: written" in done.err
    assert done.out == tuned.out
    second = read(Path("report.html").read_text())
    assert "for nvidia" in second.text and "hipMalloc" not in second.text
    again = retarget("report", "scale.cu")
    assert again.code == exits.OK, "a page of ours is replaced"
    assert retarget("report", "scale.cu", "-o", "scale.cu", "--force").code == exits.OUTPUT
    Path("report.html").write_text("mine")
    refused = retarget("report", "scale.cu")
    assert refused.code == exits.OUTPUT and Path("report.html").read_text() == "mine"
    assert retarget("report", "scale.cu", "--force").code == exits.OK
    scale.write_text(SCALE + "\n// changed\n")
    assert retarget("report", "scale.cu").code == exits.UNTUNABLE


@pytest.mark.slow
@pytest.mark.skipif(BROWSER is None, reason="no browser is installed: apt-get install chromium")
@pytest.mark.parametrize(
    ("record", "buttons", "drawings"),
    [(TUNING, 6 + 6, 4), (replace(TUNING, resources=COSTS), 6 + 6 + 4, 5), (BY_FIGURES, 5, 0)],
    ids=["plain", "with resources", "by figures"],
)
def test_a_browser_shows_it(record: Record, buttons: int, drawings: int, tmp_path: Path) -> None:
    """Its script runs under the page's own policy."""
    path = tmp_path / "page.html"
    path.write_bytes(page(record, DIFF, "a.cu", "amd").encode())
    words = [str(BROWSER), "--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=500,900"]
    words += [f"--user-data-dir={tmp_path}/profile", "--virtual-time-budget=2000", "--dump-dom", path.as_uri()]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert len(re.findall('<button type="button">', done.stdout)) == buttons, "the script did not run"
    assert done.stdout.count("</svg>") == drawings
