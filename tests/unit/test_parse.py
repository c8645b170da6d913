"""What a parse tells of a unit: kernels, launches, names of the user's own, gaps; nothing stops the rest."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import pytest
from units import INTEREST
from units import parsed as parsed_in

from retarget.source.flags import Flags
from retarget.source.reach import reached
from retarget.source.text import Source, Span
from retarget.system.toolchain import Headers
from retarget.unit import Unit
from retarget.unit.parse import ParseError, parse
from retarget.unit.parse.precompiled import HOST, Mode, mode_of
from tests.values import replace

KERNEL = "__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"


class Parsed:
    """Parses texts in a folder of the test's own."""

    def __init__(self, folder: Path, headers: Headers, cache: Path) -> None:
        self.folder = folder
        self.unit = partial(parsed_in, folder, headers, cache)

    def __call__(self, text: str, flags: Flags = Flags(), **others: str) -> Unit:
        return self.unit(text, flags, **others)


@pytest.fixture
def parsed(tmp_path: Path, headers: Headers, cache: Path) -> Parsed:
    return Parsed(tmp_path, headers, cache)


def texts(unit: Unit, spans: list[Span] | tuple[Span, ...]) -> list[str]:
    return [unit.text(s) for s in spans]



# Kernels


def test_kernels(parsed: Parsed) -> None:
    unit = parsed(
        "__global__ void declared(int);\nstatic __global__ void __launch_bounds__(64) one(int) {}\n"
        "template <class T> __global__ void two(T) {}\nnamespace n { extern \"C\" __global__ void three() {} }\n"
        "__device__ void no() {}\nvoid neither() {}\n"
    )  # fmt: skip
    found = {k.name: k for k in unit.kernels}
    assert list(found) == ["declared", "one", "two", "three"]
    assert [k.is_definition for k in unit.kernels] == [False, True, True, True]
    assert [k.is_static for k in unit.kernels] == [False, True, False, False]
    assert not any(k.in_macro for k in unit.kernels)
    assert texts(unit, [k.name_span for k in unit.kernels]) == list(found)
    assert len({k.usr for k in unit.kernels}) == 4


def test_a_kernel_whose_name_a_macro_makes(parsed: Parsed) -> None:
    (kernel,) = parsed("#define NAME(x) x##_kernel\n__global__ void NAME(a)() {}\n").kernels
    assert (kernel.name, kernel.in_macro) == ("a_kernel", True)


def test_a_declaration_and_its_definition_are_one_kernel(parsed: Parsed) -> None:
    first, second = parsed('#include "k.cuh"\n' + KERNEL, k_cuh="__global__ void k(float *);\n").kernels
    assert first.usr == second.usr
    assert {os.path.basename(k.span.path) for k in (first, second)} == {"k.cuh", "root.cu"}


def test_device_spans(parsed: Parsed) -> None:
    unit = parsed("__device__ int f() { return 1; }\nint g() { return 2; }\n" + KERNEL)
    on_device = [unit.on_device(unit.root, unit.sources[0].text.index(s)) for s in ("return 1", "return 2", "a[")]
    assert on_device == [True, False, True]


# Launches


@pytest.mark.parametrize(
    ("launch", "block"),
    [
        pytest.param("k<<<1, 64>>>(0)", (64, 1, 1), id="a number"),
        pytest.param("k<<<dim3(1), dim3(8, 4), 0, 0>>>(0)", (8, 4, 1), id="dim3"),
        pytest.param("k<<<1, n>>>(0)", None, id="a parameter"),
        pytest.param("k << <1, 64 >> >(0)", (64, 1, 1), id="brackets with blanks"),
        pytest.param("k<<<1,\n  64\n>>>\n(0)", (64, 1, 1), id="over lines"),
    ],
)
def test_launches(launch: str, block: tuple[int, int, int] | None, parsed: Parsed) -> None:
    unit = parsed(f"{KERNEL}void f(int n) {{ {launch}; }}\n")
    (found,) = unit.launches
    assert (found.name, found.block, found.kernel) == ("k", block, unit.kernels[0].usr)
    assert unit.text(found.span) == launch
    assert (found.in_macro, found.on_device) == (False, False)


def test_launches_of_templates_are_of_one_kernel(parsed: Parsed) -> None:
    unit = parsed(
        "template <class T, int N> __global__ void k(T) {}\n"
        "template <class T> void f(T t) { k<T, 2><<<1, 32>>>(t); }\n"
        "void g() { k<int, 1><<<1, 64>>>(1); f(1); f(1.f); }\n"
    )
    assert {launch.kernel for launch in unit.launches} == {unit.kernels[0].usr}
    assert sorted(str(launch.block) for launch in unit.launches) == ["(32, 1, 1)", "(64, 1, 1)"]


