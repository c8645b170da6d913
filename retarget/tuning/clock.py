"""How much of a tuning's time is over."""

from __future__ import annotations

from time import monotonic

from msgspec import Struct, field


class Clock(Struct, frozen=True):
    """Begins when it is made. budget: seconds, or None for any number."""

    budget: float | None = None
    started: float = field(default_factory=monotonic)

    @property
    def seconds(self) -> float:
        """Since the beginning."""
        return monotonic() - self.started

    @property
    def left(self) -> float | None:
        return None if self.budget is None else self.budget - self.seconds

    def has(self, seconds: float) -> bool:
        """Whether more than these are left."""
        left = self.left
        return left is None or left > seconds

    @property
    def is_over(self) -> bool:
        left = self.left
        return left is not None and left <= 0
