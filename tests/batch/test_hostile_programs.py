"""Programs that hang, ask, write without end, or spoil what others read; batches that are watched, cut off or compared."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from retarget.batch import state
from retarget.batch.stage import Status
from retarget.system import exits
from tests.batch.forked_batch import batch
from tests.command_line import ENTRY, retarget

pytestmark = pytest.mark.compiler
BODY = """\
#include <cstdio>
#include <unistd.h>
__global__ void k(int* p) {{ p[threadIdx.x] = threadIdx.x; }}
int main() {{ {} }}
"""
MAINS = {
    "asks": 'int n = -1; printf("%d\\n", scanf("%d", &n));',
    "endless": "for (;;) usleep(10000);",
    "writes": 'FILE* f = fopen("big", "w"); char b[1 << 16] = {}; while (fwrite(b, 1, sizeof b, f)); return 0;',
    "spoils": 'FILE* f = fopen("../asks/a.cu", "a"); FILE* o = fopen("a.cu", "w"); fputs("x", o); fclose(o); return f == 0;',
}


@pytest.fixture
def suite(tmp_path: Path, memory: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    text = 'steps = ["verify"]\nlimit = 2\nlargest = 64000000\n'
    for name, main in MAINS.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.cu").write_text(BODY.format(main))
        text += f'[[program]]\nname = "{name}"\nfolder = "{name}"\nsources = ["a.cu"]\nrun = []\n'
    Path("m.toml").write_text(text)
    return tmp_path


def test_each_program_costs_itself_alone(suite: Path) -> None:
    texts = {name: (suite / name / "a.cu").read_text() for name in MAINS}
    told = batch("m.toml", "-j", "2")
    found = {name: o.stages[0] for name, o in state.outcomes(suite / "batch").items()}
    assert told.code == exits.TRANSLATION and set(found) == set(MAINS)
    assert found["asks"].status is Status.OK and found["endless"].status is Status.TIMEOUT
    assert found["spoils"].status is Status.OK
    assert found["writes"].status in (Status.OK, Status.WARNED), "its files ended at the limit"
    assert not list(suite.rglob("big"))
    assert (suite / "spoils/a.cu").read_text() == texts["spoils"]
    assert (suite / "asks/a.cu").read_text().startswith(texts["asks"])
    rows = list(csv.DictReader((suite / "batch/results.csv").open()))
    assert {r["program"]: r["status"] for r in rows} == {n: str(s.status) for n, s in found.items()}

    narrow = batch("m.toml", "--show", env={**os.environ, "COLUMNS": "40"})
    assert narrow.code == exits.OK and "the original does not end in 2 s\n  endless\n" in narrow.out
    listed = json.loads(retarget("batch", "m.toml", "--show", "--json").out)["programs"]
    assert {p["name"] for p in listed} == set(MAINS)

    _ends_quietly_at_a_closed_pipe()

    before = (suite / "batch").rename(suite / "before")
    (suite / "batch").mkdir()
    for line in (before / "results.jsonl").read_text().splitlines():
        outcome = json.loads(line)
        if outcome["name"] == "asks":
            outcome["stages"][0]["status"] = "failed"
        with (suite / "batch/results.jsonl").open("a") as file:
            file.write(json.dumps(outcome) + "\n")
    worse = retarget("batch", "batch", "--baseline", "before", "--json")
    assert worse.code == exits.DIFFERENT
    (change,) = json.loads(worse.out)["changes"]
    assert (change["program"], change["before"], change["after"], change["worse"]) == ("asks", "ok", "failed", True)
    assert retarget("batch", "before", "--baseline", "batch").code == exits.OK


def _ends_quietly_at_a_closed_pipe() -> None:
    with subprocess.Popen([*ENTRY, "batch", "m.toml", "--show", "-v"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout and process.stderr
        process.stdout.close()
        said = process.stderr.read()
    assert process.returncode in (exits.OK, exits.PIPE) and b"Traceback" not in said


_CLUSTER = """
import distributed, json, sys
if __name__ == "__main__":
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0", silence_logs=50
    ) as cluster:
        print(json.dumps([cluster.scheduler_address, {w.worker_address: w.pid for w in cluster.workers.values()}]), flush=True)
        sys.stdin.read()
