"""Where outputs go, and how they are written: whole or not at all, and never over what is not ours."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from retarget.errors import OutputError
from retarget.source.text import Source
from retarget.translation import emit
from retarget.translation.emit import Layout, Place
from retarget.translation.merge import Program, Translated

BESIDE, TREE = Layout(Place.BESIDE, "."), Layout(Place.TREE, "src", "out")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder with sources in it."""
    monkeypatch.chdir(tmp_path)
    for name in ("x.cu", "y.cu"):
        Path(name).write_text("old\n")


def file(path: str, text: str = "new\n", parts: tuple[str, ...] = (), is_root: bool = True) -> Translated:
    return Translated(Source(path, "old\n"), text, (), parts, is_root)


def outputs(layout: Layout, *files: Translated) -> dict[str, str]:
    return {o.path: o.text for o in emit.outputs(Program(files, (), ()), layout)}


@pytest.mark.parametrize(
    ("layout", "path", "is_root", "expected"),
    [
        pytest.param(BESIDE, "a/foo.cu", True, "a/foo.hip", id="beside"),
        pytest.param(BESIDE, "foo.cpp", True, "foo.cpp", id="C++ keeps its name"),
        pytest.param(BESIDE, "a.cu.cu", True, "a.cu.hip", id="the last ending counts"),
        pytest.param(TREE, "src/a/foo.cu", True, "out/a/foo.hip", id="in a tree"),
        pytest.param(TREE, "src/a/foo.cu", False, "out/a/foo.cu", id="an included .cu keeps its name"),
        pytest.param(TREE, "src/a.cuh", False, "out/a.cuh", id="headers keep theirs"),
        pytest.param(Layout(Place.TREE, "src", "."), "src/b.h", False, "b.h", id="a tree here"),
        pytest.param(Layout(Place.FILE, ".", "x/y.hip"), "foo.cu", True, "x/y.hip", id="a file"),
        pytest.param(Layout(Place.IN_PLACE, "."), "foo.cu", True, "foo.cu", id="in place"),
    ],
)
def test_paths(layout: Layout, path: str, is_root: bool, expected: str) -> None:
    assert layout.output(path, is_root, False) == expected


@pytest.mark.parametrize(
    ("layout", "path", "include"),
    [
        (BESIDE, "foo.cu", "retarget_hip/texture.h"),
        (TREE, "src/foo.cu", "retarget_hip/texture.h"),
        (TREE, "src/a/b/foo.cu", "../../retarget_hip/texture.h"),
        (Layout(Place.IN_PLACE, "src"), "src/a/foo.cu", "../retarget_hip/texture.h"),
    ],
)
def test_support_headers_are_reached_from_every_folder(layout: Layout, path: str, include: str) -> None:
    assert layout.spelling(path)("texture") == f'#include "{include}"\n'


def test_a_part_is_inlined_once_with_what_it_needs() -> None:
    spelling = Layout(Place.FILE, ".", "x.hip").spelling("foo.cu")
    first, second = spelling("device_math"), spelling("device_math")
    assert first.startswith("// >>> retarget_hip/") and first.endswith("// <<< retarget_hip/device_math.h\n")
    assert second == ""
    assert '#include "' not in first


def test_beside_writes_roots_even_unchanged() -> None:
    assert outputs(BESIDE, file("a.cu"), file("b.cu", "old\n")) == {"a.hip": "new\n", "b.hip": "old\n"}


def test_beside_refuses_changed_headers() -> None:
    files = [file("a.cu")] + [file(f"{n}.h", is_root=False) for n in "fedcba"]
    with pytest.raises(OutputError, match=r"6 included file\(s\) change as well \(a.h, b.h, c.h, d.h \.\.\.\)"):
        outputs(BESIDE, *files)
    assert outputs(BESIDE, file("a.cu"), file("same.h", "old\n", is_root=False)) == {"a.hip": "new\n"}


def test_in_place_writes_what_changes() -> None:
    layout = Layout(Place.IN_PLACE, ".")
    assert outputs(layout, file("a.cu"), file("b.h", "old\n", is_root=False)) == {"a.cu": "new\n"}


def test_a_tree_holds_each_support_header_once() -> None:
    found = outputs(TREE, file("src/a.cu", parts=("texture",)), file("src/b.cu", parts=("texture", "device_math")))
    assert {"out/a.hip", "out/b.hip", "out/retarget_hip/texture.h", "out/retarget_hip/device_math.h"} <= set(found)


def test_two_inputs_that_would_be_one_output_are_refused() -> None:
    with pytest.raises(OutputError, match=r"a\.hip"):
        outputs(Layout(Place.TREE, ".", "out"), file("a.cu", "one\n"), file("a.hip", "two\n"))


# Writing


def test_replacing_keeps_permissions_and_leaves_no_scratch() -> None:
    path = Path("x.cu")
    path.chmod(0o640)
    emit.replace_whole(path, b"new")
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    assert sorted(os.listdir()) == ["x.cu", "y.cu"]


@pytest.mark.parametrize("path", ["/proc/x.html", "a_file/x.html", "a_folder"])
def test_a_place_that_cannot_be_written_is_known_before(path: str) -> None:
    Path("a_file").write_text("")
    Path("a_folder").mkdir()
    with pytest.raises(OutputError, match=path):
        emit.refuse_place(path)


@pytest.mark.parametrize("path", ["x.html", "new/folder/x.html", "there.html"])
def test_asking_whether_a_place_can_be_written_leaves_it_as_it_is(path: str) -> None:
    Path("there.html").write_text("mine")
    before = sorted(os.listdir())
    emit.refuse_place(path)
    assert sorted(os.listdir()) == before and Path("there.html").read_text() == "mine"
