"""The block size of a kernel, where it is proved at every launch.

A kernel has a proved bound where, over all units that are looked at,
- each launch of it has constant extents (the largest counts),
- its name is used for nothing but its declaration and those launches: nobody takes its address, and no launch
  hides in a macro or in a branch that is not compiled,
- it is no macro's product, and no header declares it for units that are not seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from retarget.lexer import NAME, Token
from retarget.unit import Kernel, Unit

MOST_THREADS = 1024


def block_sizes(units: Iterable[Unit], code: Mapping[str, list[Token]]) -> dict[str, int]:
    """Threads per block by the kernel's usr. `code` holds the tokens of each file, without comments."""
    units = tuple(units)
    definitions = {k.usr: k for u in units for k in u.kernels if k.is_definition}
    sizes = {}
    for usr, kernel in definitions.items():
        size = _size(usr, kernel, units, code)
        if size is not None:
            sizes[usr] = size
    return sizes


def _size(usr: str, kernel: Kernel, units: tuple[Unit, ...], code: Mapping[str, list[Token]]) -> int | None:
    launches = [launch for u in units for launch in u.launches if launch.kernel == usr]
    threads = [launch.threads for launch in launches]
    known = [t for t in threads if t is not None and t <= MOST_THREADS]
    if not known or len(known) < len(threads) or any(launch.in_macro for launch in launches):
        return None
    if kernel.in_macro or not _seen_whole(usr, kernel, units):
        return None
    places = {(launch.span.path, launch.span.start) for launch in launches}
    names = {k.name_span for u in units for k in u.kernels if k.usr == usr}
    uses = sum(_uses(kernel.name, tokens) for tokens in code.values())
    return max(known) if uses == len(places) + len(names) else None


def _seen_whole(usr: str, kernel: Kernel, units: tuple[Unit, ...]) -> bool:
    declared = Counter(k.name_span.path for u in units for k in u.kernels if k.usr == usr)
    same_name = {k.usr for u in units for k in u.kernels if k.name == kernel.name}
    return set(declared) == {kernel.name_span.path} and same_name == {usr}


def _uses(name: str, tokens: list[Token]) -> int:
    return sum(1 for t in tokens if t.kind == NAME and t.text == name)
