"""What is computed once: by text, and by unit."""

from __future__ import annotations

import pickle

from retarget.source.recent import holding, recent
from retarget.source.text import Source
from retarget.unit import Unit


def test_the_newest_texts_are_remembered_up_to_their_size() -> None:
    asked: list[str] = []

    @recent(10)
    def length(text: str) -> int:
        asked.append(text)
        return len(text)

    assert [length(t) for t in ("aaaa", "bbbb", "aaaa", "cccc", "aaaa", "bbbb")] == [4] * 6
    assert asked == ["aaaa", "bbbb", "cccc", "bbbb"], "bbbb was the oldest when cccc came"


def test_a_text_larger_than_all_room_is_remembered_alone() -> None:
    asked: list[str] = []
    large = recent(3)(lambda text: asked.append(text) or len(text))
    assert (large("aaaaa"), large("aaaaa"), large("b"), large("aaaaa")) == (5, 5, 1, 5)
    assert asked == ["aaaaa", "b", "aaaaa"]
    large.cache_clear()
    assert large("aaaaa") == 5
    assert asked[-1] == "aaaaa"
    assert len(asked) == 4


def test_a_text_that_is_let_go_of_leaves_its_room_to_others() -> None:
    asked: list[str] = []
    kept = recent(6)(lambda text: asked.append(text) or len(text))
    assert [kept(t) for t in ("aaaa", "bb")] == [4, 2]
    kept.forget("aaaa")
    kept.forget("never seen")
    assert [kept(t) for t in ("cccc", "bb", "aaaa")] == [4, 2, 4]
    assert asked == ["aaaa", "bb", "cccc", "aaaa"]


def test_a_fact_of_a_unit_is_computed_once_and_does_not_travel() -> None:
    asked: list[str] = []

    def roots(unit: Unit) -> str:
        asked.append(unit.root)
        return unit.root

    unit = Unit("a.cu", (Source("a.cu", ""),))
    assert [unit.once(roots), unit.once(roots)] == ["a.cu", "a.cu"]
    assert asked == ["a.cu"]
    travelled = pickle.loads(pickle.dumps(unit))
    assert travelled == unit
    assert travelled.once(roots) == "a.cu"
    assert asked == ["a.cu", "a.cu"]


def test_what_a_unit_holds_is_known_while_it_is_translated() -> None:
    calls: list[str] = []
    length = recent(4)(lambda text: calls.append(text) or len(text))  # type: ignore[func-returns-value]
    texts = ["one", "two", "three"]
    with holding(sum(map(len, texts))):
        assert [length(text) for _ in range(2) for text in texts] == [3, 3, 5] * 2
        assert calls == texts
    length("four")
    length("one")
    assert calls == [*texts, "four", "one"]
