"""Rules of Make, read and written."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from retarget.source.make_rules import MakeRule, phony, read_rules

NAMES = st.from_regex(r"[a-z][a-z0-9 _+./#-]{0,9}[a-z]", fullmatch=True)


def test_a_compilers_list_is_read() -> None:
    (rule, own) = read_rules("a.o b.o: src/a.cu \\\n  with\\ blank.h \\\n  c.h\n\nc.h:\n")
    assert rule == MakeRule(("a.o", "b.o"), ("src/a.cu", "with blank.h", "c.h"))
    assert own == MakeRule(("c.h",), ())


@given(st.lists(NAMES, min_size=1, max_size=3, unique=True), st.lists(NAMES, max_size=5, unique=True))
def test_what_is_written_is_read_the_same(targets: list[str], files: list[str]) -> None:
    rule = MakeRule(tuple(targets), tuple(files))
    assert read_rules(rule.text()) == (rule,)


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    assert all(isinstance(rule, MakeRule) for rule in read_rules(text))


def test_files_are_renamed_once_and_left_out() -> None:
    rule = MakeRule(("a.o",), ("/t/a.cu", "a.cu", "/none/x.h"))
    assert rule.renamed(lambda f: None if f.startswith("/none") else f.removeprefix("/t/")).files == ("a.cu",)


def test_make_takes_it(tmp_path: Path) -> None:
    """Blanks and dollars in names; a file that is gone stops nobody."""
    rule = MakeRule(("out",), ("a.cu", "with blank.h", "a$b.h"))
    for name in rule.files:
        (tmp_path / name).touch()
    (tmp_path / "Makefile").write_text(f"all: out\n{rule.text()}\ttouch out\n{phony([rule])}")

    def made() -> bool:
        done = subprocess.run(["make"], cwd=tmp_path, capture_output=True, check=True, text=True)
        return "touch out" in done.stdout

    assert made()
    assert not made()
    (tmp_path / "with blank.h").unlink()
    assert made()


def test_findcuda_finds_the_files_of_a_rule() -> None:
    """CMake's script drops what stands ahead of a colon between blanks (make2cmake.cmake)."""
    text = MakeRule(("k.o",), ("k.cu", "c.h")).text()
    kept = re.sub(r"[ \\]*\n", ";", re.sub(r"^.* : ", "", text))
    assert [name.strip() for name in kept.split(";") if name] == ["k.cu", "c.h"]
