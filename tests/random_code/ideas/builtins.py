"""Built-in variables where they are not read at once: copies, references, members, captures; and local statics."""

from __future__ import annotations

from random_code.ideas.parts import Begun, Construct
from random_code.scope import Scope

# Stands where it is used alone: such a value refuses all kernels of a unit.
HERE = "struct Here { int t = threadIdx.x; int b = blockIdx.x; int n; };\n"
PLACE = """\
struct Place {
    int at;
    __device__ Place() : at(threadIdx.x + blockIdx.x * blockDim.x) {}
    __device__ explicit Place(int by) { at = (int)threadIdx.x * by; }
    __device__ int of(uint3 thread, dim3 block) const { return (at + thread.x + thread.y * block.x) % 4096; }
};
"""
SEEDED = """\
struct Seeded { int k; __device__ int operator()(int x) const { return (x + k + (int)threadIdx.x) % 4096; } __device__ int operator()() { return k++ + (int)(blockIdx.x & 3); } };
"""
OF_UNIT = "OF_UNIT"  # the second of two units sees the kernel in a header, and there this is what the head says
HEAD = """\
#include <cooperative_groups.h>
namespace groups = cooperative_groups;
__device__ int told_by(const groups::thread_block& group, int v) { return (v + (int)group.thread_rank() + (int)groups::group_size(group)) % 4096; }
#ifndef OF_UNIT
#define OF_UNIT (int)(threadIdx.x & 3)
#endif
#define LANE_OF(to) asm("mov.u32 %0, %%laneid;" : "=r"(to))
__device__ int flat_of(uint3 thread, uint3 block) { return thread.x + thread.y * 3 + block.x * 5 + block.y; }
__device__ int flat_ref(const uint3& thread) { return thread.x * 2 + thread.y; }
__device__ uint3 thread_here() { return threadIdx; }
__device__ int static_sum(int x) { static const int by[3] = {3, 5, 7}; return x * by[x & 1] + by[2]; }
"""


def _made(scope: Scope, *forms: tuple[str, ...]) -> None:
    made = Begun(scope, 1)
    made.deps |= {"thread", "block"}
    s = scope.names.fresh("me")
    scope.lines += [line.format(s=s, a=made.names[0], v=made.value(), test=made.test()) for line in scope.rng.choice(forms)]
    made.ended()


def copied(scope: Scope) -> None:
    _made(scope, ("const uint3 {s} = threadIdx;", "{a} = {s}.x + {s}.y * 3;"), ("uint3 {s} = blockIdx;", "{s}.x += threadIdx.x;", "{a} = {s}.x % 64 + {s}.y;"),
          ("dim3 {s} = threadIdx;", "if ({test}) {s}.x = 3;", "{a} = {s}.x;"), ("const auto {s} = thread_here();", "{a} = {s}.x * 2;"),
          ("uint3 {s} = threadIdx;", "const auto {s}_ = blockIdx;", "{s}.x += {a} & 3;", "{a} = {s}.x + {s}_.x % 5;"), ("const auto {s} = gridDim;", "auto {s}_ = blockDim;", "{a} = ({s}.x + {s}_.y) % 64;"))  # fmt: skip


def referred(scope: Scope) -> None:
    _made(scope, ("const auto& {s} = threadIdx;", "{a} = {s}.x * 2 + 1;"), ("const auto& {s} = blockIdx.x;", "{a} = {s} * 2 + 1;"), ("const uint3& {s} = blockIdx;", "{a} = {s}.x + 5;"))


def passed(scope: Scope) -> None:
    _made(scope, ("{a} = flat_of(threadIdx, blockIdx) % 4096;",), ("{a} = flat_ref(threadIdx);",), ("Place {s}(2);", "{a} = {s}.of(threadIdx, blockDim) + {v} % 5;", "{a} %= 4096;"))


def initialised(scope: Scope) -> None:
    """Members whose initialisers, and constructors, read them."""
    _made(scope, ("Here {s};", "{a} = {s}.t * 3 + {s}.b;"), ("Here {s} = {{}};", "{s}.n = {v};", "{a} = ({s}.t + {s}.n) % 4096;"), ("Place {s};", "{a} = {s}.at % 4096;"), ("{a} = Place().at % 777;",), ("{a} = Here{{}}.t + Place(3).at;",))