def test_a_launch_in_a_macro_is_marked(parsed: Parsed) -> None:
    unit = parsed(f"#define RUN(k) k<<<1, 64>>>(0)\n{KERNEL}void f() {{ RUN(k); }}\n")
    assert [launch.in_macro for launch in unit.launches] == [True]


def test_a_launch_on_the_device_is_marked(parsed: Parsed) -> None:
    unit = parsed(KERNEL + "__global__ void p(float *a) { k<<<1, 1>>>(a); }\nvoid f() { p<<<1, 1>>>(0); }\n")
    assert {launch.name: launch.on_device for launch in unit.launches} == {"k": True, "p": False}


def test_launches_of_one_place_that_differ_are_not_proved(parsed: Parsed) -> None:
    text = KERNEL + "void f() {\n#ifdef __CUDA_ARCH__\nconst int n = 32;\n#else\nconst int n = 64;\n#endif\nk<<<1, n>>>(0); }\n"
    assert [launch.block for launch in parsed(text).launches] == [None]


# Names of the user's own


def test_own_names(parsed: Parsed) -> None:
    unit = parsed(
        '#include "own.h"\nint cudaMalloc(int x) { return x; }\nstruct S { int cudaFree; };\n'
        "int f(S s, int cudaSuccess) { return cudaMalloc(cudaSuccess) + s.cudaFree; }\n"
        "int g() { return cudaFree(0); }\n",
        own_h="#define cudaOwn 1\nnamespace n { struct T {}; }\n",
    )
    assert {"cudaMalloc", "S", "f", "cudaOwn", "n", "T"} <= unit.own_names
    assert "cudaFree" not in unit.own_names
    places = {unit.by_path[path].text[:at].count("\n") for path, at in unit.own}
    assert 4 not in places, "cudaFree of g is CUDA's"
    assert 3 in places


def test_members_of_cudas_structs(parsed: Parsed) -> None:
    unit = parsed(
        "struct Mine { int deviceOverlap; };\n"
        "int f(cudaDeviceProp &p, cudaDeviceProp *q, Mine m) { return p.deviceOverlap + q[0].major + (*q).major + "
        "q->deviceOverlap + m.deviceOverlap; }\n"
    )
    assert [(unit.text(m.object), m.field, m.is_arrow) for m in unit.members] == [
        ("p", "deviceOverlap", False), ("q[0]", "major", False), ("(*q)", "major", False), ("q", "deviceOverlap", True),
    ]  # fmt: skip
    assert {m.struct for m in unit.members} == {"cudaDeviceProp"}


# Gaps


def test_skipped_branches(parsed: Parsed) -> None:
    text = "#ifdef NEVER\nint a;\n#else\nint b;\n#endif\n#if 0\nint c;\n#endif\n"
    unit = parsed(text)
    assert [unit.is_skipped(unit.root, text.index(s)) for s in ("int a", "int b", "int c")] == [True, False, True]
    unit = parsed(text, Flags(define=("NEVER",)))
    assert [unit.is_skipped(unit.root, text.index(s)) for s in ("int a", "int b", "int c")] == [False, True, True]


def test_what_one_side_compiles_is_not_skipped(parsed: Parsed) -> None:
    text = (
        "__device__ int f() {\n#ifdef __CUDA_ARCH__\nint d;\n#else\nint h;\n#endif\n#if 0\nint n;\n#endif\nreturn 0; }\n"
        "#ifdef __CUDA_ARCH__\n" + KERNEL + "#endif\n"
    )
    unit = parsed(text)
    assert [unit.is_skipped(unit.root, text.index(s)) for s in ("int d", "int h", "int n")] == [False, False, True]
    assert [k.name for k in unit.kernels] == ["k"]


def test_a_missing_header_leaves_the_rest(parsed: Parsed) -> None:
    unit = parsed('#include "gone.h"\n#include <mpi.h.none>\n' + KERNEL + "void f(Gone g) { k<<<1, 64>>>(0); }\n")
    assert unit.parsed
    assert [k.name for k in unit.kernels] == ["k"]
    assert [launch.block for launch in unit.launches] == [(64, 1, 1)]
    missing = [d for d in unit.diagnostics if d.rule == "missing-header"]
    assert [d.message.split("'")[1] for d in missing] == ["gone.h", "mpi.h.none"]
    assert [unit.sources[0].position(d.span.start)[0] for d in missing if d.span] == [1, 2]


