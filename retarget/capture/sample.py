"""Which of the captured launches stay: those of kernels that matter, a few of each."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from retarget.capture.contents import Capture, CapturedLaunch

SHARE = 0.01  # of the time of all launches, that a kernel takes to matter


def sampled(capture: Capture, share: float = SHARE) -> Capture:
    """With the launches of kernels that take at least a share of the device's time; of each kernel the first launch,
    the last, the largest, the smallest and, of the two configurations that take the most time, a late one each. Where
    no times are known, all kernels matter."""
    whole = sum(capture.by_kernel.values())
    matter = {k for k, ms in capture.by_kernel.items() if not whole or ms >= share * whole}
    own: dict[str, list[CapturedLaunch]] = {}
    for l in capture.launches:
        if l.kernel in matter or l.kernel not in capture.by_kernel:
            own.setdefault(l.kernel, []).append(l)
    kept = [l for several in own.values() for l in _few(several, capture)]
    return replace(capture, launches=tuple(sorted(kept, key=lambda l: (l.process, l.order))))


def _few(several: Sequence[CapturedLaunch], capture: Capture) -> list[CapturedLaunch]:
    ms = {(t.kernel, t.grid, t.block, t.shared): t.ms for t in capture.totals}

    def time(l: CapturedLaunch) -> float:
        return ms.get((l.kernel, l.grid, l.block, l.shared), 0.0)

    in_order = sorted(several, key=lambda l: (l.process, l.order))
    costly = sorted(in_order, key=lambda l: (-time(l), -l.ordinal))
    others = [l for l in costly if (l.grid, l.block, l.shared) != (costly[0].grid, costly[0].block, costly[0].shared)]
    extremes = (f(in_order, key=lambda l: l.threads) for f in (max, min))
    picked = (costly[0], in_order[0], *extremes, in_order[-1], *others[:1])
    return list(dict.fromkeys(picked))
