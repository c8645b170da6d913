"""Jumps: out of loops in loops, in switches in loops, to labels."""

from __future__ import annotations

from random_code.ideas.parts import Begun, Construct
from random_code.scope import Scope

HEAD = """\
__device__ int steps_but(int x, int never) { int c = 0; for (int k = x; x == never || k > 3; k = k > 3 ? k - 2 : k) ++c; return c; }
__device__ int share_of(int whole, int x) { return whole / x; }
struct StepsBut { int never, count; __device__ StepsBut(int x, int y) : never(y), count(steps_but(x, y)) {} __device__ int operator()(int x) const { return x == never ? (*this)(x) : x + count; } };
"""


def in_switch(scope: Scope) -> None:
    """`continue` out of a switch, `break` inside of it, cases that fall through."""
    made = Begun(scope, 2)
    a, b = made.names
    k = scope.names.fresh("k")
    scope.lines += [
        f"for (int {k} = 0; {k} < 5; ++{k}) {{",
        f"    switch (({made.value()} ^ {k}) & 3) {{",
        f"    case 0: {a} = {k}; continue;",
        f"    case 1: {b} = {k};",
        f"    case 2: if ({made.test()}) break;",
        f"        {a} ^= 3; break;",
        f"    default: if ({k} == 3) continue; {b} ^= 1;",
        "    }",
        f"    {a} = ({a} * 3 + {k}) % 4096;",
        "}",
    ]
    made.ended()