def test_calls_of_the_profiler_are_known(parsed: Parsed) -> None:
    text = "#include <cuda_profiler_api.h>\nint main() { return cudaProfilerStart() || cudaProfilerStop(); }\n"
    assert not parsed(text).diagnostics


def test_a_syntax_error_leaves_the_rest(parsed: Parsed) -> None:
    unit = parsed("int x = ;\nvoid f() { int y = = 2; }\n}\n" + KERNEL + "void g() { k<<<1, 64>>>(0) }\n" + KERNEL.replace("k(", "later("))
    assert [k.name for k in unit.kernels] == ["k", "later"]
    assert [launch.block for launch in unit.launches] == [(64, 1, 1)]
    assert {d.rule for d in unit.diagnostics} == {"parse"}


@pytest.mark.parametrize("text", ["", "\n", "}", "{", "#if", '#include "', "/*", 'R"(', "\\", "<<<>>>", "\xff\xfe"])
def test_scraps_are_units(text: str, parsed: Parsed) -> None:
    assert parsed(text).parsed


# Files


def test_files_are_reached_through_every_branch(parsed: Parsed) -> None:
    unit = parsed(
        '#include "a.h"\n#ifdef NEVER\n#include "b.h"\n#endif\n// #include "c.h"\n',
        a_h='#include "d.h"\n', b_h="int b;\n", c_h="int c;\n", d_h='#pragma once\n#include "a.h"\n',
    )  # fmt: skip
    assert [os.path.basename(s.path) for s in unit.sources] == ["root.cu", "a.h", "b.h", "d.h"]
    assert unit.sources[0].path == unit.root


def test_folders_of_headers(parsed: Parsed) -> None:
    (parsed.folder / "inc").mkdir()
    (parsed.folder / "inc" / "h.h").write_text(KERNEL)
    unit = parsed("#include <h.h>\nvoid f() { k<<<1, 64>>>(0); }\n", Flags(include=(str(parsed.folder / "inc"),)))
    assert [k.name for k in unit.kernels] == ["k"]
    assert len(unit.sources) == 2
    assert not unit.diagnostics


def test_system_folders_are_read_and_are_not_the_users(parsed: Parsed) -> None:
    (parsed.folder / "sys").mkdir()
    (parsed.folder / "sys" / "h.h").write_text("struct Theirs { int cudaFree; };\n")
    flags = Flags(system=(str(parsed.folder / "sys"),))
    unit = parsed("#include <h.h>\nint f(Theirs t) { return t.cudaFree; }\n", flags)
    assert len(unit.sources) == 1
    assert not unit.diagnostics


def test_a_fragment_in_a_function(parsed: Parsed) -> None:
    unit = parsed(
        '__global__ void k(float *a) {\n#include "body.inc"\n}\nvoid f() { k<<<1, 64>>>(0); }\n',
        body_inc="if (threadIdx.x) { a[0] = cudaSuccess; }\n",
    )
    fragment = unit.sources[1]
    assert fragment.path.endswith("body.inc")
    assert unit.on_device(unit.root, unit.sources[0].text.index("#include"))
    assert not unit.diagnostics


def test_forced_includes_and_macros(parsed: Parsed) -> None:
    forced = parsed.folder / "forced.h"
    flags = Flags(define=("N=8",), forced=(str(forced),))
    unit = parsed("void f() { k<<<1, N>>>(0); }\n", flags, forced_h=KERNEL)
    assert [launch.block for launch in unit.launches] == [(8, 1, 1)]
    assert [os.path.basename(s.path) for s in unit.sources] == ["root.cu", "forced.h"]


@pytest.mark.parametrize("std", ["c++11", "c++14", "c++17", "c++20", "c99", "gnu++17"])
def test_standards(std: str, parsed: Parsed) -> None:
    unit = parsed(KERNEL + "void f() { k<<<1, 64>>>(0); }\n", Flags(std=std))
    assert (len(unit.kernels), len(unit.launches), unit.diagnostics) == (1, 1, ())


@pytest.mark.parametrize(
    "mark", [b"", b"\xef\xbb\xbf", "// größe\n".encode(), b"// gr\xf6\xdfe\n", b"// crlf\r\n"], ids=ascii
)
def test_offsets_are_bytes(mark: bytes, parsed: Parsed, headers: Headers, cache: Path) -> None:
    path = parsed.folder / "bytes.cu"
    path.write_bytes(mark + KERNEL.encode() + "/* € */ void f() { k<<<1, 64>>>(0); }".encode())
    unit = parse(Source.read(path), Flags(), headers, INTEREST, cache)
    assert texts(unit, [unit.kernels[0].name_span, unit.launches[0].span]) == ["k", "k<<<1, 64>>>(0)"]


