"""What of the files on disk is ours: nothing else is written over or removed, whenever a run is ended."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from retarget.errors import OutputError
from retarget.translation import emit, lock, output_ownership
from retarget.translation.emit import Layout, Output, Place
from retarget.translation.lock import NAME, Damaged, Lock, RecordedRun, TextOptions, UnitFlags, Written
from retarget.translation.output_ownership import Check
from tests.values import replace

TREE = Layout(Place.TREE, ".", "out")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder with sources in it."""
    monkeypatch.chdir(tmp_path)
    for name in ("x.cu", "y.cu", "x.cuh"):
        Path(name).write_text("old\n")


def run_of(*found: Output, to: str = "amd") -> RecordedRun:
    """As the lock of `out` holds it."""
    units = {f"../{o.source}": ("flags",) for o in found if o.source.endswith(".cu")}
    return RecordedRun(to, "tree", "..", tool="1", flags={"flags": UnitFlags()}, units=units)


def write(*found: Output, layout: Layout = TREE, force: bool = False, **more: object) -> list[str]:
    return list(outcome(*found, layout=layout, force=force, **more).written)


def outcome(*found: Output, layout: Layout = TREE, force: bool = False, to: str = "amd", named: Iterable[str] = ()) -> output_ownership.FileChanges:
    return output_ownership.write(found, layout, "out", run_of(*found, to=to), named, force)


def check(*found: Output) -> Check:
    return output_ownership.plan(found, TREE, "out", run_of(*found)).check()


def listed() -> set[str]:
    return {p.relative_to("out").as_posix() for p in Path("out").rglob("*") if not p.is_dir()} - {NAME}


X, Y = Output("out/x.hip", "caf\xe9\n", "x.cu"), Output("out/y.hip", "y\n", "y.cu")
HEADER = Output("out/retarget_hip/m.h", "m\n")


def test_writing_twice_writes_once() -> None:
    assert write(X) == ["out/x.hip"]
    assert Path("out/x.hip").read_bytes() == b"caf\xe9\n"
    before = os.stat(f"out/{NAME}").st_mtime_ns
    assert write(X) == []
    assert os.stat(f"out/{NAME}").st_mtime_ns == before
    assert write(replace(X, text="other\n")) == ["out/x.hip"]


def test_what_is_there_and_the_same_becomes_ours() -> None:
    Path("out").mkdir()
    Path("out/x.hip").write_bytes(X.data)
    assert write(X) == []
    assert write(replace(X, text="other\n")) == ["out/x.hip"]


def test_what_is_not_ours_is_refused_before_anything_is_written() -> None:
    Path("out").mkdir()
    Path("out/y.hip").write_text("precious\n")
    with pytest.raises(OutputError, match=r"y\.hip exists and was not written by retarget.*--force"):
        write(X, Y)
    assert listed() == {"y.hip"} and not Path(f"out/{NAME}").exists()
    assert write(X, Y, force=True) == ["out/x.hip", "out/y.hip"]


def test_a_hand_edit_is_refused_and_named() -> None:
    write(X, Y)
    Path("out/y.hip").write_text("by hand\n")
    with pytest.raises(OutputError, match=r"out/y\.hip was changed by hand since retarget wrote it: .* y\.cu"):
        write(X, replace(Y, text="new\n"))
    assert check(X, Y) == Check(edited=("out/y.hip",))
    assert write(X, Y, force=True) == ["out/y.hip"]


def test_check() -> None:
    write(X, Y, HEADER)
    assert check(X, Y, HEADER).is_clean
    os.unlink("out/x.hip")
    assert check(X, replace(Y, text="new\n"), HEADER) == Check(stale=("out/x.hip", "out/y.hip"))
    assert check(X, Y) == Check(stale=("out/x.hip",), orphaned=("out/retarget_hip/m.h",))


def test_what_nothing_makes_any_more_is_removed_with_its_folder() -> None:
    write(X, Y, HEADER)
    assert outcome(X, Y).removed == ["out/retarget_hip/m.h"]
    assert listed() == {"x.hip", "y.hip"} and not Path("out/retarget_hip").exists()


def test_an_output_of_an_input_that_is_gone_is_removed() -> None:
    write(X, Y)
    os.unlink("y.cu")
    assert outcome(X).removed == ["out/y.hip"]
    assert listed() == {"x.hip"}


def test_an_orphan_that_was_changed_by_hand_is_left() -> None:
    write(X, Y)
    os.unlink("y.cu")
    Path("out/y.hip").write_text("by hand\n")
    done = outcome(X)
    assert (done.removed, done.left, listed()) == ([], ["out/y.hip"], {"x.hip", "y.hip"})
    assert outcome(X).left == [], "it is the user's now"


