"""Assignments whose control stands in an expression."""

from __future__ import annotations

from random_code.ideas.parts import Begun, Construct
from random_code.scope import Scope


def anded(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(scope.rng.choice((
        f"{made.test()} && ({a} = {b} + 1);", f"{made.test()} && ({a} = 9, {b} > 2) && ({b} = 1, true);",
        f"if ({made.test()} && ({a} = 3)) {b} = {made.value()};",
    )))  # fmt: skip
    made.ended()


def ored(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(scope.rng.choice((f"({made.test()}) || ({a} = {b} / 2);", f"({made.test()}) || ++{a} > 3 || ({b} = 5);", f"bool {scope.names.fresh('any')} = ({made.test()}) || ({a} = 77);")))
    made.ended()


def chosen(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(scope.rng.choice((f"({made.test()}) ? {a} = 4 : {b} = 5;", f"{a} = ({made.test()}) ? ({b} = 6, 1) : 2;", f"({made.test()}) ? (void)({a} = {b}) : (void)0;")))
    made.ended()


def in_if(scope: Scope) -> None:
    """Conditions that assign."""
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(scope.rng.choice((f"if (({a} = {made.value()}) > 3) {b} = 8;", f"if (int u = {made.value()}) {b} = u; else {a} = u - 1;")))
    made.ended()


def in_loop(scope: Scope) -> None:
    """Loops whose conditions assign, or end by what they assign."""
    made = Begun(scope, 2)
    a, b = made.names
    k = scope.names.fresh("k")
    scope.line(scope.rng.choice((
        f"for (int {k} = 0; {k} < 6 && ({made.test()} || ({a} = {k}, true)); ++{k}) {b} = {k};",
        f"for (int {k} = 0; ({a} = {k}) < 5 && !({k} > 2 && ({made.test()})); {k}++, {b} = {k});",
        f"int {k} = 0; while ({k} < 5 && ({b} = {made.value()}, {b} % 3 != {k})) {a} = ++{k};",
    )))  # fmt: skip
    made.ended()


def bisected(scope: Scope) -> None:
    """A search that moves its bounds by `?:`."""
    made = Begun(scope, 1)
    lo, hi, m = (scope.names.fresh(stem) for stem in ("lo", "hi", "m"))
    scope.lines += [
        f"int {lo} = 0, {hi} = 16;",
        f"while ({lo} < {hi}) {{",
        f"    int {m} = ({lo} + {hi}) / 2;",
        f"    {m} * 3 < ({made.value()}) % 40 ? {lo} = {m} + 1 : {hi} = {m};",
        "}",
        f"{made.names[0]} = {lo} * 9 + {hi};",
    ]
    made.ended()


def in_front(scope: Scope) -> None:
    """Statements in front of conditions."""
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(scope.rng.choice((
        f"if (int u = {made.value()}; u > 2) {b} = 9;", f"if ({a} = {made.value()}; {a} > 2) {b} = 9; else {b} = 7;",
        f"switch (int u = ({a} = {made.value()}); {b} & 1) {{ case 0: {b} = u; break; default: {b} = 5; }}",
        f"if (int u = {made.value()}; u < 0) {b} = u; else if (auto w = u ^ {a}; w & 1) {{ {b} = w; }} else if ({a} += 2; {made.test()}) --{b};",
        f"switch ({a} = {made.value()}; {a} & 3) {{ case 1: {b} = 6; break; case 2: {a} = {b}; }}",
    )))  # fmt: skip
    made.ended()


CONSTRUCTS: dict[str, Construct] = {
    "&& that assigns": anded, "|| that assigns": ored, "?: that assigns": chosen, "if that assigns": in_if,
    "loop condition that assigns": in_loop, "bisection by ?:": bisected,
    "statement in front of a condition": in_front,
}  # fmt: skip
