"""Launches of laplacian.cu's kernel, for tuning it by itself:

    retarget tune samples/laplacian.cu --kernel "laplacian_kernel<double>" --case samples/laplacian_case.py --to nvidia
"""

from collections.abc import Iterator

import numpy as np

from retarget.case import Case

BLOCK = 256
SIZES = ((100, 30, 20), (256, 256, 256), (512, 512, 512))


def cases() -> Iterator[Case]:
    random = np.random.default_rng(1)
    inverse = (16.0, 4.0, 64.0)  # of the squared distances between points
    for nx, ny, nz in SIZES:
        u = random.random((nz, ny, nx))
        arguments = [np.zeros_like(u), u, nx, ny, nz, *inverse, -2 * sum(inverse)]
        expected = {"f": laplacian(u, *inverse)} if u.size < 1 << 20 else {}
        yield Case(f"{nx}x{ny}x{nz}", (-(-nx // BLOCK), ny, nz), BLOCK, arguments, expected=expected)


def laplacian(u: np.ndarray, x: float, y: float, z: float) -> np.ndarray:
    f = np.zeros_like(u)
    inside = u[1:-1, 1:-1, 1:-1]
    f[1:-1, 1:-1, 1:-1] = (
        (u[1:-1, 1:-1, :-2] - 2 * inside + u[1:-1, 1:-1, 2:]) * x
        + (u[1:-1, :-2, 1:-1] - 2 * inside + u[1:-1, 2:, 1:-1]) * y
        + (u[:-2, 1:-1, 1:-1] - 2 * inside + u[2:, 1:-1, 1:-1]) * z
    )
    return f
