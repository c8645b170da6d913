"""Spans, edits and diagnostics: edits as a set with a defined conflict, bytes kept, places as clang counts them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from retarget.source.text import (
    Diagnostic,
    Edit,
    EditConflict,
    Related,
    Severity,
    Source,
    Span,
    apply,
    excerpt,
    located,
    rendered,
    united,
)


def edit(start: int, end: int, text: str = "x", path: str = "f", why: str = "r") -> Edit:
    return Edit(Span(path, start, end), text, why)


def source(text: str, path: str = "f") -> Source:
    return Source(path, text)


# Edits


def test_a_span_does_not_run_backwards() -> None:
    with pytest.raises(ValueError, match="bad span 3:2 in f"):
        Span("f", 3, 2)
    with pytest.raises(ValueError, match="bad span -1:2 in f"):
        Span("f", -1, 2)


def test_an_edit_is_ascii_or_quotes_a_source() -> None:
    assert Edit(Span("f", 0, 0), "\xe9", "r").text == "\xe9"
    with pytest.raises(ValueError, match="must be ASCII"):
        Edit(Span("f", 0, 0), "\u20ac", "r")


AGREEING = [
    pytest.param([edit(0, 2), edit(2, 4)], id="adjacent replacements"),
    pytest.param([edit(0, 2), edit(2, 2)], id="an insertion at the end of a replacement"),
    pytest.param([edit(2, 2), edit(2, 4)], id="an insertion at the start of a replacement"),
    pytest.param([edit(0, 3, path="f"), edit(1, 2, path="g")], id="the same place of two files"),
    pytest.param([edit(1, 1, "a", "f"), edit(1, 1, "b", "g")], id="insertions into two files"),
    pytest.param([edit(1, 2, ""), edit(2, 3, "")], id="adjacent deletions"),
]
CONFLICTING = [
    pytest.param(edit(0, 3), edit(2, 4), id="overlap"),
    pytest.param(edit(0, 4), edit(1, 2), id="one inside the other"),
    pytest.param(edit(0, 4, "a"), edit(0, 4, "b"), id="two texts for one span"),
    pytest.param(edit(1, 1, "a"), edit(1, 1, "b"), id="two insertions at one offset"),
    pytest.param(edit(0, 4), edit(2, 2), id="an insertion inside of a replacement"),
    pytest.param(edit(0, 2), edit(0, 4), id="one start, two ends"),
]


@pytest.mark.parametrize("edits", AGREEING)
def test_edits_agree(edits: list[Edit]) -> None:
    assert united(edits) == united(reversed(edits)) == tuple(sorted(edits))


@pytest.mark.parametrize(("first", "second"), CONFLICTING)
def test_a_conflict_carries_both(first: Edit, second: Edit) -> None:
    for pair in ((first, second), (second, first)):
        with pytest.raises(EditConflict, match="edits overlap") as caught:
            united(pair)
        assert {caught.value.first, caught.value.second} == {first, second}


def test_identical_edits_collapse_whatever_their_reasons() -> None:
    assert len(united([edit(1, 2, why="a"), edit(1, 2, why="b"), edit(1, 2, why="a")])) == 1
    assert apply(source("abc"), [edit(1, 1, "-"), edit(1, 1, "-")]) == "a-bc"


EDITS = st.builds(
    lambda start, length, text: edit(start, start + length, text),
    st.integers(0, 12), st.integers(0, 4), st.sampled_from(["", "x", "yy"]),
)  # fmt: skip


def outcome(edits: list[Edit]) -> tuple[Edit, ...] | None:
    try:
        return united(edits)
    except EditConflict:
        return None


@given(st.lists(EDITS, max_size=6), st.randoms(use_true_random=False))
def test_union_does_not_depend_on_the_order(edits: list[Edit], rng: random.Random) -> None:
    shuffled = rng.sample(edits, len(edits))
    assert outcome(edits) == outcome(shuffled)


def reference(text: str, edits: list[Edit]) -> str:
    """Edits applied from the end backwards, one after another; of two at one offset the insertion stands first."""
    for e in sorted(set(edits), key=lambda e: (e.span.start, e.span.end), reverse=True):
        text = text[: e.span.start] + e.text + text[e.span.end :]
    return text


@given(st.lists(EDITS, max_size=6), st.text(alphabet="abc\n", min_size=16, max_size=24))
def test_apply_equals_the_reference(edits: list[Edit], text: str) -> None:
    if outcome(edits) is None:
        with pytest.raises(EditConflict):
            apply(source(text), edits)
    else:
        assert apply(source(text), edits) == reference(text, edits)


@given(st.binary())
def test_without_an_edit_every_byte_is_kept(data: bytes) -> None:
    held = source(data.decode("latin-1"))
    assert held.data == data
    assert apply(held, []) == held.text
    assert apply(held, [edit(0, 0, "x", path="another")]).encode("latin-1") == data


@given(st.binary(), st.data())
def test_bytes_around_an_edit_are_kept(data: bytes, draw: st.DataObject) -> None:
    start = draw.draw(st.integers(0, len(data)))
    end = draw.draw(st.integers(start, len(data)))
    changed = apply(source(data.decode("latin-1")), [edit(start, end, "new")]).encode("latin-1")
    assert changed == data[:start] + b"new" + data[end:]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param("a\nb\n", "1\n2\na\nb\n", id="line feeds"),
        pytest.param("a\r\nb\r\n", "1\r\n2\r\na\r\nb\r\n", id="CRLF"),
        pytest.param("a\r\nb\n", "1\r\n2\r\na\r\nb\n", id="mixed: as the first line ends"),
        pytest.param("a", "1\n2\na", id="no line end at all"),
        pytest.param("\n\r\n", "1\n2\n\n\r\n", id="an empty first line"),
    ],
)
def test_inserted_line_ends_are_those_of_the_file(before: str, after: str) -> None:
    assert apply(source(before), [edit(0, 0, "1\n2\n")]) == after


def test_reading_keeps_bytes_of_any_encoding(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf// caf\xe9 \xe2\x82\xac\r\nint x;"
    (tmp_path / "a.cu").write_bytes(data)
    assert Source.read(tmp_path / "a.cu").data == data
    with pytest.raises(FileNotFoundError):
        Source.read(tmp_path / "b.cu")


# Places


@given(st.text(alphabet="a\r\n\té"))
def test_position_is_the_count_of_line_feeds_and_of_bytes_behind_the_last(text: str) -> None:
    held = source(text)
    for offset in range(len(text) + 1):
        before = text[:offset]
        assert held.position(offset) == (before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1)


@pytest.mark.parametrize(
    ("data", "line", "shown"),
    [
        pytest.param(b"one\ntwo\nthree", 2, "two", id="a line"),
        pytest.param(b"one\ntwo\nthree", 3, "three", id="the last line, unended"),
        pytest.param(b"one\r\ntwo\r\n", 1, "one", id="CRLF"),
        pytest.param("größe\n".encode(), 1, "größe", id="UTF-8"),
        pytest.param("größe\n".encode("latin-1"), 1, "größe", id="Latin-1"),
        pytest.param(b"one\n", 2, "", id="behind the last line end"),
        pytest.param(b"", 1, "", id="an empty file"),
    ],
)
def test_a_line_as_a_person_reads_it(data: bytes, line: int, shown: str) -> None:
    assert source(data.decode("latin-1")).line_text(line) == shown


# Diagnostics


def held(text: str) -> Source:
    return source(text.encode().decode("latin-1"))


def caret(text: str, start: int, end: int) -> str:
    return excerpt(held(text), Span("f", start, end)).split("\n")[1]


@pytest.mark.parametrize(
    ("text", "start", "end", "marks"),
    [
        pytest.param("int abc;\n", 4, 7, "    ^~~", id="a word"),
        pytest.param("\tint abc;\n", 5, 8, "\t    ^~~", id="a tab in front is kept"),
        pytest.param("é = abc;\n", 5, 8, "    ^~~", id="characters in front count once, whatever their bytes"),
        pytest.param("x = é€y;\n", 4, 10, "    ^~~", id="characters inside count once"),
        pytest.param("abc\ndef\n", 1, 6, " ^~", id="a span over lines ends with its first"),
        pytest.param("abc\n", 2, 2, "  ^", id="a place"),
        pytest.param("abc\n", 3, 3, "   ^", id="the end of a line"),
        pytest.param("abc", 3, 3, "   ^", id="the end of the file"),
        pytest.param("", 0, 0, "^", id="an empty file"),
    ],
)
def test_the_caret_stands_below_the_place(text: str, start: int, end: int, marks: str) -> None:
    assert caret(text, start, end) == marks


def test_a_diagnostic_has_clangs_form() -> None:
    text = held("first\n\tcudaMalloc(p);\n")
    related = Related(Span("f", 0, 5), "begins here")
    told = Diagnostic("names", Severity.ERROR, Span("f", 7, 17), "is new", (related,))
    assert rendered(told, {"f": text}).split("\n") == [
        "f:2:2: error: is new [names]",
        "\tcudaMalloc(p);",
        "\t^~~~~~~~~~",
        "f:1:1: note: begins here",
        "first",
        "^~~~~",
    ]


def test_a_diagnostic_without_a_place_or_without_its_source() -> None:
    nowhere = Diagnostic("r", Severity.WARNING, None, "m")
    assert rendered(nowhere, {}) == "retarget: warning: m [r]"
    unread = Diagnostic("r", Severity.NOTE, Span("gone.h", 3, 4), "m", (Related(Span("far.h", 0, 1), "n"),))
    assert rendered(unread, {}) == "gone.h: note: m [r]\nfar.h: note: n"
    assert located(None, None) == "retarget"


@given(st.binary(min_size=1, max_size=60), st.data())
def test_any_place_of_any_bytes_can_be_shown(data: bytes, draw: st.DataObject) -> None:
    start = draw.draw(st.integers(0, len(data)))
    end = draw.draw(st.integers(start, len(data)))
    shown = rendered(Diagnostic("r", Severity.NOTE, Span("f", start, end), "m"), {"f": source(data.decode("latin-1"))})
    assert shown.startswith("f:")
    assert "^" in shown.split("\n")[-1]
