"""Matching brackets, in text that balances and in text that does not."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from retarget.source.brackets import (
    BRACES,
    PAIRS,
    before_arguments,
    closing,
    closing_angle,
    opening,
    opening_angle,
    parts,
    separators,
    turn,
)
from retarget.source.lexer import COMMENT, PUNCT, Token, tokens

_WORDS = st.lists(
    st.tuples(st.sampled_from([*"()[]{}<>,;", "x"]), st.sampled_from(["", "", "define", "if"])), max_size=20
)


def _tokens(words: list[tuple[str, str]]) -> list[Token]:
    return [Token(PUNCT, text, i, i + 1, directive) for i, (text, directive) in enumerate(words)]


@given(_WORDS, st.sampled_from([PAIRS, BRACES]), st.booleans())
def test_what_closes_is_the_first_place_where_as_many_close_as_open(words, pairs, own_directive):
    code, closers = _tokens(words), set(pairs.values())
    for at in (i for i, t in enumerate(code) if t.text in pairs):
        end = next((i for i in range(at, len(code)) if code[i].directive != code[at].directive), len(code))
        seen = range(at, end if own_directive and code[at].directive else len(code))
        counted = [i for i in seen if not own_directive or code[i].directive == code[at].directive]
        depths = [
            sum((code[k].text in pairs) - (code[k].text in closers) for k in counted[: n + 1])
            for n in range(len(counted))
        ]
        expected = counted[depths.index(0)] if 0 in depths else None
        assert closing(code, at, pairs, own_directive=own_directive) == expected


@given(_WORDS, st.sampled_from([PAIRS, BRACES]), st.booleans())
def test_what_opens_is_what_closes_there(words, pairs, own_directive):
    code = _tokens(words)
    for at in (i for i, t in enumerate(code) if t.text in pairs):
        end = closing(code, at, pairs, own_directive=own_directive)
        if end is not None:
            assert opening(code, end, pairs, own_directive=own_directive) == at


@given(_WORDS, st.sampled_from([PAIRS, BRACES]))
def test_what_closes_is_what_opens_there(words, pairs):
    code = _tokens(words)
    for at in (i for i, t in enumerate(code) if t.text in pairs.values()):
        start = opening(code, at, pairs, own_directive=False)
        if start is not None:
            assert closing(code, start, pairs, own_directive=False) == at


@given(_WORDS, st.sampled_from([PAIRS, BRACES]))
def test_what_parts_is_where_as_many_close_as_open_before(words, pairs):
    code = _tokens(words)
    cuts = [i for i, t in enumerate(code) if t.text == "," and not sum(turn(b.text, pairs) for b in code[:i])]
    assert list(separators(code, 0, len(code), pairs=pairs)) == cuts
    pieces = parts(code, 0, len(code), pairs=pairs)
    assert [end for _, end in pieces] == ([*cuts, len(code)] if code else [])
    assert [start for start, _ in pieces] == ([0, *(cut + 1 for cut in cuts)] if code else [])


def test_shifts_and_comparisons_do_not_end_the_parameters_of_a_template():
    for text in (
        "<int n = 1 << 3, class T = int>",
        "<bool b = (2 > 1)>",
        "<class T = a<b<c>>>",
        "<int n = v{2}.at[3 > 2]>",
    ):
        code = [t for t in tokens(f"template {text} f") if t.kind != COMMENT]
        last = len(code) - 2
        assert closing_angle(code, 1) == last
        assert before_arguments(code, last) == 0 or "{" in text


@given(_WORDS)
@example([("<", ""), ("(", ""), ("}", ""), (">", "")])
def test_what_an_angle_closes_is_what_opens_it(words):
    code = _tokens(words)
    for at in (i for i, t in enumerate(code) if t.text == "<"):
        end = closing_angle(code, at)
        if end is not None and not {"{", "}"} & {t.text for t in code[at:end]}:  # backwards, a brace ends the search
            assert opening_angle(code, end) == at


def test_what_ends_a_statement_ends_the_search_for_an_angle():
    code = list(tokens("if (a < b) c = d > e;"))
    assert closing_angle(code, 3) is None
    assert opening_angle(code, 9) is None
