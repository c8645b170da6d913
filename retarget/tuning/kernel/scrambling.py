"""A launch's numbers, replaced: where a launch leaves memory as it finds it, nothing else shows what a variant writes.

    program:   w[i] += rate * delta[i]   with all delta 0: w stays as it is, whatever a variant does
    scrambled: delta[i] in (0.5, 1.5)    w changes, and every variant has to change it alike

Only fractions are replaced, as whole numbers may be indices.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from retarget.capture.typed_ranges import TypedRange
from retarget.targets.device import Array


def scrambled(data: Array, types: Sequence[TypedRange], seed: int) -> Array:
    """Bytes with each fraction multiplied by a random number from 0.5 to 1.5, 0 and what is no number replaced by
    one."""
    random, made = np.random.default_rng(seed), data.copy()
    for t in types:
        for offset, dtype in t.type.fields:
            kind = np.dtype(dtype)
            if kind.kind != "f":
                continue
            count = (t.end - t.start) // t.type.size
            shape, strides = (count,), (t.type.size,)
            column = np.ndarray(shape, kind, made.data, t.start + offset, strides)
            factors = random.uniform(0.5, 1.5, count)
            values = column.astype(np.float64)
            values = np.where(np.isfinite(values) & (values != 0), values, 1.0) * factors
            column[...] = values.astype(kind)
    return made