def test_runs_of_different_inputs_keep_each_others_outputs() -> None:
    write(X)
    write(Y)
    assert listed() == {"x.hip", "y.hip"}
    assert len(lock.read("out").runs) == 2
    assert write(replace(X, text="new\n")) == ["out/x.hip"]


def test_a_run_that_was_asked_for_something_else_names_an_orphan_and_leaves_it() -> None:
    write(Y)
    os.unlink("y.cu")
    done = outcome(X, to="nvidia")
    assert (done.removed, done.orphaned, listed()) == ([], ["out/y.hip"], {"x.hip", "y.hip"})


def test_a_unit_that_another_includes_now_is_no_unit_any_more() -> None:
    write(X, Y)
    included = Output("out/y.cu", "y\n", "y.cu")
    run = replace(run_of(X), units={"../x.cu": ("flags",)})
    done = output_ownership.write((X, included), TREE, "out", run, ("x.cu", "y.cu"))
    assert done.removed == ["out/y.hip"] and listed() == {"x.hip", "y.cu"}


def test_in_place_backs_up_asks_for_nothing_and_owns_its_support_headers() -> None:
    Path("a.cu").write_text("old\n")
    found = Output("a.cu", "new\n", "a.cu"), Output("retarget_hip/m.h", "m\n")
    layout, run = Layout(Place.IN_PLACE, "."), RecordedRun("amd", "in-place", ".")
    assert output_ownership.write(found, layout, ".", run).written == ["a.cu", "retarget_hip/m.h"]
    assert (Path("a.cu").read_text(), Path("a.cu.orig").read_text()) == ("new\n", "old\n")
    assert lock.read(".").outputs == {"retarget_hip/m.h"}
    other = Output("retarget_hip/n.h", "n\n")
    output_ownership.write((other,), layout, ".", run)
    assert lock.read(".").outputs == {"retarget_hip/m.h", "retarget_hip/n.h"} and Path("retarget_hip/m.h").exists()


def test_in_place_without_support_headers_has_no_lock() -> None:
    output_ownership.write((Output("x.cu", "new\n", "x.cu"),), Layout(Place.IN_PLACE, "."), ".", RecordedRun("amd", "in-place", "."))
    assert not Path(NAME).exists()


def test_a_link_to_the_input_is_the_input() -> None:
    Path("out").mkdir()
    os.symlink("../x.cu", "out/x.hip")
    with pytest.raises(OutputError, match="is the input itself"):
        write(X, force=True)
    assert Path("x.cu").read_text() == "old\n"


def test_another_lock_that_names_an_output_is_told() -> None:
    write(Output("out/sub/x.hip", "x\n", "x.cu"))
    one = Output("out/sub/x.hip", "other\n", "x.cu")
    run = RecordedRun("amd", "file", "../..", "x.hip", units={"../../x.cu": ()})
    os.mkdir(".git")  # locks are looked for within a repository
    with pytest.raises(OutputError, match=rf"belongs to another run, which out/{NAME} describes"):
        output_ownership.write((one,), Layout(Place.FILE, ".", one.path), "out/sub", run)


def test_nothing_is_written_outside_of_the_locks_folder() -> None:
    with pytest.raises(OutputError, match="lies outside of out"):
        write(Output("elsewhere.hip", "x\n", "x.cu"))
    assert not Path("elsewhere.hip").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is damaged"),
        ("{", "is damaged"),
        ("[]", "is damaged"),
        ('{"runs": 3}', "is damaged"),
        ('{"format": 1, "runs": [{"to": "amd"}]}', "is damaged"),
        ('{"format": 99, "runs": []}', "newer retarget: update"),
        ("{\n<<<<<<< HEAD\n", "conflict of a merge: take one side"),
        ('{"runs": [{"to": "amd", "place": "tree", "outputs": {"../../x": {"digest": "0"}}}]}', "does not lie in its folder"),
        ('{"runs": [{"to": "amd", "place": "tree", "outputs": {"/etc/x": {"digest": "0"}}}]}', "does not lie in its folder"),
    ],
)
def test_a_damaged_lock_is_told_with_its_remedy(text: str, said: str) -> None:
    write(X)
    Path("out", NAME).write_text(text)
    with pytest.raises(Damaged, match=said):
        write(replace(X, text="new\n"))
    assert Path("out/x.hip").read_bytes() == X.data
    assert write(replace(X, text="new\n"), force=True) == ["out/x.hip"]
    assert check(replace(X, text="new\n")).is_clean


