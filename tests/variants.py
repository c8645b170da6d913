"""Variants as schedules spell them."""

from __future__ import annotations

from retarget.schedule.schedule import read_schedules
from retarget.schedule.steps import ORIGINAL, Variant


def spelled(text: str) -> Variant:
    """`block(x=2) share()`; empty for the original."""
    return read_schedules([text])[0].variant if text else ORIGINAL