"""


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[tuple[str, dict[str, int]]]:
    """In a process of its own: tests fork, which threads do not bear."""
    pytest.importorskip("distributed")
    (tmp_path / "cluster.py").write_text(_CLUSTER)
    words = [sys.executable, tmp_path / "cluster.py"]
    with _running(subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)) as cluster:
        assert cluster.stdin and cluster.stdout
        address, workers = json.loads(cluster.stdout.readline())
        yield address, workers
        cluster.stdin.close()
        cluster.wait(60)


@contextmanager
def _running(process: subprocess.Popen[str]) -> Iterator[subprocess.Popen[str]]:
    with process:
        try:
            yield process
        finally:
            process.kill()


def test_a_worker_is_killed_in_the_middle(suite: Path, scheduler: tuple[str, dict[str, int]]) -> None:
    address, workers = scheduler
    words = ["batch", "m.toml", "--dask", address, "--only", "asks", "--only", "endless", "--limit", "4s"]
    with _running(subprocess.Popen([*ENTRY, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)) as batch:
        victims: dict[int, list[int]] = {}
        limit = time.monotonic() + 60
        while not victims:
            assert time.monotonic() < limit, "no worker does anything"
            victims = {pid: steps for pid in workers.values() if (steps := _steps(pid))}
        os.kill(next(iter(victims)), signal.SIGKILL)
        told = batch.communicate(timeout=120)
    found = {n: o.stages[0].status for n, o in state.outcomes(suite / "batch").items()}
    assert found == {"asks": Status.OK, "endless": Status.TIMEOUT}, (told, (suite / "batch/results.jsonl").read_text())
    limit = time.monotonic() + 30
    while any(map(_runs, next(iter(victims.values())))):
        assert time.monotonic() < limit, "the step of the killed worker runs on"
        time.sleep(0.1)


def test_a_program_that_has_no_place_costs_itself_alone(suite: Path) -> None:
    """Its name is too long for a folder: no disk is at fault, and the worker goes on."""
    text = Path("m.toml").read_text()
    Path("m.toml").write_text(text.replace('name = "endless"', f'name = "{"n" * 300}"'))
    told = batch("m.toml", "-j", "1", "--steps", "translate")
    found = {n[:9]: o.stages[0] for n, o in state.outcomes(suite / "batch").items()}
    assert told.code == exits.TRANSLATION and found["n" * 9].status is Status.FAILED, told.err
    assert "File name too long" in found["n" * 9].why
    assert all(s.status is Status.OK for n, s in found.items() if n != "n" * 9)


_LOSS = """
import distributed, sys
def lose():
    import tempfile
    tempfile.tempdir = "/gone"
with distributed.Client(sys.argv[1]) as client:
    client.run(lose, workers=[sys.argv[2]])
"""


def _lose_disk(scheduler: str, worker: str) -> None:
    """As a worker finds it whose folder for temporary files is gone."""
    subprocess.run([sys.executable, "-c", _LOSS, scheduler, worker], check=True, timeout=60)


def test_a_worker_that_loses_its_disk_goes(suite: Path, scheduler: tuple[str, dict[str, int]]) -> None:
    address, workers = scheduler
    one, other = workers
    words = ["m.toml", "--dask", address, "--steps", "translate"]
    _lose_disk(address, one)
    told = batch(*words)
    assert told.code == exits.OK and f"worker {one} goes: /gone" in told.err
    assert all(o.worker.endswith(f":{workers[other]}") for o in state.outcomes(suite / "batch").values())
    _lose_disk(address, other)
    alone = batch(*words, "--again")
    assert alone.code == exits.USAGE and "no worker is fit for work" in alone.err and "/gone" in alone.err


_IMPATIENT = """
from retarget.batch import running
running._ABSENCE, running._LOOKS = 2.0, 0.2
from retarget.cli.main import main
main()
"""


def test_a_batch_whose_workers_are_all_gone_ends(suite: Path, scheduler: tuple[str, dict[str, int]]) -> None:
    address, workers = scheduler
    words = [sys.executable, "-c", _IMPATIENT, "batch", "m.toml", "--dask", address, "--only", "endless", "--limit", "60s"]
    with _running(subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)) as batch:
        limit = time.monotonic() + 60
        while not any(map(_steps, workers.values())):
            assert time.monotonic() < limit, "no worker does anything"
        retire = "import distributed, sys; c = distributed.Client(sys.argv[1]); c.retire_workers(sys.argv[2:], close_workers=True, remove=True)"
        subprocess.Popen([sys.executable, "-c", retire, address, *workers]).wait(60)
        said = batch.communicate(timeout=120)[1]
    assert batch.returncode == exits.USAGE and "no worker is there: waiting" in said and "run the same command again" in said, said


def _steps(worker: int) -> list[int]:
    """The processes of steps that a worker started."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
            parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
        if parent == worker and b"retarget.batch.step" in words:
            found.append(int(entry.name))
    return found


def _runs(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_folder_that_goes_is_told(suite: Path) -> None:
    """A worker that loses its disk, or whose disk is full."""
    (suite / "lost").mkdir()
    (suite / "lost/programs").write_text("no folder")
    told = batch("m.toml", "-o", "lost", "--only", "asks", "-j", "1")
    assert told.code != exits.OK and "bug of retarget" not in told.err, told.err
    assert sys.platform != "linux" or "lost/programs" in told.err + told.out
