"""Addresses of local variables: passed on, kept, returned."""

from __future__ import annotations

from dataclasses import replace

from random_code.ideas.parts import Begun, Construct, whole
from random_code.scope import Scope
from random_code.values import ALL

HEAD = """\
struct Keeper { int* to; int n; __device__ void set(int x) { *to = x; } };
struct Referrer { int& to; };
struct Around { Referrer inner; int n; };
struct Derived : Referrer { int n; };
template <class T> struct Typed { T& to; };
struct Chain { Keeper inner; Keeper* other; };
struct Ring {
    int all[4] = {1, 2, 3, 4};
    int* at;
    __device__ explicit Ring(int k) : at(all + (k & 3)) {}
    __device__ void turn(int k) { at = all + ((int)(at - all) + k & 3); }
};
struct Doubled { int n, m; };
struct View { int* data; __device__ int& operator[](int k) const { return data[k]; } };
struct Lines { int* data; __device__ View operator[](int k) const { return View{data + 2 * k}; } };
struct Proxy { int* at; __device__ Proxy& operator=(int x) { *at = x; return *this; } };
struct Proxies { int all[4]; __device__ Proxy operator[](int k) { return Proxy{all + k}; } };
struct Seen { int* sum; __device__ int operator[](int k) const { return *sum += k & 7; } };
union Either { int* to; unsigned long long number; };
__device__ void set_to(int* to, int x) { *to = x; }
__device__ void set_ref(int& to, int x) { to = x; }
__device__ void set_far(int* to, int x) { set_to(to, x + 1); set_ref(to[0], *to % 4096); }
__device__ int* either(int* a, int* b, bool first) { if (first) return a; return b; }
__device__ Keeper keeping(int* to) { Keeper made = {to, 1}; return made; }
__device__ long number_of(int* to) { return (long)to; }
__device__ const int& same_as(const int& x) { return x; }
template <class T> __device__ void exchange(T& a, T& b) { T c = a; a = b; b = c; }
#ifdef __clang__
#define FETCHED_BEFORE_ADDING(to, x) __atomic_fetch_add(to, x, __ATOMIC_RELAXED)
#else
#define FETCHED_BEFORE_ADDING(to, x) ((*(to) += (x)) - (x))  // nvcc has no such functions on the device
#endif
__device__ int total_of(const int* first, int n) { int sum = 0; while (n-- > 0) sum += *first++; return sum; }
"""


