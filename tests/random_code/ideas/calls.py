"""Device functions that a call alone does not tell: overloads, specialisations, namespaces, pointers, default arguments."""

from __future__ import annotations

from random_code.ideas.parts import Begun, Construct, mixed
from random_code.scope import Scope

# These stand where they are used alone: with them, a call by any value may use indices.
BY_POINTER = """\
__device__ int placed_by_thread(int x) { return x + (int)(threadIdx.x & 3); }
__device__ int (*given(int x))(int) { return x & 1 ? twice : placed_by_thread; }
"""
LEAPS = """\
struct Leap { int k; __device__ int operator*() const { return k; } __device__ Leap& operator++() { k += 1 + (int)(threadIdx.x & 1); return *this; } __device__ bool operator!=(const Leap& o) const { return k < o.k; } };
struct Leaps { int n; __device__ Leap begin() const { return {0}; } __device__ Leap end() const { return {n}; } };
"""
ROOMS = """\
struct Room { int v; __device__ static void* operator new(size_t size, int* at) { return at + (threadIdx.x & 1); } __device__ static void operator delete(void*, int*) {} };
"""
HOLDER = """\
template <class T> struct Holder { T value; __device__ Holder(T x) : value(x) {} __device__ T get() const { return value; } __device__ void put(T x) { value = x; } };
template <> struct Holder<float> { float value; __device__ Holder(float x) : value(x + (float)(threadIdx.x & 1)) {} __device__ float get() const { return value; } __device__ void put(float x) { value = x; } };
"""
HEAD = """\
__device__ int kind_of(int x) { return x * 3 + 1; }
__device__ int kind_of(unsigned x) { return (int)(x % 97u) + (int)(threadIdx.x & 3); }
__device__ int kind_of(float x) { return (int)x / 2 + (int)(blockIdx.x % 7); }
template <class T> __device__ int level(T x) { return (int)x % 50; }
template <> __device__ int level<float>(float x) { return (int)x % 50 + (int)(threadIdx.x % 5); }
template <class T> __device__ int grade(T x) { return (int)x % 40 + 1; }
template <> __device__ int grade<float>(float x) { return (int)x % 30 - 2; }
template <> __device__ int grade<unsigned>(unsigned x) { int sum = 0; for (int k = 0; k < 3; ++k) sum += (int)(x >> k) & 5; return sum; }
template <> __device__ int level<unsigned>(unsigned x) { return (int)(x % 13u) - (int)(blockIdx.x & 3); }
namespace near { __device__ int side(int x) { return x + 1; } namespace deep { __device__ int side(int x) { return x - (int)(threadIdx.x & 1); } } }
namespace far { __device__ int side(int x) { return x / 2 + (int)blockIdx.x; } }
namespace far { struct Tag { int kept; }; __device__ int tagged(Tag t) { return t.kept / 3 + (int)blockIdx.x; } template <int N> __device__ int many(int x) { return x * N + (int)(threadIdx.x & 3); } inline namespace v1 { __device__ int far_inline(int x) { return x + (int)(threadIdx.x & 7); } } }
namespace { __device__ int unnamed(int x) { return x + (int)(threadIdx.x & 1); } }
struct Friendly { int v; friend __device__ int buddy(Friendly o) { return o.v / 2 + (int)(threadIdx.x & 3); } };
__device__ int later(int x);
template <class T> __device__ T later_too(T x);
__device__ int wrapper(int x) { return later(x) + 1; }
using far::side;
namespace shorter = near::deep;
__device__ int twice(int x) { return x * 2; }
__device__ int thrice(int x) { return x * 3; }
template <int (*F)(int)> __device__ int through(int x) { return F(x) % 4096; }
__device__ int chosen_by(int (*f)(int), int x) { return f(x) % 4096; }
struct Tools { static __device__ int halved(int x) { return x / 2; } template <int N> static __device__ int plus(int x) { return x + N; } };
template <class T, class... Rest> __device__ int sum_of(T first, Rest... rest) { if constexpr (sizeof...(rest) > 0) return ((int)first + sum_of(rest...)) % 4096; else return (int)first % 4096; }
__device__ int deepest(int n, int x) { return n <= 0 ? x : deepest(n - 1, x / 2 + 1); }
struct Shape { __device__ virtual int area(int x) const { return x; } };
struct Square : Shape { __device__ int area(int x) const override { return x * (int)(threadIdx.x & 3); } };
struct Spot { int k; __device__ int near_by(int x) const { return (x + k + (int)threadIdx.x) % 4096; } __device__ int both(int x) const; static __device__ int of_block(int x) { return x % 64 + (int)(blockIdx.x & 3); } template <class T> __device__ T moved(T x) const { return x + (T)(threadIdx.x & 7); } };
inline __device__ int Spot::both(int x) const { return near_by(x) + this->near_by(k) * 2 + of_block(k); }
template <class T> struct Celled { T k; __device__ T shifted(T x) { k += x % 7; return k % 4096 + (T)(threadIdx.x & 3); } };
template <class T> struct Elected { T k; __device__ int own_of(int x) const { return x + 1; } __device__ int twice_of(int x) const { return own_of(x) * 2; } };
template <> __device__ inline int Elected<int>::own_of(int x) const { return x + (int)threadIdx.x + k % 5; }
template <class T> struct Minted { T v; int* to; __device__ Minted(T x, int* y) : v(x), to(y) {} __device__ ~Minted() {} };
template <> __device__ inline Minted<int>::Minted(int x, int* y) : v(x + (int)threadIdx.x), to(y) {}
template <> __device__ inline Minted<short>::~Minted() { *to += (int)threadIdx.x & 3; }
struct Hop { int k, by; __device__ int operator*() const { return k; } __device__ Hop& operator++() { k += by; return *this; } __device__ bool operator!=(const Hop& o) const { return k < o.k; } };
struct Hops { int n; __device__ Hop begin() const { return {0, 1 + n % 3}; } __device__ Hop end() const { return {n % 16, 1}; } };
struct Row { int of[4]; __device__ int* begin() { return of; } __device__ int* end() { return of + 3; } };
__device__ int placed(int x, int thread = threadIdx.x, int block = blockIdx.x) { return (x + thread * 3 + block) % 4096; }
"""


