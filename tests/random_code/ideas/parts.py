"""What all constructs are made of: variables that begin uniform, values and conditions for them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from random_code.expressions import condition, dependence, expression, leaf
from random_code.scope import Scope, Variable
from random_code.values import UNIFORM, Deps, converted, fitted, kept

Construct = Callable[[Scope], object]


class Begun:
    """Names of variables of one type, that hold the same for all threads until the construct changes them."""

    def __init__(self, scope: Scope, count: int = 1, type: str = "int", names: Sequence[str] = ()) -> None:
        self.scope, self.type = scope, type
        self.deps: Deps = dependence(scope) | scope.control
        self.names = list(names) or [scope.names.fresh("v") for _ in range(count)]
        for name in self.names:
            scope.line(f"{type} {name} = {fitted(leaf(scope, UNIFORM), type).text};")

    def value(self) -> str:
        """A value of the type, that differs as the dependence says."""
        return expression(self.scope, self.deps, self.type, 1).text

    def test(self) -> str:
        return condition(self.scope, self.deps, 0).text

    def ended(self) -> None:
        """From here on they are variables like others."""
        low, high = kept(self.type)
        for name in self.names:
            self.scope.add(Variable(name, self.type, low, high, self.deps, True))


def whole(scope: Scope, deps: Deps, most: int) -> str:
    """An index from 0 to `most`."""
    return fitted(leaf(scope, deps), "int", 0, most).text


def mixed(scope: Scope, text: str) -> None:
    """Puts an `int` into what reaches the output."""
    total = next(v for v in scope.variables if v.name.startswith("mix"))
    scope.line(f"{total.name} = {total.name} * 31u + (unsigned)({text});")


__all__ = ["Begun", "Construct", "converted", "mixed", "whole"]
