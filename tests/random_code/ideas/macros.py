"""Macros for declarations, assignments, loops and jumps."""

from __future__ import annotations

from random_code.expressions import condition
from random_code.ideas.parts import Begun, Construct
from random_code.scope import Scope

HEAD = """\
#define LET(name, value) int name = (value)
#define SET(to, value) (to) = (value)
#define SET_IF(test, to, value) if (test) { (to) = (value); }
#define KEEP_IF(test, to, value) ((test) && ((to) = (value), true))
#define WHEN(test) if (test)
#define WHEN_ODD if ((THREAD_PART ^ BLOCK_PART) & 1)
#define WHEN_IN_LINE if (i < n)
#define WHEN_IN_PLANE if (x < w && y < h)
#define EACH(k, n) for (int k = 0; k < (n); ++k)
#define LEAVE_IF(test) if (test) return
#define LEAVE_IF_CLOSED(test) do { if (test) return; } while (0)
#define NEXT_IF(test) if (test) continue
#define STOP_IF(test) if (test) break
#define BEGIN_IF(name, value, test) int name = (value); if (test) {
#define END_IF }
#define SWAP(type, a, b) { type c_ = a; a = b; b = c_; }
#define PUT_IN(to) to =
#define AND(x) + x
#define CONCATENATED(a, b) a##b
#define THREAD_PART (threadIdx.x & 7)
#define BLOCK_PART (blockIdx.x % 5)
"""


def declares(scope: Scope) -> None:
    made = Begun(scope, 1)
    (a,) = made.names
    x = scope.names.fresh("x")
    scope.lines += [f"LET({x}, ({made.value()}));", f"SET({a}, {x} / 2);"] if scope.chance(0.6) else [f"int CONCATENATED({x}, _) = ({made.value()});", f"{a} = {x}_ / 2;"]
    made.ended()


def assigns(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(scope.rng.choice((f"SET({a}, ({made.value()}));", f"SET_IF(({made.test()}), {a}, 5)", f"KEEP_IF(({made.test()}), {a}, {b} + 1);", f"if ({made.test()}) SWAP(int, {a}, {b})")))
    made.ended()


def loops(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    k = scope.names.fresh("k")
    jump = scope.rng.choice((f"NEXT_IF(({made.test()}));", f"STOP_IF({k} > 2 && ({made.test()}));"))
    scope.line(f"EACH({k}, 5) {{ {jump} {a} = ({a} + {k}) % 4096; SET({b}, {k}); }}")
    made.ended()


def heads(scope: Scope) -> None:
    """Macros for heads of statements, in front of one statement without brackets."""
    made = Begun(scope, 2)
    a, b = made.names
    k = scope.names.fresh("k")
    outputs = [o for o in scope.own.outputs if o.type == "int"] if scope.own and not scope.own.guard else []
    if outputs and scope.own and scope.chance(0.5):
        made.deps |= {"thread", "block"}
        element = scope.own.element(scope.rng.choice(outputs), 0)
        scope.lines += [f"WHEN_ODD {{ {a} = ({a} + {element} % 64) % 4096; }}", f"WHEN_ODD {element} = {a} % 64 + 1;"]
    scope.line(scope.rng.choice((
        f"WHEN(({made.test()})) {a} = {made.value()}; else ++{b};", f"WHEN(({made.test()})) WHEN(({made.test()})) {b}++;", f"EACH({k}, 3) {a} = ({a} + {k}) % 4096;",
        f"EACH({k}, 4) WHEN(({made.test()})) {{ {a} = {k}; {b} = 7; }}", f"WHEN(({made.test()})) EACH({k}, 3) {b} ^= {k};",
    )))  # fmt: skip
    made.ended()


def opens(scope: Scope) -> None:
    """A macro that opens a bracket, and another one that closes it."""
    made = Begun(scope, 1)
    (a,) = made.names
    x = scope.names.fresh("x")
    scope.lines += [f"BEGIN_IF({x}, ({made.value()}), ({made.test()}))", f"    {a} = ({a} + {x}) % 4096;", "END_IF"]
    made.ended()


def returns(scope: Scope) -> bool:
    """A guard that returns, where a thread may."""
    if scope.returns != "any":
        return False
    form = scope.rng.choice(("LEAVE_IF({});", "LEAVE_IF_CLOSED({});", "if (q > -30) LEAVE_IF({});"))
    scope.line(form.format(f"({condition(scope).text}) && ({condition(scope, depth=0).text})"))
    return True


def indices(scope: Scope) -> None:
    """A built-in variable by a macro."""
    made = Begun(scope, 2)
    a, b = made.names
    made.deps |= {"thread", "block"}
    scope.lines += [f"SET({a}, (int)THREAD_PART);", f"{b} += (int)BLOCK_PART;", f"{b} %= 4096;"]
    made.ended()


CONSTRUCTS: dict[str, Construct] = {
    "macro declares": declares, "macro assigns": assigns, "macro loops and jumps": loops, "macro names an index": indices,
    "macro returns": returns, "macro heads a statement": heads, "macro opens a bracket": opens,
}  # fmt: skip
