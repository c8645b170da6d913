"""Errors of clang's: the kernels that they concern are left alone, at the error's place; others are coarsened."""

from __future__ import annotations

from pathlib import Path

import pytest

from retarget.schedule.apply import subjects
from retarget.schedule.form.readable import unread
from retarget.source.flags import Flags
from retarget.source.text import Source
from retarget.system.toolchain import Headers
from retarget.unit.parse import Interest, parse

AT = "out[blockIdx.x * blockDim.x + threadIdx.x]"
PLAIN = f"__global__ void plain(int *out) {{ {AT} = 1; }}\n"


def available(folder: Path, headers: Headers, cache: Path, text: str) -> tuple[set[str], dict[str, str]]:
    """The kernels that schedules can change, and by line what is said of the others."""
    (folder / "k.cu").write_text(text)
    source = Source.read(folder / "k.cu")
    unit = parse(source, Flags(), headers, Interest(bodies=True), cache)
    told = {f"{source.position(d.span.start)[0]}": d.message for d in unread([unit]) if d.span}
    return {s.function.name for s in subjects([unit], {}, {})}, told


CONCERNED = {  # what stands before the kernel, the kernel's statement, the line of the error
    "in the kernel": ("", f"{AT} = nowhere;", 1),
    "in a called function": ("__device__ int f(int x) { return x + nowhere; }", f"{AT} = f(1);", 1),
    "in a function behind it": ("__device__ int f() { return nowhere; }\n__device__ int g() { return f(); }",
                                f"{AT} = g();", 1),
    "in a function's result": ("__device__ Nothing f() { return 1; }", f"{AT} = f();", 1),
    "in a function's parameter": ("__device__ int f(int a, Nothing b = 1) { return 1; }", f"{AT} = f(1);", 1),
    "in an overload": ("__device__ int f(float a) { return 1; }\n__device__ int f(Nothing b) { return 2; }",
                       f"{AT} = f(1);", 2),
    "in a member": ("struct S { int a; Nothing b; };", f"S s; {AT} = s.a;", 1),
    "in a base": ("struct S : Nothing { int a; };", f"S s; {AT} = s.a;", 1),
    "in a method": ("struct S { int a; __device__ int m() { return a + nowhere; } };", f"S s; {AT} = s.m();", 1),
    "in a constructor": ("struct S { int a; __device__ S() : a(nowhere) {} };", f"S s; {AT} = s.a;", 1),
    "in a destructor": ("struct S { int a = 0; __device__ ~S() { nowhere(); } };", f"S s; {AT} = s.a;", 1),
    "in an operator": ("struct S { int a; };\n__device__ int operator+(S a, S b) { return nowhere; }",
                       f"S s{{1}}; {AT} = s + s;", 2),
    "in a conversion": ("struct S { int a; __device__ operator int() { return nowhere; } };",
                        f"S s{{1}}; {AT} = s;", 1),
    "in a template": ("template <class T> __device__ T f(T x) { return x + nowhere; }", f"{AT} = f(1);", 1),
    "in an instance": ("template <class T> __device__ int f(T x) { return x.a; }", f"{AT} = f(1);", 1),
    "in a constant": ("const int n = nowhere;", f"{AT} = n;", 1),
    "in a type's name": ("typedef Nothing T;", f"T t = 1; {AT} = t;", 1),
    "in a type of a type": ("typedef Nothing T;\nstruct S { int a; T t; };", f"S s; {AT} = s.a;", 1),
    "in a variable": ("__device__ Nothing a[4];", f"{AT} = a[0];", 1),
    "in an enumeration": ("enum E { A = nowhere, B };", f"{AT} = B;", 1),
    "in a specialisation": ("template <class T> struct S { static const int a = 1; };\n"
                            "template <> struct S<int> { static const int a = nowhere; };", f"{AT} = S<int>::a;", 2),
    "in a word before a function": ("NOTHING __device__ int f() { return 1; }", f"{AT} = f();", 1),
    "in a line of its own": ("NOTHING(f)\n__device__ int f() { return 1; }", f"{AT} = f();", 1),
    "in a namespace": ("namespace n { __device__ int f() { return nowhere; } }", f"{AT} = n::f();", 1),
    "in what brings names": ("using namespace nothing;", f"{AT} = 1;", 1),
    "in what a macro names": ("__device__ int f() { return nowhere; }\n#define F f", f"{AT} = F();", 1),
    "in what a macro composes": ("__device__ int f_1() { return nowhere; }\n#define F(n) f_##n()", f"{AT} = F(1);", 1),
    "in what a macro declares": ("#define DECLARED(n) __device__ int f_##n() { return nowhere; }\nDECLARED(1)",
                                 f"{AT} = f_1();", 2),
    "in a table of functions": ("typedef int (*F)();\n__device__ int f() { return nowhere; }\n"
                                "__device__ F table[] = {f};", f"{AT} = table[0]();", 2),
    "of the preprocessor": ("#if NOTHING(\n#define ONE 1\n#else\n#define ONE 2\n#endif", f"{AT} = ONE;", 1),
    "by direction": ("#error no such timer", f"{AT} = 1;", 1),
    "of a header": ('#include "nothing.h"', f"{AT} = 1;", 1),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", CONCERNED)
def test_what_an_error_concerns_is_left_alone(name: str, headers: Headers, cache: Path, tmp_path: Path) -> None:
    before, statement, line = CONCERNED[name]
    separate = "\n" if before else ""
    text = f"{before}{separate}__global__ void k(int *out) {{ {statement} }}\n"
    found, told = available(tmp_path, headers, cache, text)
    assert not found
    assert "'k' stays as it is: clang cannot read what stands here" in told[str(line)]
    mended = text.replace("nowhere", "1")
    if mended != text and not name.startswith("in a destructor"):
        assert available(tmp_path, headers, cache, mended) == ({"k"}, {}), "without the error it is available"


UNCONCERNED = {
    "in another kernel": "__global__ void k(int *out) { *out = nowhere; }",
    "in a function of the host's": "void f() { nowhere(1); Nothing n; for (;;) n.f(); }",
    "in a function that nobody calls": "__device__ int f() { return nowhere; }",
    "in a type that nobody uses": "struct S { Nothing a; int b; };",
    "in a method of the host's": "struct S { int b; void f() { nowhere(); } };",
    "in a template's instance": "template <class T> int f(T x) { return x.a; }\nint a = f(1);",
    "in a launch": "void f(int *p) { plain<<<nowhere, 1>>>(p); }",
    "in a lambda of the host's": "auto f = [](int a) { return a + nowhere; };",
    "in a variable that nobody uses": "Nothing a, b;",
    "of a library of CUDA's": "void f() { cufftHandle h; }",
}


@pytest.mark.parametrize("name", UNCONCERNED)
def test_what_an_error_does_not_concern_is_coarsened(
    name: str, headers: Headers, cache: Path, tmp_path: Path
) -> None:
    for text in (f"{UNCONCERNED[name]}\n{PLAIN}", f"{PLAIN}{UNCONCERNED[name]}\n"):
        if "plain<<<" in text and text.startswith("void"):
            continue
        found, told = available(tmp_path, headers, cache, text)
        assert found == {"plain"}, told


TAKEN = {
    "a register of C++17": f"__global__ void k(int *out) {{ register int i = 1; {AT} = i; }}",
    "a function of the device's to the device alone":
        "#ifdef __CUDA_ARCH__\n#define BOTH __device__\n#else\n#define BOTH\n#endif\n"
        f"BOTH int f(int x) {{ return x; }}\n__global__ void k(int *out) {{ {AT} = f(1); }}",
    "a narrowing list": f"__global__ void k(int *out, int n) {{ uchar4 c = {{n, n, n, n}}; {AT} = c.x; }}",
}


@pytest.mark.parametrize("name", TAKEN)
def test_what_nvcc_takes_is_read(name: str, headers: Headers, cache: Path, tmp_path: Path) -> None:
    assert available(tmp_path, headers, cache, TAKEN[name] + "\n") == ({"k"}, {})
