"""Kernels of a header: a form stands where all units read it, so that each must read the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from retarget.schedule.apply import subjects
from retarget.schedule.form.coarsened_launches import launch_edits
from retarget.source.flags import Flags
from retarget.source.text import Edit, Severity, Source
from retarget.system.toolchain import Headers
from retarget.unit import Unit
from retarget.unit.parse import Interest, parse

AT = "out[blockIdx.x * blockDim.x + threadIdx.x]"
HERE = "struct Here { int k; __device__ int operator()(int v) const { return v + threadIdx.x; } "
CALLED = "template <class T> __global__ void k(int* out, T t) { int v = %s; __syncthreads(); out[threadIdx.x] = v; }\n"
PLAIN = f"__global__ static void k(int* out) {{ int v = PLACE; __syncthreads(); {AT} = v; }}\n"
LAUNCH = "void run(int* out) { k<<<4, 64>>>(out, %s); }"

DIFFERENT = {  # the header, what two units have around it as `before | after`, and the reason
    "a macro": (PLAIN, "#define PLACE 0", "#define PLACE threadIdx.x", "'PLACE' is another macro"),
    "a macro's macro": ("#define PLACE (1 + MORE)\n" + PLAIN, "#define MORE 0", "#define MORE blockIdx.x",
                        "'MORE' is another macro"),
    "a constant": (PLAIN, "#define PLACE 3", "#define PLACE 4", "'PLACE' is another macro"),
    "a constant that a branch takes": ("#ifndef PLACE\n#define PLACE 3\n#endif\n" + PLAIN, "", "#define PLACE 4",
                                       "'PLACE' is another macro"),
    "a macro in a function": ("__device__ inline int f(int v) { return v + PLACE; }\n" + PLAIN.replace("PLACE", "f(1)"),
                              "#define PLACE 0", "#define PLACE threadIdx.x", "'f' does something else"),
    "a branch": (f"__global__ static void k(int* out) {{\n#ifdef SECOND\n{AT} = 1;\n#else\n{AT} = 2;\n#endif\n}}\n",
                 "", "#define SECOND", "other branches of the preprocessor's are taken"),
    "a branch in a function": ("__device__ inline int f() {\n#ifdef SECOND\nreturn 1;\n#else\nreturn 2;\n#endif\n}\n"
                               + PLAIN.replace("PLACE", "f()"), "", "#define SECOND",
                               "other branches of the preprocessor's are taken"),
    "a type": (f"__global__ static void k(REAL* out) {{ {AT} = 1; }}\n", "#define REAL int", "#define REAL float",
               "'REAL' is another macro"),
    "a type of a name": (f"__global__ static void k(Real* out) {{ {AT} = 1; }}\n", "typedef int Real;", "typedef float Real;",
                         "'k' means something else"),
    "a functor": (CALLED % "t(1)", f"struct Far {{ __device__ int operator()(int v) const {{ return v; }} }}; | {LAUNCH % 'Far{}'}",
                  f"{HERE} }}; | {LAUNCH % 'Here{1}'}", "'t' does something else"),
    "a functor of other indices": (
        CALLED % "t(1)", f"struct A {{ int k; __device__ int operator()(int v) const {{ return v + blockIdx.x; }} }}; | {LAUNCH % 'A{1}'}",
        f"{HERE} }}; | {LAUNCH % 'Here{1}'}", "its variables depend on other indices"),
    "a method": (CALLED % "t.at(1)", f"struct Far {{ __device__ int at(int v) const {{ return v; }} }}; | {LAUNCH % 'Far{}'}",
                 f"struct Near {{ __device__ int at(int v) const {{ return v + blockIdx.x; }} }}; | {LAUNCH % 'Near{}'}",
                 "'at' does something else"),
    "a function found by its argument": (
        CALLED % "weigh(t)", f"namespace n {{ struct A {{}}; __device__ int weigh(A) {{ return 1; }} }} | {LAUNCH % 'n::A{}'}",
        f"namespace n {{ struct B {{}}; __device__ int weigh(B) {{ return threadIdx.x; }} }} | {LAUNCH % 'n::B{}'}",
        "'weigh' does something else"),
    "a store in a functor": (
        CALLED % "t.put(out)", f"struct A {{ __device__ int put(int* o) const {{ return 1; }} }}; | {LAUNCH % 'A{}'}",
        f"struct B {{ __device__ int put(int* o) const {{ o[0] = 1; return 2; }} }}; | {LAUNCH % 'B{}'}",
        "'put' does something else"),
    "a function of each unit's own": (
        "static __device__ int own(int* v);\n__global__ static void k(int* out) { int v = own(out); out[threadIdx.x] = v; }\n",
        "| static __device__ int own(int* v) { return 1; }",
        "| static __device__ int own(int* v) { __syncthreads(); return 2; }", "'own' does something else"),
    "a barrier of each unit's own": (
        "static __device__ int own(int* v);\n__global__ static void k(int* out) { int v = own(out); out[threadIdx.x] = v; }\n",
        "| static __device__ int own(int* v) { __syncthreads(); return 1; }",
        "| static __device__ int own(int* v) { __syncthreads(); return 2; }", "'own' is another function"),
    "what clang cannot read": (PLAIN, "#define PLACE 0", "#define PLACE nowhere", "clang cannot read it there"),
    "a reference": (
        CALLED % "0; t.into(v)", f"struct A {{ __device__ void into(int v) const {{}} }}; | {LAUNCH % 'A{}'}",
        f"struct B {{ __device__ void into(int& v) const {{ v = 2; }} }}; | {LAUNCH % 'B{}'}", "'k' changes something else"),
}  # fmt: skip
ALIKE = {
    "the same": (PLAIN, "#define PLACE 0", "#define PLACE 0"),
    "another macro": (PLAIN, "#define PLACE 0\n#define OTHER 1", "#define PLACE 0\n#define OTHER 2"),
    "functors that compute": (
        CALLED % "t(1)", f"struct A {{ __device__ int operator()(int v) const {{ return v; }} }}; | {LAUNCH % 'A{}'}",
        f"struct B {{ __device__ int operator()(int v) const {{ return v * 2; }} }}; | {LAUNCH % 'B{}'}"),
    "functors of other sizes": (
        CALLED % "t(1)", f"struct A {{ __device__ int operator()(int v) const {{ return v; }} }}; | {LAUNCH % 'A{}'}",
        f"struct B {{ int k[9]; __device__ int operator()(int v) const {{ return v * k[2]; }} }}; | {LAUNCH % 'B{}'}"),
    "functions of their own": (
        "static __device__ int own(int v);\n__global__ static void k(int* out) { int v = own(1); out[threadIdx.x] = v; }\n",
        "| static __device__ int own(int v) { return v; }", "| static __device__ int own(int v) { return v * 2; }"),
}  # fmt: skip


def unit(path: Path, text: str, headers: Headers, cache: Path) -> Unit:
    path.write_text(text)
    return parse(Source.read(path), Flags(), headers, Interest(bodies=True), cache)


def against(folder: Path, headers: Headers, cache: Path, header: str, *around: str) -> list[str]:
    """What stands against forms of the kernel of a header that units include, each with what is around the include."""
    (folder / "k.h").write_text(f"#pragma once\n{header}")
    parts = [text.partition("|") for text in around]
    texts = [f'{before}\n#include "k.h"\n{after}\n' for before, _, after in parts]
    units = [unit(folder / f"{at}.cu", text, headers, cache) for at, text in enumerate(texts)]
    (subject,) = subjects(units, {}, {})
    return [refusal.why for refusal in subject.of_its_name]


@pytest.mark.slow
@pytest.mark.parametrize("case", DIFFERENT)
def test_a_kernel_that_units_read_otherwise_keeps_its_form(
    case: str, tmp_path: Path, headers: Headers, cache: Path
) -> None:
    header, first, second, why = DIFFERENT[case]
    assert against(tmp_path, headers, cache, header, first, second) == [f"in 1.cu: {why}"]


@pytest.mark.parametrize("case", ALIKE)
def test_a_kernel_that_units_read_alike_may_change(
    case: str, tmp_path: Path, headers: Headers, cache: Path
) -> None:
    assert against(tmp_path, headers, cache, *ALIKE[case]) == []


def test_a_kernel_that_a_unit_includes_twice_is_read_twice(tmp_path: Path, headers: Headers, cache: Path) -> None:
    (tmp_path / "k.inc").write_text(PLAIN)
    once = '#define PLACE {}\nnamespace {} {{\n#include "k.inc"\n}}\n#undef PLACE\n'
    twice = unit(tmp_path / "k.cu", once.format("0", "one") + once.format("blockIdx.x", "two"), headers, cache)
    (subject,) = subjects([twice], {}, {})
    assert [r.why for r in subject.of_its_name] == ["where it is included again: 'k' means something else"]


def test_what_another_unit_refuses_stands_against_steps_that_change_indices(
    tmp_path: Path, headers: Headers, cache: Path
) -> None:
    header = "template <class T> __global__ void k(int* out, T t) { T own(t.v); out[threadIdx.x] = own.v; }\n"
    made = "struct A { int v; __device__ A(int a) : v(a) {} __device__ ~A() { END } }; | " + LAUNCH % "A(1)"
    (tmp_path / "k.h").write_text(f"#pragma once\n{header}")
    texts = [made.replace("END", end).replace("|", '\n#include "k.h"\n') for end in ("", "v += threadIdx.x;")]
    units = [unit(tmp_path / f"{at}.cu", text, headers, cache) for at, text in enumerate(texts)]
    (subject,) = subjects(units, {}, {})
    assert not subject.of_its_name
    assert [r.why for r in subject.obstacles] == ["in 1.cu: no call shows that '~A' runs here, and it does more than compute"]


def test_a_template_that_another_unit_defines_keeps_its_launch(tmp_path: Path, headers: Headers, cache: Path) -> None:
    """Nothing would make an instance of the function that launches it."""
    (tmp_path / "k.h").write_text("template <class T> __global__ void k(T* out);\n__global__ void plain(int* out);\n")
    made = "template <class T> __global__ void k(T* out) {}\n__global__ void plain(int* out) {}\n"
    run = "void run_%d(int* out)\n{\n    k<int><<<1, 2>>>(out);\n    plain<<<1, 2>>>(out);\n}\n"
    texts = [f'#include "k.h"\n{made}{run % 0}', f'#include "k.h"\n{run % 1}']
    units = [unit(tmp_path / f"{at}.cu", text, headers, cache) for at, text in enumerate(texts)]
    found = list(launch_edits(units, {k.usr: f"{k.name}_launch" for k in units[0].kernels}))
    names = {(Path(e.span.path).name, text_before(e, texts)) for e in found if isinstance(e, Edit) and e.text == "_launch"}
    assert names == {("0.cu", "k"), ("0.cu", "plain"), ("1.cu", "plain")}
    assert [(Path(d.span.path).name, d.message) for d in found if not isinstance(d, Edit) and d.span] == [
        ("1.cu", "a template that another unit defines is launched here: it keeps the original kernel")
    ]


def test_a_launch_by_a_macro_of_a_macro_is_told_without_asking(tmp_path: Path, headers: Headers, cache: Path) -> None:
    text = (
        "#define RUN(k, ...) k<<<1, 2>>>(__VA_ARGS__)\n#define CHECKED(k, ...) do { RUN(k, __VA_ARGS__); } while (0)\n"
        "__global__ void plain(int* out) {}\nvoid run(int* out)\n{\n    RUN(plain, out);\n    CHECKED(plain, out);\n}\n"
    )
    units = [unit(tmp_path / "0.cu", text, headers, cache)]
    found = list(launch_edits(units, {k.usr: f"{k.name}_launch" for k in units[0].kernels}))
    told = [d for d in found if not isinstance(d, Edit)]
    message = "a macro launches 'plain' here: it keeps the original kernel; write the launch out"
    assert [(d.severity, d.message) for d in told] == [(Severity.WARNING, message)]
    assert [e.span.start for e in found if isinstance(e, Edit)] == [text.index("    RUN(plain") + 4]


def test_a_launch_from_device_code_is_told_and_kept(tmp_path: Path, headers: Headers, cache: Path) -> None:
    text = (
        "#define RUN(...) k<<<1, 2>>>(__VA_ARGS__)\n__global__ void k(int* out) {}\n"
        "#define GIVEN(name, ...) name<<<1, 2>>>(__VA_ARGS__)\n"
        "__global__ void outer(int* out) { k<<<1, 2>>>(out); }\n__device__ void more(int* out) { RUN(out); GIVEN(k, out); }\n"
        "void run(int* out) { outer<<<1, 1>>>(out); k<<<1, 2>>>(out); }\n"
    )
    units = [unit(tmp_path / "0.cu", text, headers, cache)]
    found = list(launch_edits(units, {k.usr: f"{k.name}_launch" for k in units[0].kernels if k.name == "k"}))
    told = {d.span.start: d.message for d in found if not isinstance(d, Edit) and d.span}
    kept = "'k' is launched from device code here: it keeps the original kernel"
    by_macro = "a macro launches 'k' here: it keeps the original kernel; write the launch out"
    places = {"k<<<1, 2>>>(__VA": kept, "k<<<1, 2>>>(out); }\n__device__": kept, "RUN(out)": by_macro, "k, out); }": by_macro}
    assert told == {text.index(place): message for place, message in places.items()}
    assert {e.span.start for e in found if isinstance(e, Edit) and e.text == "_launch"} == {text.rindex("k<<<") + 1}


def test_a_launch_of_a_name_that_a_macro_pastes_is_told(tmp_path: Path, headers: Headers, cache: Path) -> None:
    text = (
        "#define PASTED(n) k_##n<<<1, 2>>>(out)\n#define BODY() k_b<<<1, 2>>>(out)\n#define DO(x) do { x; } while (0)\n"
        "__global__ void k_a(int* out) {}\n__global__ void k_b(int* out) {}\nvoid run(int* out)\n{\n"
        "    PASTED(a);\n    BODY();\n    DO((k_a<<<1, 2>>>(out)));\n}\n"
    )
    units = [unit(tmp_path / "0.cu", text, headers, cache)]
    found = list(launch_edits(units, {k.usr: f"{k.name}_launch" for k in units[0].kernels}))
    told = [(d.severity, d.message, d.span and d.span.start) for d in found if not isinstance(d, Edit)]
    message = "a macro launches 'k_a' here: it keeps the original kernel; write the launch out"
    assert told == [(Severity.WARNING, message, text.index("PASTED(a)"))]
    assert sum(e.text == "_launch" for e in found if isinstance(e, Edit)) == 2


def text_before(edit: Edit, texts: list[str]) -> str:
    """The word that an edit of a unit stands behind."""
    return texts[int(Path(edit.span.path).stem)][: edit.span.start].split()[-1]
