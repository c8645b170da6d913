"""The pages of the rules: `<rule>.md` beside this file, one for each rule name that a diagnostic can carry."""

from __future__ import annotations

from pathlib import Path

PAGES = Path(__file__).parent


def rule_names() -> list[str]:
    """All rules that have a page."""
    return sorted(path.stem for path in PAGES.glob("*.md"))


def explanation(rule: str) -> str | None:
    """The page of a rule, or None."""
    return (PAGES / f"{rule}.md").read_text() if rule in rule_names() else None