def passed(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(f"{scope.rng.choice(('set_to', 'set_far'))}(&{a}, {made.value()});")
    if scope.chance(0.5):
        scope.line(f"if ({made.test()}) set_ref({b}, 3);")
    made.ended()


def referred(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(f"set_ref({a}, {made.value()});")
    if scope.chance(0.6):
        scope.line(f"exchange({a}, {b});")
    made.ended()


def kept_in_object(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    s = scope.names.fresh("s")
    scope.lines += scope.rng.choice((
        [f"Keeper {s} = {{&{a}, 1}};", f"*{s}.to = {made.value()};"],
        [f"Keeper {s} = {{&{a}, 1}};", f"{s}.set({made.value()});"],
        [f"Keeper {s};", f"{s}.to = {made.test()} ? &{a} : &{b};", f"*{s}.to = 21;"],
        [f"Keeper {s} = keeping(&{a});", f"{s}.to[0] = {made.value()};"],
        [f"Chain {s};", f"{s}.inner.to = &{a};", f"{s}.other = &{s}.inner;", f"*{s}.other->to = {made.value()};"],
    ))  # fmt: skip
    made.ended()


def kept_as_reference(scope: Scope) -> None:
    made = Begun(scope, 1)
    s, a = scope.names.fresh("s"), made.names[0]
    scope.lines += scope.rng.choice((
        [f"Referrer {s} = {{{a}}};", f"{s}.to = {made.value()};"], [f"Referrer {s}{{{a}}};", f"if ({made.test()}) {s}.to = 5;"],
        [f"Around {s} = {{{{{a}}}, 2}};", f"{s}.inner.to = ({made.value()}) / {s}.n;"], [f"Derived {s} = {{{{{a}}}, 2}};", f"{s}.to = ({made.value()}) / {s}.n;"],
        [f"Typed<int> {s} = {{{a}}};", f"{s}.to = {made.value()};"], [f"auto {s} = Referrer{{{a}}};", f"set_to(&{s}.to, {made.value()});"],
        [f"Referrer {s}[2] = {{{{{a}}}, {{{a}}}}};", f"{s}[{whole(scope, made.deps, 1)}].to = {made.value()};"],
    ))  # fmt: skip
    made.ended()


def kept_in_array(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    p = scope.names.fresh("ptrs")
    scope.lines += [f"int* {p}[2] = {{&{a}, &{b}}};", f"*{p}[{whole(scope, made.deps, 1)}] = {made.value()};"]
    made.ended()


def returned(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    p = scope.names.fresh("ptr")
    scope.lines += scope.rng.choice(([f"*either(&{a}, &{b}, {made.test()}) = {made.value()};"], [f"int* {p} = either(&{a}, &{b}, {made.test()});", f"*{p} = 12;", f"{p}[0] += 2;"]))
    made.ended()


def twice(scope: Scope) -> None:
    """A pointer to a pointer."""
    made = Begun(scope, 2)
    a, b = made.names
    p, pp = scope.names.fresh("ptr"), scope.names.fresh("pp")
    scope.lines += [f"int* {p} = &{a};", f"int** {pp} = &{p};"]
    scope.lines += scope.rng.choice(([f"**{pp} = {made.value()};"], [f"if ({made.test()}) *{pp} = &{b};", f"*{p} = 33;"]))
    made.ended()


def swapped(scope: Scope) -> None:
    made = Begun(scope, 2)
    a, b = made.names
    p, q = scope.names.fresh("ptr"), scope.names.fresh("ptr")
    change = scope.rng.choice((f"{{ int* c = {p}; {p} = {q}; {q} = c; }}", f"exchange({p}, {q});"))
    scope.lines += [f"int *{p} = &{a}, *{q} = &{b};", f"if ({made.test()}) {change}", f"*{p} = 44;", f"*{q} += *{p} & 3;"]
    made.ended()


def walked(scope: Scope) -> None:
    """A pointer that goes over an array."""
    made = Begun(scope, 1)
    a, p = scope.names.fresh("local"), scope.names.fresh("ptr")
    (name,) = made.names
    scope.lines += [f"int {a}[4] = {{1, 2, 3, {name}}};", f"for (int* {p} = {a}; {p} != {a} + 4; ++{p}) *{p} = (*{p} + {made.value()}) % 4096;", f"{name} = total_of({a}, {whole(scope, made.deps, 4)}) % 4096;"]
    made.ended()


def numbered(scope: Scope) -> None:
    """A number that an address is kept in."""
    made, u, p = Begun(scope, 2), scope.names.fresh("number"), scope.names.fresh("ptr")
    a, b = made.names
    scope.lines += scope.rng.choice((
        [f"unsigned long long {u} = (unsigned long long)&{a};", f"*(int*){u} = {made.value()};"],
        [f"int* {p} = {made.test()} ? &{a} : &{b};", f"long {u} = reinterpret_cast<long>({p});", f"*reinterpret_cast<int*>({u}) = 21;"],
        [f"unsigned long long {u}[2] = {{}};", f"{u}[1] = (unsigned long long)&{a};", f"((int*){u}[1])[0] = {made.value()};"],
        [f"long {u} = number_of(&{a});", f"set_far((int*){u}, {made.value()});"],
        [f"int* {p} = &{a};", f"long {u} = *(long*)&{p};", f"*(int*){u} ^= ({made.value()}) & 31;"],
        [f"int *{p} = &{a}, *{p}b = &{b};", f"double {u};", f"memcpy(&{u}, &{p}, 8);", f"memcpy(&{p}b, &{u}, 8);", f"*{p}b = {made.value()};"],
        [f"Either {u};", f"{u}.to = &{a};", f"*(int*){u}.number = {made.value()};"], [f"unsigned long long {u} = (unsigned long long)&{a} | 1;", f"*(int*)({u} & ~1ull) = {made.value()};"],
    ))  # fmt: skip
    made.ended()


def own(scope: Scope) -> None:
    """An object that holds an address within itself."""
    made, s, t = Begun(scope, 1), scope.names.fresh("ring"), scope.names.fresh("ring")
    scope.line(f"Ring {s}({scope.rng.choice(('2', made.names[0], made.value()))});")
    scope.lines += scope.rng.choice((
        [f"*{s}.at += {made.value()};"], [f"{s}.turn({whole(scope, made.deps, 3)});", f"*{s}.at = 21;"], [f"Ring {t} = {s};", f"*{t}.at ^= {made.value()};"],
        [f"{s}.at = {s}.all + ({whole(scope, made.deps, 3)});", f"{s}.at[0] = {made.names[0]};"], [f"auto* {t} = &{s};", f"*{t}->at -= {made.value()};", f"{t}->turn(1);", f"*{s}.at += 3;"],
    ))  # fmt: skip
    scope.line(f"{made.names[0]} = (total_of({s}.all, 4) + *{s}.at * 3) % 4096;")
    made.ended()


def summed(scope: Scope) -> None:
    """A store by the sum of an array and a number."""
    made, a = Begun(scope, 1), scope.names.fresh("local")
    (name,) = made.names
    scope.lines += scope.rng.choice((
        [f"int {a}[4] = {{1, 2, 3, {name}}};", f"*({a} + ({whole(scope, made.deps, 3)})) = {made.value()};"], [f"int {a}[4] = {{1, 2, 3, {name}}};", f"*(1 + {a}) += {made.value()};"],
        [f"int {a}[2][2] = {{{{1, 2}}, {{3, {name}}}}};", f"*(*({a} + 1) + ({whole(scope, made.deps, 1)})) = {made.value()};"],
        [f"Doubled {a}[2] = {{{{1, 2}}, {{3, {name}}}}};", f"({a} + 1)->n = {made.value()};"],
    ))  # fmt: skip
    scope.line(f"{name} = total_of((int*){a}, 4) % 4096;")
    made.ended()


def viewed(scope: Scope) -> None:
    """A store by an operator of an object, constant or not, that leads to an array."""
    made, a, v = Begun(scope, 1), scope.names.fresh("local"), scope.names.fresh("view")
    (name,) = made.names
    scope.line(f"int {a}[4] = {{1, 2, 3, {name}}};")
    scope.lines += scope.rng.choice((
        [f"const View {v}{{{a}}};", f"{v}[{whole(scope, made.deps, 3)}] = {made.value()};"], [f"View {v} = {{{a}}};", f"{v}[1] += {made.value()};", f"++{v}[2];"],
        [f"Lines {v}{{{a}}};", f"{v}[{whole(scope, made.deps, 1)}][1] = {made.value()};"], [f"Proxy {v} = {{{a} + 2}};", f"{v} = {made.value()};"],
        [f"Proxies {v} = {{{{1, 2, 3, {name}}}}};", f"auto {v}s = {v}[{whole(scope, made.deps, 3)}];", f"{v}s = {made.value()};", f"{a}[0] += total_of({v}.all, 4);"],
        [f"const Seen {v}{{{a}}};", f"{a}[1] += {v}[{made.value()}];"],
    ))  # fmt: skip
    scope.line(f"{name} = total_of({a}, 4) % 4096;")
    made.ended()


def loaded(scope: Scope) -> None:
    """A reference to an element in memory, at once or by way of a function."""
    arrays = [a.name for a in scope.arrays if a.type == "int" and a.global_memory and not a.rows]
    outputs = [o for o in scope.own.outputs if o.type == "int"] if scope.own and not scope.own.guard else []
    made, r = Begun(scope, 1), scope.names.fresh("r")
    if outputs and scope.own and scope.chance(0.7):
        element = scope.own.element(scope.rng.choice(outputs), 0)
        scope.line(scope.rng.choice((f"int& {r} = {element};", f"int&& {r} = static_cast<int&&>({element});")))
    else:
        place = f"{scope.rng.choice(arrays)}[{whole(scope, ALL, 20)}]" if arrays else made.names[0]
        scope.line(f"const int& {r} = same_as({place});")
    scope.line(f"{made.names[0]} = (total_of(&{r}, 1) + {made.value()} % 9) % 4096;")
    made.ended()


def of_arrays(scope: Scope) -> None:
    """A pointer or a reference to arrays: of local ones, or of the outputs."""
    outputs = [o for o in scope.own.outputs if o.type in ("int", "unsigned")] if scope.own and not scope.own.guard else []
    made, m, p = Begun(scope, 1), scope.names.fresh("local"), scope.names.fresh("rows")
    name, at = made.names[0], f"({whole(scope, made.deps, 1)})"
    if outputs and scope.own and scope.chance(0.9):
        own = scope.own
        if own.index.text == "i":  # so that what a block beyond the grid stores is seen
            threads = " * ".join(f"gridDim.{a} * blockDim.{a}" for a in "xyz")
            own = replace(own, index=replace(own.index, text=f"min((int)i, (int)({threads}) - 1)"))
        element = f"(int (*)[1])&{own.element(scope.rng.choice(outputs), 0)}"
        scope.lines += scope.rng.choice((
            [f"int (*{p})[1] = {element};", f"(*{p})[0] = {made.value()};"], [f"int (&{p})[1] = *({element});", f"{p}[0] = {made.value()};"],
            [f"auto {p} = {element};", f"{p}[0][0] = {made.value()};", f"{name} = {p}[0][0] % 4096;"],
        ))  # fmt: skip
    else:
        scope.line(f"int {m}[2][3] = {{{{1, 2, {name}}}, {{4, 5, 6}}}};")
        scope.lines += scope.rng.choice((
            [f"int (*{p})[3] = {m};", f"{p}[{at}][1] = {made.value()};", f"{name} = (*({p} + {at}))[1] + {p}[1][2];"],
            [f"int (&{p})[3] = {m}[{at}];", f"{p}[2] += {made.value()};", f"{name} = ({p}[2] + {m}[0][2]) % 4096;"],
        ))  # fmt: skip
    made.ended()


def by_compiler(scope: Scope) -> None:
    """The compiler's own atomic operations, which libclang has no kind for."""
    made = Begun(scope, 2)
    a, b = made.names
    scope.line(f"{a} = FETCHED_BEFORE_ADDING(&{b}, ({made.value()}));")
    scope.lines += [f"{name} %= 4096;" for name in made.names]
    made.ended()


CONSTRUCTS: dict[str, Construct] = {
    "address passed": passed, "reference passed": referred, "address kept in an object": kept_in_object,
    "reference kept in an object": kept_as_reference, "address kept in an array": kept_in_array, "address returned": returned,
    "pointer to a pointer": twice, "pointers swapped": swapped, "pointer that walks": walked,
    "address kept in a number": numbered, "address of its own": own, "store by a sum": summed, "store by a view": viewed, "reference to what is loaded": loaded, "pointer to arrays": of_arrays,
}  # fmt: skip
REFUSED: dict[str, Construct] = {"atomic operation of the compiler's": by_compiler}