def out_of_two(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    k, j = scope.names.fresh("k"), scope.names.fresh("j")
    scope.lines += [
        f"for (int {k} = 0; {k} < 4; ++{k}) {{",
        f"    for (int {j} = {k};; ++{j}) {{ if ({j} > 4 || ({made.test()})) break; if ({j} & 1) continue; {a} = ({a} + {j}) % 4096; }}",
        f"    if ({k} > ({made.value()} & 3)) break;",
        f"    {b} = {k};",
        "}",
    ]
    made.ended()


def once(scope: Scope) -> None:
    """`do ... while (0)` that is left early."""
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(f"do {{ if ({made.test()}) break; {a} = {made.value()}; if ({a} > 9) continue; {b} = 4; }} while ({scope.rng.choice(('0', 'false'))});")
    made.ended()


def endless(scope: Scope) -> None:
    """A loop that only a jump in a switch or a condition ends."""
    made = Begun(scope, 2)
    a, b = made.names
    k = scope.names.fresh("k")
    scope.line(f"for (int {k} = 0;; ++{k}) {{ if ({k} == (({made.value()}) & 7)) {{ {a} = {k}; break; }} {b} = {k} * 2; }}")
    made.ended()


def unrolled(scope: Scope) -> None:
    """A directive between a loop's head and the loop that is its body, or in front of both."""
    made = Begun(scope, 2)
    a, b = made.names
    k, j = scope.names.fresh("k"), scope.names.fresh("j")
    pragma = scope.rng.choice(("#pragma unroll", "#pragma unroll 2", "#pragma unroll 1", "#pragma unroll(3)", "#pragma unroll TURNS"))
    body = scope.rng.choice((f"{a} = ({a} * 3 + ({made.value()} ^ {k}) + {j}) % 4096;", f"{{ if ({made.test()}) continue; {b} = ({b} + {k} * {j} + ({made.value()})) % 4096; }}"))
    inner = scope.rng.choice((f"for (int {j} = 0; {j} < 3; ++{j})", f"for (int {j} = {k}; {j} < 4; {j}++)"))
    scope.lines += ["#pragma unroll 1"] if scope.chance(0.3) else []
    scope.lines += [f"for (int {k} = 0; {k} < {scope.rng.choice(('3', f'(({made.value()}) & 3)'))}; ++{k})", pragma, f"    {inner}", f"        {body}"]
    made.ended()


def in_branch(scope: Scope) -> None:
    """Jumps to a label in the same branch or loop: instances may run it each by itself."""
    _jumps(scope, scope.rng.choice(("for (int {turn} = 0; {turn} < 2; ++{turn})", "if (p > 0)", "if ({test})")))


def to_label(scope: Scope) -> None:
    """A label in the kernel's own statements; at times with the kernel's next statement, which may be a barrier."""
    made = Begun(scope, 2)
    if scope.chance(0.6):
        _jumps(scope, "")
        return
    label, k, (a, b) = scope.names.fresh("done"), scope.names.fresh("k"), made.names
    scope.line(f"for (int {k} = 0; {k} < 4; ++{k}) if (({made.test()}) && {k}) {{ {a} = {k}; goto {label}; }}")
    scope.line(f"{b} = 5;")
    scope.line(f"{label}: {'__syncthreads();' if scope.convergent else f'{a} ^= 1;'}")
    made.ended()


def _jumps(scope: Scope, around: str) -> None:
    """Over statements, out of loops and a switch, and back; around: the head of a statement that holds them."""
    made = Begun(scope, 2)
    a, b = made.names
    label, k, j, turn = (scope.names.fresh(stem) for stem in ("done", "k", "j", "k"))
    inner = scope.rng.choice((
        [f"if ({made.test()}) goto {label};", f"{a} = 3;", f"{b} = 4;", f"{label}: ;"],
        [f"for (int {j} = 0; {j} < 4; ++{j}) for (int {k} = 0; {k} < 3; ++{k}) {{ if ({made.test()} && {k} + {j} > 2) goto {label}; {a} = ({a} * 3 + {k}) % 4096; }}", f"{label}: {b} = ({b} + {a}) % 4096;"],
        [f"switch (({made.value()}) & 3) {{ case 0: goto {label}; case 1: {a} = 5; break; default: {b} = 7; }}", f"{a} = ({a} + 9) % 4096;", f"{label}: ;"],
        [f"int {k} = 0;", f"{label}: {a} = ({a} + 5) % 4096;", f"if (++{k} < 3 && ({made.test()})) goto {label};", f"{b} = {k};"],
    ))  # fmt: skip
    around = around.format(turn=turn, test=made.test()) if around else ""
    scope.lines += [f"{around} {{", *("    " + line for line in inner), "}"] if around else inner
    made.ended()


def unused_label(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    label = scope.names.fresh("done")
    scope.line(scope.rng.choice((f"{label}: {a} = {made.value()};", f"{label}: if ({made.test()}) {a} = {made.value()};", f"if ({made.test()}) {{ {label}: {b} = 3; }}", f"{label}: ;")))
    scope.line(f"{b} = ({a} + {b}) % 4096;")
    made.ended()


def of_those_inside(scope: Scope) -> object:
    """What ends, divides and has elements for those alone that an early return leaves."""
    if scope.returns != "any":
        return False
    made = Begun(scope, 2)
    a, b = made.names
    never, held, kept = scope.rng.randint(0, 15), scope.names.fresh("v"), scope.names.fresh("v")
    scope.lines += [
        f"int {held} = ({made.value()}) & 15;",
        *([f"int {kept}[4] = {{1, 2, 3, {never}}};"] if scope.chance(0.5) else []),
        f"if ({held} == {never} || ({made.test()} && {held} == {(never + 1) & 15})) return;",
    ]
    if kept in scope.lines[-2]:
        scope.line(f"{kept}[{held} == {never} ? 1 << 24 : {held} & 3] += {made.value()};")
        scope.line(f"{b} = {kept}[2] % 4096;")
    scope.line(f"{a} = " + scope.rng.choice((f"steps_but({held}, {never});", f"share_of(3000, {held} - {never});", f"StepsBut({held}, {never})({held});")))
    made.ended()
    return None


CONSTRUCTS: dict[str, Construct] = {"switch in a loop": in_switch, "loop in a loop": out_of_two, "do while (0)": once, "endless loop": endless,
                                     "loop that is unrolled in a loop": unrolled, "goto in a branch": in_branch,
                                     "early return and what it guards": of_those_inside,
                                     "label that nothing jumps to": unused_label}  # fmt: skip
REFUSED: dict[str, Construct] = {"goto": to_label}
