"""The device functions of a unit: their definitions, as a walk meets them, and then their bodies."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace

from clang import cindex

from retarget.source.text import Source, Span
from retarget.unit.parse.bodies import Bodies
from retarget.unit.parse.instances import Instances
from retarget.unit.parse.interest import Interest
from retarget.unit.parse.kinds import identity
from retarget.unit.parse.places import Places
from retarget.unit.parse.reaching import Reaching
from retarget.unit.tree import Function, Node


@dataclass
class DeviceFunctions:
    """read: by clang's identity."""

    interest: Interest
    read: dict[str, Function] = field(default_factory=dict)
    _defined: list[tuple[cindex.Cursor, bool]] = field(default_factory=list)  # whether kernels
    _lambdas: list[cindex.Cursor] = field(default_factory=list)  # host code makes them for the device
    _declared: dict[str, dict[tuple[Span, int], None]] = field(default_factory=dict)  # see `Function`

    def see(self, function: cindex.Cursor, is_kernel: bool, span: Span, name: int) -> None:
        """Notes a declaration or a definition at a place, and where its name begins."""
        if function.is_definition():
            self._defined.append((function, is_kernel))
        elif self.interest.bodies:
            self._declared.setdefault(identity(function), {})[span, name] = None

    def see_lambda(self, cursor: cindex.Cursor) -> None:
        """Notes a lambda that says that it is for the device."""
        self._lambdas.append(cursor)

    def bodies(self, places: Places, bodies: Bodies, texts: Collection[Source], initials: Sequence[Node]) -> None:
        """Reads the bodies that are of interest, and forgets what was noted. initials: values that stand in none."""

        instances = Instances(places.at, identity)

        def body(function: cindex.Cursor, is_kernel: bool) -> Function | None:
            usr = identity(function)
            known = self.read.get(usr)
            if known and known.template and places.at(function.location) == _place(known):
                made = instances.read(function, known)
                self.read[usr] = known.sized(made)
                return made
            return self._body(bodies.function(function, is_kernel), usr, str(function.get_usr()))

        if self.interest.bodies_reached:
            numbers = Reaching(self._defined, places.span, texts, self.interest.kernels).read(body, initials)
            self.read = {usr: self.read[usr] for usr in sorted(numbers, key=numbers.__getitem__)}
        else:
            written: set[tuple[str, int]] = set()
            for function, is_kernel in self._defined:
                place = places.at(function.location)
                if self.interest.bodies or place not in written:  # instances of a template know sizes, no more
                    body(function, is_kernel)
                written.add(place)
        for cursor in self._lambdas if self.interest.trees and not self.interest.bodies else ():
            path, offset = places.at(cursor.location)
            if made := bodies.function(cursor, False):
                usr = f"lambda@{path}@{offset}"
                self.read[usr] = replace(made, usr=usr, name="a lambda", is_lambda=True)
        self.forget()

    def forget(self) -> None:
        """Lets go of what keeps clang's unit alive."""
        self._defined.clear()
        self._lambdas.clear()

    def _body(self, made: Function | None, usr: str, own: str) -> Function | None:
        """own: the identity of a specialisation itself."""
        if made is None:
            return None
        made = replace(made, declared=tuple(self._declared.get(usr, ())))
        before = self.read.get(usr)
        if before and (not self.interest.bodies or before.name_span != made.name_span):
            if _place(before) == _place(made):  # an instance
                self.read[usr] = before.sized(made)
            usr, made = own, replace(made, usr=own)  # a specialisation
        known = self.read.get(usr)  # a template comes before its instances, which know sizes
        self.read[usr] = known.sized(made) if known else made
        return made


def _place(function: Function) -> tuple[str, int]:
    return function.name_span.path, function.name_span.start
