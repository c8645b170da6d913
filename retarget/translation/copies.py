"""The files of a whole tree that no unit reaches: copied beside its translation, so that the output stands alone."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence

from retarget.source.project import below, real
from retarget.translation.emit import Layout, Output, refuse_collisions


def copies(paths: Iterable[str], found: Sequence[Output], layout: Layout) -> tuple[Output, ...]:
    """found: the outputs of the translation. Links stay links; where they lead to what the tree holds, to its output.
    Raises OutputError where two files would have one output."""
    paths = tuple(paths)
    made = {real(o.source): o.path for o in found if o.source}
    places = {real(p): layout.output(p, False, True) for p in paths if not os.path.islink(p)} | made
    taken = {o.path for o in found}
    listed = _added(paths, places, layout)
    added = tuple(o for o in listed if (o.path not in taken if o.link else real(o.source) not in made))
    refuse_collisions((*found, *added))
    return added


def _added(paths: Iterable[str], places: Mapping[str, str], layout: Layout) -> Iterator[Output]:
    for path in paths:
        place = layout.output(path, False, True)
        if os.path.islink(path):
            yield _link(path, place, places, layout)
        else:
            yield Output(place, "", path, is_copy=True)


def _link(path: str, place: str, places: Mapping[str, str], layout: Layout) -> Output:
    given, leads_to = os.readlink(path), real(path)
    if not os.path.exists(path):
        return Output(place, "", path, given)
    twin = places.get(leads_to) or (layout.twin(leads_to) if os.path.isdir(leads_to) else None)
    if twin is None:
        outside = os.path.relpath(leads_to, real(os.path.dirname(os.path.abspath(place))))
        return Output(place, "", path, given if os.path.isabs(given) else outside)
    if path.endswith(".cu") and not twin.endswith(".cu"):
        place = place[: -len(".cu")] + layout.ending
    is_same = os.path.basename(twin) == os.path.basename(leads_to) and not os.path.isabs(given)
    stays = below(os.path.join(os.path.dirname(path), given), layout.root) is not None
    return Output(place, "", path, given if is_same and stays else os.path.relpath(twin, os.path.dirname(place)))