names = st.text("abc/é \udc80\"\\", min_size=1, max_size=6).filter(lambda n: not n.startswith("/"))
flags = st.builds(UnitFlags, include=st.tuples(names), define=st.lists(names, max_size=2).map(tuple), fast_math=st.booleans())
runs = st.builds(
    RecordedRun, to=names, place=st.sampled_from(["tree", "beside", "file"]), root=names, file=names, tool=names, failed=st.booleans(),
    settings=st.builds(TextOptions, launch_bounds=st.booleans(), parse=st.none() | st.booleans(), schedules=st.tuples(names)),
    flags=st.dictionaries(names, flags, max_size=2), units=st.dictionaries(names, st.tuples(names), min_size=1, max_size=3),
    inputs=st.dictionaries(names, names, max_size=3),
    outputs=st.dictionaries(names, st.builds(Written, names, names), min_size=1, max_size=3),
)  # fmt: skip


@pytest.mark.slow
@settings(max_examples=100, deadline=None)
@given(runs=st.lists(runs, max_size=3))
def test_every_lock_is_read_again_and_has_one_entry_a_line(runs: list[RecordedRun]) -> None:
    text = lock.written(Lock(tuple(runs)))
    assert lock.parsed(text, NAME) == Lock(tuple(runs))
    for run in runs:
        assert all(any(line.strip().startswith(f"{lock.json.dumps(p)}: ") for line in text.splitlines()) for p in run.outputs)


class Killed(BaseException):
    """What a kill is to a process: nothing behind it runs."""


def states() -> st.SearchStrategy[list[Output]]:
    """What a run writes: some of these files, each with some text."""
    files = {"x.hip": "x.cu", "y.hip": "y.cu", "x.cuh": "x.cuh", "retarget_hip/m.h": ""}
    texts = st.dictionaries(st.sampled_from(sorted(files)), st.sampled_from("12"), min_size=1)
    return texts.map(lambda t: [Output(f"out/{n}", text, files[n]) for n, text in sorted(t.items())])


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(first=states(), second=states(), third=states(), at=st.integers(0, 8))
def test_a_run_that_is_killed_anywhere_leaves_every_output_known(
    first: list[Output], second: list[Output], third: list[Output], at: int
) -> None:
    """Each file that changes on disk, the lock's too, is a place where the second run ends; the third one finds no
    output that it takes for a user's."""
    if Path("out").exists():
        for path in sorted(Path("out").rglob("*"), reverse=True):
            path.rmdir() if path.is_dir() else path.unlink()
    write(*first)
    calls = 0
    with pytest.MonkeyPatch.context() as patch:
        for name in ("replace", "unlink"):

            def until(*args: object, whole: object = getattr(os, name)) -> None:
                nonlocal calls
                calls += 1
                if calls > at:
                    raise Killed
                whole(*args)  # type: ignore[operator]

            patch.setattr(os, name, until)
        try:
            write(*second)
        except Killed:
            pass
    lock.read("out")
    write(*third)
    assert check(*third).is_clean
    wanted = {Path(o.path).relative_to("out").as_posix(): o.text for o in third}
    assert all(Path("out", path).read_text() == text for path, text in wanted.items())


def test_two_runs_at_once_lose_nothing() -> None:
    """Each of many processes writes one file to the folder; the lock has them all."""
    children = []
    for number in range(8):
        Path(f"{number}.cu").write_text("")
        pid = os.fork()
        if pid == 0:
            try:
                write(Output(f"out/{number}.hip", "x\n", f"{number}.cu"))
                os._exit(0)
            except BaseException:
                os._exit(1)
        children.append(pid)
    assert all(os.waitpid(pid, 0)[1] == 0 for pid in children)
    assert lock.read("out").outputs == {f"{number}.hip" for number in range(8)}


def test_a_folder_that_needs_nothing_need_not_be_writable(monkeypatch: pytest.MonkeyPatch) -> None:
    write(X)
    monkeypatch.setattr(emit, "replace_whole", None)
    monkeypatch.setattr(output_ownership, "replace_whole", lambda *_: (_ for _ in ()).throw(OSError(30, "Read-only file system")))
    run = replace(run_of(X), tool="2")
    assert output_ownership.write((X,), TREE, "out", run).written == []
    with pytest.raises(OutputError, match=rf"out/{NAME}: cannot be written: Read-only"):
        output_ownership.write((replace(X, text="new\n"),), TREE, "out", run)
