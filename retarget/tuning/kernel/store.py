"""Cases on disk: what a process that launches them reads, as often as one has to be started."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from retarget.targets.device import Array, Extents
from retarget.tuning.kernel.arguments import Buffer, Ready


@dataclass(frozen=True)
class ArrayFile:
    """An array of one dimension in a file of its own."""

    path: str
    dtype: str

    def array(self) -> Array:
        """Its contents, read as they are looked at."""
        return np.memmap(self.path, np.dtype(self.dtype), "r")


def saved_array(data: Array, path: Path) -> ArrayFile:
    if data.dtype.names is not None:  # a structure is its bytes
        data = data.view(np.dtype(f"V{data.dtype.itemsize}"))
    data.tofile(path)
    return ArrayFile(str(path), data.dtype.str)


@dataclass(frozen=True)
class KeptBuffer:
    """A Buffer whose contents are in a file."""

    name: str
    file: ArrayFile
    is_read: bool
    is_written: bool
    is_compared: bool


@dataclass(frozen=True)
class KeptCase:
    """A case whose arrays are in files. digest: of all that the kernel is given."""

    name: str
    grid: Extents
    block: Extents
    shared: int
    arguments: tuple[KeptBuffer | bytes, ...]
    expected: Mapping[str, ArrayFile]
    relative: float | None
    absolute: float | None
    digest: str

    @property
    def buffers(self) -> tuple[KeptBuffer, ...]:
        return tuple(a for a in self.arguments if isinstance(a, KeptBuffer))


def stored(case: Ready, folder: Path) -> KeptCase:
    """Writes the arrays of a case to a folder of its own."""
    folder.mkdir()
    told = hashlib.blake2b(digest_size=16)
    told.update(repr((case.name, case.grid, case.block, case.shared, case.relative, case.absolute)).encode())
    arguments: list[KeptBuffer | bytes] = []
    for at, argument in enumerate(case.arguments):
        if isinstance(argument, Buffer):
            told.update(f"{argument.data.dtype}{argument.is_compared}".encode())
            told.update(argument.data.view("u1").data)
            file = saved_array(argument.data, folder / f"{at}")
            arguments.append(
                KeptBuffer(argument.name, file, argument.is_read, argument.is_written, argument.is_compared)
            )
        else:
            told.update(argument)
            arguments.append(argument)
    expected = {n: saved_array(a, folder / f"expected-{at}") for at, (n, a) in enumerate(case.expected.items())}
    return KeptCase(case.name, case.grid, case.block, case.shared, tuple(arguments), expected, case.relative,
                case.absolute, told.hexdigest())  # fmt: skip