def _given(scope: Scope, text: str, deps: frozenset[str] = frozenset()) -> None:
    made = Begun(scope, 1)
    made.deps |= deps
    scope.line(f"{made.names[0]} = ({text.format(v=made.value(), a=made.names[0])}) % 4096;")
    made.ended()


# Stands behind the kernels.
FOOT = """\
__device__ int later(int x) { return x / 2 + (int)(threadIdx.x & 3); }
template <class T> __device__ T later_too(T x) { return x + (T)(blockIdx.x & 1); }
__device__ int laden(const Cart& c) { return c.v * 2 + c.load; }
__device__ int operator%(const Cart& c, int x) { return (c.load + x) % 97; }
"""
EVERYWHERE = frozenset({"thread", "block"})


def overload(scope: Scope) -> None:
    _given(scope, scope.rng.choice(("kind_of({v})", "kind_of((unsigned)({v}))", "kind_of((float)({v}))", "kind_of({a} > 2 ? 3u : 4u)")), EVERYWHERE)


def specialised(scope: Scope) -> None:
    """Of a template whose specialisations use indices, or of one without them."""
    name = scope.rng.choice(("level", "grade", "grade"))
    form = scope.rng.choice(("{f}({v})", "{f}((float)({v}))", "{f}<unsigned>({v})", "{f}(1.0f * {a})"))
    _given(scope, form.replace("{f}", name), EVERYWHERE if name == "level" else frozenset())


def in_namespace(scope: Scope) -> None:
    _given(scope, scope.rng.choice(("near::side({v})", "near::deep::side({v})", "side({v})", "shorter::side({a})", "::far::side({a})")), EVERYWHERE)


def of_template(scope: Scope) -> None:
    """Methods of templates' instances and of static ones, a function as a template's argument, parameter packs."""
    kind = scope.rng.randrange(4)
    if kind == 0:
        made = Begun(scope, 1)
        made.deps |= {"thread"}
        s, type = scope.names.fresh("s"), scope.rng.choice(("int", "float"))
        scope.lines += [f"Holder<{type}> {s}({made.value()});", f"if ({made.test()}) {s}.put(7);", f"{made.names[0]} = (int){s}.get() % 4096;"]
        made.ended()
    else:
        _given(scope, ("through<twice>({v})", "Tools::halved({v}) + Tools::plus<3>({a})", "sum_of({v}, {a}, 2.0f)")[kind - 1])


def by_default(scope: Scope) -> None:
    """Built-in variables in default arguments."""
    _given(scope, scope.rng.choice(("placed({v})", "placed({a}, 3)", "placed({a}, {v}, 1)")), EVERYWHERE)


def by_argument(scope: Scope) -> None:
    """Found by the types of arguments, by a using-declaration or -directive in the kernel."""
    kind = scope.rng.randrange(6)
    if kind < 4:
        return _given(scope, ("tagged(far::Tag{{{v}}})", "buddy(Friendly{{{v}}})", "far::far_inline({v}) + unnamed({a})", "far::many<sizeof(int)>({v}) + far :: v1 :: far_inline(3)")[kind], EVERYWHERE)
    made = Begun(scope, 1)
    made.deps |= EVERYWHERE
    scope.line(f"{{ using {('far::many', 'namespace far')[kind - 4]}; {made.names[0]} = (many<2>({made.value()})) % 4096; }}")
    made.ended()
    return None


def defined_later(scope: Scope) -> None:
    """Functions that are declared in front of the kernels and defined behind them."""
    _given(scope, scope.rng.choice(("later({v})", "wrapper({v})", "later_too<int>({v})", "(int)later_too(({v}) * 1.0f)")), EVERYWHERE)


