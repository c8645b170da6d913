"""`retarget batch`: a manifest found by watching a build, its steps, what is done already, comparison, errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from retarget.batch import state
from retarget.batch.manifest import read_manifest
from retarget.system import exits
from tests.batch.forked_batch import batch
from tests.command_line import retarget

pytestmark = pytest.mark.compiler
PROGRAM = """\
#include <cstdio>
__global__ void k(int* p) { p[threadIdx.x] = threadIdx.x; }
int main() {
  int* p; int host[4];
  cudaMalloc(&p, 16); k<<<1, 4>>>(p); cudaMemcpy(host, p, 16, cudaMemcpyDeviceToHost);
  printf("%d\\n", host[3]);
}
"""


@pytest.fixture
def suite(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, text in (("good", PROGRAM), ("bad", PROGRAM.replace("int* p;", "int* p; (void)cudaMemcpyArrayToArray;"))):
        (tmp_path / "suite" / name).mkdir(parents=True)
        (tmp_path / "suite" / name / "a.cu").write_text(text)
        (tmp_path / "suite" / name / "Makefile").write_text("a.out: a.cu\n\tnvcc -O2 a.cu -o a.out\n")
        (tmp_path / "suite" / name / "run").write_text("./a.out\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_batch_finds_runs_and_resumes(suite: Path) -> None:
    assert retarget("batch", "suite", "--discover").code == exits.OK
    manifest = read_manifest("batch/manifest.toml")
    assert [(p.name, p.sources, p.run) for p in manifest.program] == [("bad", ("a.cu",), ()), ("good", ("a.cu",), ())]
    words = ("batch/manifest.toml", "--steps", "translate,verify", "-j", "1")
    told = batch(*words)
    assert told.code == exits.TRANSLATION, told.err
    found = state.outcomes(suite / "batch")
    assert {n: [str(s.status) for s in o.stages] for n, o in found.items()} == {
        "good": ["ok", "ok"], "bad": ["failed", "skipped"],
    }, told.out  # fmt: skip
    assert (suite / "batch/index.html").exists() and "good,verify,ok" in (suite / "batch/results.csv").read_text()
    again = batch(*words)
    assert "2 of 2 programs are done already" in again.err
    assert retarget("batch", "batch", "--baseline", "batch").code == exits.OK
    assert sorted(p.name for p in (suite / "suite/good").iterdir()) == ["Makefile", "a.cu", "run"]


def test_units_keep_flags_and_languages_of_their_own(suite: Path) -> None:
    folder = suite / "mixed" / "p"
    folder.mkdir(parents=True)
    (folder / "a.cu").write_text(PROGRAM.replace("int main() {", "int of_c(); int main() { return of_c() - N;"))
    (folder / "b.c").write_text("int of_c() { return N + (sizeof('a') == 1 ? 2 : 1); }  /* C++: 5 */\n")
    link = "p: a.o b.o\n\tg++ a.o b.o -o p\na.o: a.cu\n\tnvcc -DN=5 -c a.cu\nb.o: b.c\n\tg++ -DN=3 -c b.c -o b.o\n"
    (folder / "Makefile").write_text(link)
    (folder / "run").write_text("./p\n")
    assert retarget("batch", "mixed", "--discover", "-o", "m").code == exits.OK
    (program,) = read_manifest("m/manifest.toml").program
    assert program.sources == ("a.cu", "b.c") and not program.flags and program.database == "../../m/databases/p.json"
    told = batch("m/manifest.toml", "--steps", "translate,build,verify", "-j", "1")
    assert told.code == exits.OK, told.out
    assert [str(s.status) for s in state.outcomes(suite / "m")["p"].stages] == ["ok", "ok", "ok"]


def test_a_choice_by_figures_needs_no_input(suite: Path) -> None:
    text = '[[program]]\nname = "good"\nfolder = "suite/good"\nsources = ["a.cu"]\nrun = []\ninputs = ["in.dat"]\n'
    Path("m.toml").write_text(text)
    told = batch("m.toml", "--steps", "translate,tune", "--by", "figures", "-j", "1")
    assert told.code == exits.OK, told.out
    assert [str(s.status) for s in state.outcomes(suite / "batch")["good"].stages] == ["ok", "ok"]


def test_an_input_that_comes_later_counts(suite: Path) -> None:
    text = '[[program]]\nname = "good"\nfolder = "suite/good"\nsources = ["a.cu"]\nrun = []\ninputs = ["in.dat"]\n'
    Path("m.toml").write_text(text)
    words = ("m.toml", "--steps", "verify", "-j", "1")
    assert batch(*words).code == exits.TRANSLATION
    assert state.outcomes(suite / "batch")["good"].why == "the input in.dat is not there"
    (suite / "suite/good/in.dat").touch()
    told = batch(*words)
    assert told.code == exits.OK, told.err


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("[[program]]\nname = 1\n", 2, "str"),
        ('steps = ["fly"]\n[[program]]\nname = "a"\nfolder = "."\nsources = ["x.cu"]\n', 1, "no step 'fly'"),
        ('[[program]]\nname = "a"\nfolder = "."\nsources = ["x.cu"]\n', 4, "no such file"),
        ('[[program]]\nname = "a"\nfoldr = "."\n', 3, "did you mean folder?"),
    ],
)
def test_a_manifest_is_refused_with_its_line(text: str, line: int, said: str, suite: Path) -> None:
    Path("m.toml").write_text(text)
    told = retarget("batch", "m.toml")
    assert told.code == exits.USAGE and f"m.toml:{line}: error: " in told.err and said in told.err