def test_a_name_that_libclang_cannot_take(parsed: Parsed, headers: Headers) -> None:
    path = parsed.folder / os.fsdecode(b"\xe9.cu")
    path.write_text(KERNEL)
    with pytest.raises(ParseError, match="UTF-8"):
        parse(Source.read(path), Flags(), headers, INTEREST)


def test_with_and_without_a_precompiled_preamble(parsed: Parsed, headers: Headers) -> None:
    text = KERNEL + "void f() { k<<<1, dim3(8, 8)>>>(0); cudaFree(0); }\n"
    with_it = parsed(text)
    assert parse(with_it.sources[0], Flags(), headers, INTEREST, None) == with_it


@pytest.mark.slow
@pytest.mark.parametrize("std", ["c++14", "c++17", "c++20"])
@pytest.mark.parametrize("language", ["cuda", "c++"])
def test_precompiled_headers_are_taken(std: str, language: str, parsed: Parsed, headers: Headers) -> None:
    cache, flags = parsed.folder / "own", Flags(std=std, language=language)
    (parsed.folder / "root.cu").write_text("#include <cuda_runtime.h>\n#include <vector>\nstd::vector<int> v;\n")
    root = Source.read(parsed.folder / "root.cu")
    for _ in range(2):
        unit = parse(root, flags, headers, INTEREST, cache, several=True)
        assert not unit.errors
        assert len(list((cache / "preamble").glob("*.pch"))) == 1, "one that clang refuses is removed"


def test_heavy_headers_of_branches_that_may_not_be_taken_are_not_read_first(parsed: Parsed) -> None:
    texts = {
        "root.cu": '#include "either.h"\n#include "guarded.h"\n#include <cub/cub.cuh>\n',
        "either.h": '#ifdef __HIPCC__\n#include "hip_side.h"\n#include <thrust/sort.h>\n#endif\n',
        "hip_side.h": "#include <hip/hip_runtime.h>\n",
        "guarded.h": "#ifndef GUARDED\n#define GUARDED\n#include <cuda_fp16.h>\n#endif\n",
    }
    for name, text in texts.items():
        (parsed.folder / name).write_text(text)
    sources = [Source.read(parsed.folder / name) for name in texts]
    assert mode_of("cuda", sources, Flags(), several=True).heavy == ("cub/cub.cuh", "cuda_fp16.h")


@pytest.mark.parametrize("spelled", ["using namespace std;", "using  namespace ::std ;", "using namespace\nstd;"])
def test_a_unit_that_takes_in_all_of_std_has_no_bundle_of_its_headers(spelled: str, parsed: Parsed) -> None:
    source = Source(str(parsed.folder / "root.cu"), "#include <vector>\n#include <cub/cub.cuh>\n")
    assert mode_of("cuda", [source], Flags(), several=True) == Mode("cuda", HOST, ("cub/cub.cuh",), True, True)
    taking = Source(str(parsed.folder / "a.h"), f"{spelled}\n")
    assert mode_of("cuda", [source, taking], Flags(), several=True) == Mode("cuda", HOST, ("cub/cub.cuh",), False, True)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "opening"), [
    ("cuda", "#define OPEN using namespace\nOPEN std;\nstatic int count;\nint f() { return count; }"),
    ("c++", "#define OPEN using namespace\nOPEN std;\nstatic int count;\nint f() { return count; }"),
    ("c++", "int y1;\nint f() { return y1; }"),
])  # fmt: skip
def test_the_bundle_of_standard_headers_takes_no_name_of_the_users(
    language: str, opening: str, parsed: Parsed, headers: Headers
) -> None:
    path, cache, flags = parsed.folder / "root.cu", parsed.folder / "own", Flags(language=language)
    other = parsed.folder / "other.cu"
    other.write_text("#include <vector>\nstd::vector<int> v;\n")
    assert not parse(Source.read(other), flags, headers, INTEREST, cache, several=True).errors
    made = sorted((cache / "preamble").glob("*.pch"))
    path.write_text(f"#include <utility>\n{opening}\n")
    assert not parse(Source.read(path), flags, headers, INTEREST, cache, several=True).errors
    assert len(made) == 1 and made[0] in (cache / "preamble").glob("*.pch"), "the others keep theirs"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "macro", "precompiled"),
    [
        ("#include <cuda_fp16.h>\n__half h;\n", "__CUDA_NO_HALF2_OPERATORS__", [1, 2, 2, 2, 2]),
        ("#include <hip/hip_runtime.h>\nint i;\n", "__HIP_PLATFORM_AMD__", [1, 2, 2, 2, 2]),  # was translated before
        ("#include <thrust/none.h>\nint i;\n", "THRUST_IGNORE", [1, 1, 1, 2, 2]),
    ],
    ids=["cuda", "hip", "absent"],
)
def test_headers_of_libraries_are_precompiled_where_they_are_asked_for_again(
    text: str, macro: str, precompiled: list[int], parsed: Parsed, headers: Headers
) -> None:
    cache, path = parsed.folder / "own", parsed.folder / "root.cu"
    texts = [text, f"#define {macro}\n{text}"]
    made = []
    for text in (texts[0], texts[0], texts[0], texts[1], texts[1]):
        path.write_text(text)
        assert not parse(Source.read(path), Flags(), headers, INTEREST, cache).errors
        made.append(len(list((cache / "preamble").glob("*.pch"))))
    assert made == precompiled