def by_pointer(scope: Scope) -> None:
    """A function that a value decides, in every spelling of its call."""
    made = Begun(scope, 1)
    f, a, v = scope.names.fresh("fn"), made.names[0], made.value()
    if scope.chance(0.3):
        scope.line(f"{a} = {scope.rng.choice((f'chosen_by(thrice, {v})', f'given({v})(2)', '(*placed_by_thread)(3)'))} % 4096;")
    elif scope.chance(0.2):
        scope.line(f"{a} = ({made.test()} ? twice : placed_by_thread)({v}) % 4096;")
    else:
        call = scope.rng.choice(("{f}({v})", "(*{f})({v})", "({f})({v})", "(**&{f})({v})")).format(f=f, v=v)
        scope.lines += [f"int (*{f})(int) = {made.test()} ? twice : {scope.rng.choice(('thrice', 'placed_by_thread'))};", f"{a} = {call} % 4096;"]
    made.deps |= {"thread"}
    made.ended()


def recursive(scope: Scope) -> None:
    _given(scope, "deepest(3, {v})")


def virtual(scope: Scope) -> None:
    s = scope.names.fresh("s")
    scope.lines += [f"Square {s};", f"const Shape& {s}_ = {s};"]
    mixed(scope, f"{s}_.area(3)")


def member_index(scope: Scope) -> None:
    """Methods that use indices, by the spellings of their calls."""
    made = Begun(scope, 1)
    made.deps |= EVERYWHERE
    s, a, v = scope.names.fresh("s"), made.names[0], made.value()
    if scope.chance(0.3):
        scope.lines += [f"Celled<{scope.rng.choice(('int', 'short', 'unsigned'))}> {s}{{3}};", f"if ({made.test()}) {a} = {s}.shifted(5);", f"{a} = ({a} + {s}.shifted(9) + {s}.k) % 4096;"]
    else:
        call = scope.rng.choice(("{s}.both({v})", "(&{s})->near_by({v}) + {s}.k", "Spot::of_block({v})", "{s}.moved({v})", "{s} . template moved<short>(3)", "Spot{{{v}}}.near_by({a})"))
        scope.lines += [f"Spot {s}{{{made.value()}}};", f"if ({made.test()}) {s}.k = {s}.of_block(9);", f"{a} = ({call.format(s=s, a=a, v=v)}) % 4096;"]
    made.ended()


def ranged(scope: Scope) -> None:
    """Loops over objects, whose steps no call shows."""
    made = Begun(scope, 1)
    s, a, v = scope.names.fresh("s"), made.names[0], made.value()
    if scope.chance(0.5):
        scope.lines += [f"for (int {s} : Hops{{({v}) & 15}}) {a} = ({a} * 3 + {s}) % 4096;"]
    else:
        scope.lines += [f"Row {s}{{{{1, ({v}) % 50, 3, 4}}}};", f"for (auto& {s}_ : {s}) {s}_ += {a} % 7;", f"for (int {s}_ : {s}) {a} = ({a} + {s}_) % 4096;"]
    made.ended()


def leaping(scope: Scope) -> None:
    """A loop whose steps use indices."""
    made = Begun(scope, 1)
    made.deps |= {"thread"}
    s, a = scope.names.fresh("s"), made.names[0]
    scope.line(f"for (int {s} : Leaps{{({made.value()}) & 15}}) {a} = ({a} * 3 + {s}) % 4096;")
    made.ended()


def own_new(scope: Scope) -> None:
    """An object that a class's own `new` places."""
    made = Begun(scope, 1)
    made.deps |= {"thread"}
    s, a = scope.names.fresh("s"), made.names[0]
    scope.lines += [f"int {s}[2] = {{1, 2}};", f"Room* {s}_ = new ({s}) Room{{{made.value()}}};", f"{a} = ({s}[0] * 3 + {s}[1] + {s}_->v) % 4096;"]
    made.ended()


def specialised_member(scope: Scope) -> None:
    s = scope.names.fresh("s")
    if scope.chance(0.5):
        made = Begun(scope, 1)
        made.deps |= {"thread"}
        (a,) = made.names
        scope.line(f"{{ Minted<{scope.rng.choice(('int', 'short', 'unsigned'))}> {s}(({made.value()}) % 50, &{a}); {a} = ({a} + {s}.v) % 4096; }}")
        return made.ended()
    scope.line(f"Elected<{scope.rng.choice(('int', 'int', 'float'))}> {s}{{3}};")
    _given(scope, f"{s}.{scope.rng.choice(('own_of', 'twice_of'))}({{v}})", frozenset({"thread"}))
    return None


CONSTRUCTS: dict[str, Construct] = {
    "overloaded function": overload, "specialised function": specialised, "function in a namespace": in_namespace,
    "template's member": of_template, "index in a default argument": by_default, "function found by its argument": by_argument,
    "function defined later": defined_later, "recursion": recursive, "index in a method": member_index, "loop over an object": ranged,
}  # fmt: skip
REFUSED: dict[str, Construct] = {"function by pointer": by_pointer, "virtual call": virtual, "specialised member": specialised_member, "loop that leaps": leaping, "own operator new": own_new}
