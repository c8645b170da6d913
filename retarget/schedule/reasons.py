"""Reasons in words, for tables and pages: with their places, and those that are alike together."""

from __future__ import annotations

from collections.abc import Iterable

from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.source.text import located


def described(subject: Subject, refusal: Refusal) -> str:
    """A reason with its place, behind the steps that it stands against."""
    steps = f"{', '.join(refusal.steps)}: " if refusal.steps else ""
    return f"{steps}{refusal.why} ({located(subject.users.by_path.get(refusal.span.path), refusal.span)})"


def grouped(reasons: Iterable[str]) -> list[tuple[int, str, bool]]:
    """Reasons that differ in numbers alone count together, the most frequent first: how many, the first of them, and
    whether they differ."""
    kinds: dict[str, list[str]] = {}
    for why in reasons:
        kind = " ".join("N" if word.strip(",")[:1].isdigit() else word for word in why.split())
        kinds.setdefault(kind, []).append(why)
    return [(len(whys), whys[0], len(set(whys)) > 1) for whys in sorted(kinds.values(), key=len, reverse=True)]