@pytest.mark.slow
def test_what_was_precompiled_for_others_serves_where_it_holds_nothing_else(parsed: Parsed, headers: Headers) -> None:
    cache, path = parsed.folder / "own", parsed.folder / "root.cu"

    def headers_made(*names: str) -> int:
        path.write_text("".join(f"#include <{name}>\n" for name in names) + "cub::NullType n; cub::CubVector<int, 4> v;\n")
        parse(Source.read(path), Flags(), headers, INTEREST, cache)
        return len(list((cache / "preamble").glob("*.pch")))

    assert headers_made("cub/util_type.cuh") == 1
    assert headers_made("cuda_fp16.h", "cub/util_type.cuh") == 1, "that of a unit with fewer"
    assert headers_made("cub/util_arch.cuh") == 2, "not that of a unit with others"
    again = [headers_made("cuda_fp16.h", "cub/util_type.cuh") for _ in range(3)]
    assert again == [2, 2, 3], "asked for until that has cost as much"


@pytest.mark.slow
def test_precompiled_bodies_that_decide_a_type_or_a_constant_are_kept(parsed: Parsed, headers: Headers) -> None:
    path, cache = parsed.folder / "root.cu", parsed.folder / "own"
    path.write_text("""\
        #include <cub/util_math.cuh>
        constexpr int side = cub::DivideAndRoundUp(29, 8);
        __global__ void k(int*);
        void f(int* p) { k<<<1, dim3(side, cub::DivideAndRoundUp(16, 2))>>>(p); }
    """)
    plain, *others = (parse(Source.read(path), Flags(), headers, INTEREST, place) for place in (None, cache, cache))
    assert [l.block for l in plain.launches] == [(4, 8, 1)] and not plain.errors
    assert others == [replace(plain, diagnostics=())] * 2, "what clang says of the headers themselves it says once"


def test_reaching_does_not_need_clang(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text('#include "b.h"\n')
    (tmp_path / "b.h").write_text('#include "root.cu"\n')
    root = tmp_path / "root.cu"
    root.write_text('#include "a.h"\n#include <cuda_runtime.h>\n')
    assert [os.path.basename(s.path) for s in reached(Source.read(root), Flags())] == ["root.cu", "a.h", "b.h"]


def test_a_sum_too_long_to_follow_costs_its_function_alone(parsed: Parsed) -> None:
    long = "unsigned long long g(CUdeviceptr p) { return p" + " + 1" * 3000 + "; }\n"
    unit = parsed("#include <cuda.h>\n" + long + "CUdeviceptr f(CUdeviceptr p) { return p + 4; }\n")
    assert texts(unit, [c.span for c in unit.conversions]) == ["p"]
    assert [d.rule for d in unit.diagnostics] == ["handles"]


def test_a_branch_is_left_out_where_no_inclusion_takes_it(parsed: Parsed) -> None:
    guarded = "#ifndef H\n#define H\n#ifdef NEVER\nint never;\n#endif\n#else\nint again;\n#endif\n"
    twice = "#ifdef SECOND\nint second;\n#endif\n#ifdef NEVER\nint never;\n#endif\n"
    text = '#include "g.h"\n#include "g.h"\n#include "t.h"\n#define SECOND\n#include "t.h"\n'
    unit = parsed(text, g_h=guarded, t_h=twice)
    g, t = (next(s for s in unit.sources if s.path.endswith(name)) for name in ("g.h", "t.h"))
    left_out = {(s.path[-3:], word) for s in (g, t) for word in ("never", "again", "second")
                if word in s.text and unit.is_skipped(s.path, s.text.index(word))}  # fmt: skip
    assert left_out == {("g.h", "never"), ("t.h", "never")}
