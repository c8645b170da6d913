"""Files of the user's that a program will write: they lie beside themselves while it is tuned, and come back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

from retarget.errors import Error
from retarget.tuning.measurements import lock_held, tuning_key


@contextmanager
def set_aside(paths: Sequence[Path], locks: Path, tell: Callable[[str], None]) -> Iterator[None]:
    """locks: a folder for them. Raises Unusable where another tuning has a path, Error for a folder."""
    kept = {p: p.with_name(f"{p.name}.retarget-kept") for p in paths}
    for path in paths:
        if path.is_dir():
            raise Error(f"--compare: {path} is a folder: name files")
    with ExitStack() as locked:
        for path in paths:
            taken = f"another tuning compares {path}: wait for its end, or tune in another folder"
            locked.enter_context(lock_held(locks / f"output-{tuning_key(str(path.resolve()))}.lock", taken))
        for path, aside in kept.items():
            if aside.exists():
                _found_again(path, aside, tell)
        try:
            for path, aside in kept.items():
                if path.exists():
                    path.replace(aside)
            yield
        finally:
            for path, aside in kept.items():
                if aside.exists():
                    aside.replace(path)


def _found_again(path: Path, aside: Path, tell: Callable[[str], None]) -> None:
    """What a tuning that was killed kept comes back; what was written since stays."""
    if not path.exists() or path.read_bytes() == aside.read_bytes():
        aside.replace(path)
        tell(f"{path}: brought back from {aside.name}")
        return
    other = next(o for n in count(1) if not (o := aside.with_name(f"{aside.name}-{n}")).exists())
    aside.replace(other)
    tell(
        f"{path}: written since a tuning was killed, by that or by you, so it stays; what lay there before is now "
        f"{other.name}"
    )