def functor(scope: Scope) -> None:
    """Call operators that read them."""
    _made(scope, ("Seeded {s}{{{v} % 9}};", "{a} = {s}({a});"), ("{a} = Seeded{{2}}({v});",), ("Seeded {s}{{3}};", "if ({test}) {s}();", "{a} = (*&{s})({v}) + {s}() % 64;"),
          ("const Seeded {s}[2] = {{{{1}}, {{{v} & 7}}}};", "{a} = {s}[1](2) + {s}[0].operator()({a}) % 9;"))  # fmt: skip


def of_unit(scope: Scope) -> None:
    """A macro that says another thing in each unit that reads the kernel."""
    _made(scope, ("{a} = ({a} + OF_UNIT) % 4096;",), ("const int {s} = OF_UNIT;", "if ({test}) {a} = {s} * 5;"))


def captured(scope: Scope) -> None:
    _made(scope, ("auto {s} = [u = threadIdx.x](int e) {{ return (int)u + e; }};", "{a} = {s}({v}) % 4096;"), ("auto {s} = [u = blockIdx.x * 3, e = (int)threadIdx.y] {{ return (int)u + e; }};", "{a} = {s}();"),
          ("auto {s} = [] {{ return threadIdx.x * 2; }};", "{a} = (int){s}();"), ("auto {s} = [&] {{ return (int)threadIdx.x + {a} % 9; }};", "{a} = {s}();"))  # fmt: skip


def assembly(scope: Scope) -> None:
    """Inline PTX of one thread alone, and what names its lane."""
    made = Begun(scope, 1)
    (a,) = made.names
    v = made.value()
    kind = scope.rng.randrange(4)
    if kind == 3:
        made.deps |= {"thread"}
    if kind in (1, 2):  # operands that are used twice must be variables
        scope.line(f"const int {(w := scope.names.fresh('v'))} = {v};")
        v = w
    scope.line((
        f'asm("add.s32 %0, %1, 3;" : "=r"({a}) : "r"((int)({v})));', f'asm volatile("mad.lo.s32 %0, %1, 3, %0;" : "+r"({a}) : "r"({v}));',
        f'asm("{{ .reg .pred p; setp.gt.s32 p, %1, 5; selp.s32 %0, %1, 7, p; }}" : "=r"({a}) : "r"({v}));', f'LANE_OF({a});',
    )[kind])  # fmt: skip
    scope.line(f"{a} %= 4096;")
    made.ended()


def of_group(scope: Scope) -> None:
    """What the group of a block's threads says of places."""
    group = "auto {s} = groups::this_thread_block();"
    _made(scope, (group, "{a} = {s}.thread_rank() + {s}.group_index().x * 3;"), (group, "{a} = ({s}.thread_index().x * 5 + {s}.size() + {s}.dim_threads().y) % 4096;"),
          ("{a} = groups::this_thread_block().thread_index().x + groups::thread_rank(groups::this_thread_block());",), (group, "if ({test}) {a} = told_by({s}, {v});"),
          ("groups::thread_block {s} = groups::this_thread_block();", "const dim3 {s}_ = {s}.group_index();", "{a} = ({s}_.x * 7 + {s}_.y + {s}.num_threads()) % 4096;"))  # fmt: skip


def static_local(scope: Scope) -> None:
    made = Begun(scope, 1)
    s = scope.names.fresh("fixed")
    scope.lines += scope.rng.choice(([f"static const int {s}[4] = {{2, 3, 5, 7}};", f"{made.names[0]} = {s}[({made.value()}) & 3];"], [f"{made.names[0]} = static_sum({made.value()}) % 4096;"], [f"static constexpr int {s} = 6;", f"{made.names[0]} = {made.value()} % {s};"]))
    made.ended()


CONSTRUCTS: dict[str, Construct] = {
    "copy of an index": copied, "reference to an index": referred, "index passed as a whole": passed,
    "index in an initialiser": initialised, "index captured": captured, "static local": static_local,
    "inline assembly": assembly, "index in a functor": functor, "macro of each unit": of_unit,
    "place in a group": of_group,
}  # fmt: skip
