"""What a rule means: its page, `<name>.md` beside this file, else the docstring of the rule."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from retarget.translation.cuda import CUDA
from retarget.translation.hip import HIP, MENDS
from retarget.translation.rule import Rule, by_name

PAGES = Path(__file__).parent


@cache
def _rules() -> dict[str, Rule]:
    return dict(by_name((*HIP.rules, *MENDS, *CUDA.rules)))


def page_names() -> list[str]:
    """All names that have a page of their own."""
    return sorted(path.stem for path in PAGES.glob("*.md"))


def rule_names() -> list[str]:
    """All names that a diagnostic or an edit may carry."""
    return sorted({*page_names(), *_rules()})


def summary(rule: str) -> str:
    """What a name means, in a line: the title of its rule, else the first sentence of its page."""
    known = _rules().get(rule)
    if known and known.title:
        return known.title
    text = explanation(rule) or ""
    _, _, body = text.partition("\n")
    paragraph = " ".join(body.strip().partition("\n\n")[0].split())
    sentence = re.match(r".*?[.:](?= (?:[A-Z`]|retarget)|$)", paragraph)
    return (sentence[0] if sentence else paragraph).rstrip(".:")


def explanation(rule: str) -> str | None:
    """What a name means, or None where nothing carries it."""
    if rule in page_names():
        return (PAGES / f"{rule}.md").read_text()
    return _rules()[rule].page if rule in _rules() else None
