"""The unified diff read off the edits: applied as patch does, it gives the new text; it shows no more than needed."""

from __future__ import annotations

import difflib
import re

from hypothesis import example, given
from hypothesis import strategies as st

from retarget.source.diff import hunks
from retarget.source.text import Edit, EditConflict, Source, Span, apply, united

HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@\n")


def diff(text: str, *edits: Edit) -> list[str]:
    old = Source("f", text)
    return list(hunks(old, Source("f", apply(old, edits)), united(edits)))


def patched(text: str, lines: list[str]) -> str:
    """The new text by the diff, each of its old lines and counts checked."""
    old, result, at = text.splitlines(keepends=True), [], 0
    body = "".join(lines).replace("\n\\ No newline at end of file\n", "").splitlines(keepends=True) if lines else []
    starts = [i for i, line in enumerate(body) if HUNK.fullmatch(line)]
    for start, end in zip(starts, [*starts, len(body)][1:], strict=True):
        match = HUNK.fullmatch(body[start])
        assert match
        first, count, new_first, new_count = (int(g) if g else 1 for g in match.groups())
        result += old[at : first - (count > 0)]
        at = first - (count > 0)
        assert len("".join(result).splitlines()) == new_first - (new_count > 0)
        inside = body[start + 1 : end]
        assert [line[0] for line in inside].count("+") + [line[0] for line in inside].count(" ") == new_count
        before = "".join(line[1:] for line in inside if line[0] in " -")
        assert before == "".join(old[at : at + count])
        result += [line[1:] for line in inside if line[0] in " +"]
        at += count
    return "".join([*result, *old[at:]])


EDITS = st.builds(
    lambda start, length, text: Edit(Span("f", start, start + length), text, "r"),
    st.integers(0, 40), st.integers(0, 6), st.sampled_from(["", "x", "x\n", "\n", "x\ny\n", "x\ny"]),
)  # fmt: skip


@given(st.text(alphabet="ab\n", min_size=46, max_size=60), st.lists(EDITS, max_size=4))
@example("\n" * 50, [])
@example("aaaa\naa\n", [Edit(Span("f", 2, 5), "", "r"), Edit(Span("f", 5, 5), "x\n", "r")])  # behind a joined line
@example("aaaa\naa\n", [Edit(Span("f", 2, 5), "x\n", "r"), Edit(Span("f", 5, 5), "", "r")])  # nothing, behind a line
def test_applied_it_gives_the_new_text(text: str, edits: list[Edit]) -> None:
    text += "\n"
    try:
        united(edits)
    except EditConflict:
        return
    assert patched(text, diff(text, *edits)) == apply(Source("f", text), edits)


def test_it_is_what_difflib_shows_for_changed_words_and_inserted_lines() -> None:
    text = "".join(f"line {i}\n" for i in range(40))
    places = [text.index(f"line {i}\n") for i in (2, 9, 30)]
    edits = [Edit(Span("f", p, p + 4), "LINE", "r") for p in places] + [Edit(Span("f", 0, 0), "new\n", "r")]
    expected = difflib.unified_diff(text.splitlines(True), apply(Source("f", text), edits).splitlines(True), "f", "f")
    assert diff(text, *edits) == list(expected)[2:]


def test_no_line_end_at_the_end() -> None:
    assert diff("a\nb", Edit(Span("f", 2, 3), "c", "r")) == [
        "@@ -1,2 +1,2 @@\n", " a\n", "-b\n\\ No newline at end of file\n", "+c\n\\ No newline at end of file\n",
    ]  # fmt: skip


def test_lines_that_stay_are_none_of_a_change() -> None:
    text = "a\n{\n}\nb\n"
    behind = Edit(Span("f", 5, 5), "\n\nnew\n{\n}", "r")
    lines = diff(text, behind)
    assert not [line for line in lines if line.startswith("-")], lines
    assert patched(text, lines) == "a\n{\n}\n\nnew\n{\n}\nb\n"
    assert diff(text, Edit(Span("f", 2, 3), "{", "r")) == [], "the same text again"


def test_nothing_changed_shows_nothing() -> None:
    assert diff("a\nb\n") == []
    assert diff("") == []


def test_a_hundred_thousand_lines_are_no_matter() -> None:
    text = "int x;\n" * 100_000
    edits = [Edit(Span("f", 7 * i, 7 * i + 3), "long", "r") for i in range(0, 100_000, 3)]
    assert sum(line.startswith("+long") for line in diff(text, *edits)) == len(edits)
