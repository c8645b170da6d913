"""Which block sizes are proved: constants that nothing can change, at every launch, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from units import parsed

from retarget.analysis.block_size import Obstacle, block_sizes
from retarget.source.lexer import COMMENT, Token, tokens
from retarget.system.toolchain import Headers
from retarget.unit import Unit

KERNEL = "__global__ void k(float *a) { a[threadIdx.x] = 1; }\n"
HELPERS = """
void value(int); void constant(const int &); void changes(int &); void by_pointer(int *); void reads(const dim3 &);
struct Size { int n; static const int fixed = 64; static int varied; enum { listed = 96 }; };
constexpr int doubled(int n) { return 2 * n; }
int unknown();
dim3 shared_block; void widens() { shared_block.x = 512; }
namespace own { dim3 block; void widens() { block = dim3(512); } }
extern int outer; static int file_wide = 64; const int constant_wide = 48; constexpr int expression = 24;
"""


def code(unit: Unit) -> dict[str, list[Token]]:
    return {s.path: [t for t in tokens(s.text) if t.kind != COMMENT] for s in unit.sources}


def sizes(unit: Unit) -> dict[str, int]:
    named = {k.usr: k.name for k in unit.kernels}
    return {named[usr]: size for usr, size in block_sizes([unit], code(unit)).items() if isinstance(size, int)}


PROVED = (
    ("k<<<1, 64>>>(a);", 64),
    ("k<<<given, 2 * 32>>>(a);", 64),
    ("k<<<1, dim3(8, 4)>>>(a);", 32),
    ("k<<<1, dim3(8, 4, 2)>>>(a);", 64),
    ("k<<<1, dim3{8, 4, 2}>>>(a);", 64),
    ("k<<<dim3(given), dim3(16)>>>(a);", 16),
    ("dim3 b(16, 16); k<<<1, b>>>(a);", 256),
    ("dim3 b = dim3(16, 2); k<<<1, b>>>(a);", 32),
    ("dim3 b = 16; k<<<1, b>>>(a);", 16),
    ("const dim3 b(16, 16); k<<<given, b, 0, 0>>>(a);", 256),
    ("const dim3 b(8), c = b; k<<<1, c>>>(a);", 8),
    ("int n = 32; const int &r = n; k<<<1, r>>>(a);", 32),
    ("dim3 b(8, 8); given = b.x * b.y; reads(b); k<<<1, b>>>(a);", 64),
    ("dim3 b(8, 8), c = b; k<<<1, c>>>(a);", 64),
    ("int n = 32; k<<<1, n>>>(a);", 32),
    ("int n = 32; value(n); constant(n); given = n + 1; k<<<1, n>>>(a);", 32),
    ("const int n = 32, m = n * 2; k<<<1, dim3(m, 1)>>>(a);", 64),
    ("size_t n = 32; k<<<1, n>>>(a);", 32),
    ("unsigned n = 32u; dim3 b(n, 2); k<<<1, b>>>(a);", 64),
    ("k<<<1, Size::fixed>>>(a);", 64),
    ("k<<<1, Size::listed>>>(a);", 96),
    ("k<<<1, sizeof(double) * 8>>>(a);", 64),
    ("k<<<1, doubled(16)>>>(a);", 32),
    ("k<<<1, constant_wide>>>(a);", 48),
    ("k<<<1, expression>>>(a);", 24),
    ("k<<<1, true ? 32 : 64>>>(a);", 32),
    ("k<<<1, 64>>>(a); k<<<2, 256>>>(a); k<<<1, 1>>>(a);", 256),
    ("if (flag) k<<<1, 64>>>(a); else k<<<1, 128>>>(a);", 128),
    ("k<<<1, 1024>>>(a);", 1024),
    ("dim3 b(16, 16); b.y = 4; k<<<1, b>>>(a);", 64),
    ("dim3 b(16, 16); b = dim3(8); k<<<1, b>>>(a);", 8),
    ("dim3 b; b.x = 64; k<<<1, b>>>(a);", 64),
    ("dim3 b; if (flag) { b.x = 64; b.y = 2; k<<<1, b>>>(a); }", 128),
    ("dim3 b; if (flag) b.x = 8; b.x = 64; k<<<1, b>>>(a);", 64),
    ("dim3 b; for (int i = 0; i < given; ++i) { b.x = 64; k<<<1, b>>>(a); b.x = 128; }", 64),
)
NOT_PROVED = (
    "shared_block.x = 32; shared_block.y = 1; shared_block.z = 1; widens(); k<<<1, shared_block>>>(a);",
    "shared_block = dim3(32); widens(); k<<<1, shared_block>>>(a);",
    "own::block = dim3(32); own::widens(); k<<<1, own::block>>>(a);",
    "k<<<1, given>>>(a);",
    "k<<<1, unknown()>>>(a);",
    "k<<<1, outer>>>(a);",
    "k<<<1, file_wide>>>(a);",
    "k<<<1, Size::varied>>>(a);",
    "Size s{32}; k<<<1, s.n>>>(a);",
    "k<<<1, flag ? 32 : 64>>>(a);",
    "k<<<1, dim3(16, given)>>>(a);",
    "k<<<1, 0>>>(a);",
    "k<<<1, 2048>>>(a);",
    "k<<<1, dim3(64, 64)>>>(a);",
    "k<<<1, -32>>>(a);",
    "k<<<1, 64>>>(a); k<<<1, given>>>(a);",
    "k<<<1, 64>>>(a); k<<<1, 2048>>>(a);",
    "int n; n = 32; k<<<1, n>>>(a);",
    "int n = 32; n = 64; k<<<1, n>>>(a);",
    "int n = 32; if (flag) n *= 2; k<<<1, n>>>(a);",
    "int n = 32; n++; k<<<1, n>>>(a);",
    "int n = 32; k<<<1, n>>>(a); --n;",
    "int n = 32; (n) = 64; k<<<1, n>>>(a);",
    "int n = 32; changes(n); k<<<1, n>>>(a);",
    "int n = 32; by_pointer(&n); k<<<1, n>>>(a);",
    "int n = 32; int &r = n; r = 64; k<<<1, n>>>(a);",
    "int n = 32; int *p = &n; *p = 64; k<<<1, n>>>(a);",
    "int n = 32; auto f = [&] { n = 64; }; f(); k<<<1, n>>>(a);",
    "int n = 32; auto f = [&n] { ++n; }; f(); k<<<1, n>>>(a);",
    "int n = 32; (flag ? n : given) = 64; k<<<1, n>>>(a);",
    "int n = 32; (given, n) = 64; k<<<1, n>>>(a);",
    "for (int n = 32; n < 512; n *= 2) k<<<1, n>>>(a);",
    "static int n = 32; n = given; k<<<1, n>>>(a);",
    "volatile int n = 32; const_cast<int &>(n) = 4; k<<<1, n>>>(a);",
    'int n = 32; asm("" : "+r"(n)); k<<<1, n>>>(a);',
    "dim3 b(16, 16); b.x++; k<<<1, b>>>(a);",
    "dim3 b; b.x *= 64; k<<<1, b>>>(a);",
    "dim3 b; b.x = given; k<<<1, b>>>(a);",
    "dim3 b; if (flag) b.x = 64; k<<<1, b>>>(a);",
    "dim3 b; if (flag) { b.x = 64; } else { k<<<1, b>>>(a); b.x = given; }",
    "dim3 b; while (flag) { k<<<1, b>>>(a); b.x = 64; }",
    "dim3 b; auto f = [&] { b.x = 64; }; f(); k<<<1, b>>>(a);",
    "dim3 b; auto f = [&] { b.x = 64; }; b.x = 32; f(); k<<<1, b>>>(a);",
    "dim3 b; flag && (b.x = 64); k<<<1, b>>>(a);",
    "static dim3 b; k<<<1, b>>>(a); b.x = 64;",
    "dim3 b; again: k<<<1, b>>>(a); b.x = 64; if (flag) goto again;",
    "dim3 b(16); dim3 &r = b; r.x = 64; k<<<1, b>>>(a);",
    "dim3 b(16); unsigned *p = &b.x; *p = 64; k<<<1, b>>>(a);",
    "dim3 b(16), *p = &b; p->x = 64; k<<<1, b>>>(a);",
    "dim3 b[2] = {dim3(8), dim3(16)}; k<<<1, b[1]>>>(a);",
    "int n = 32; const int &r = n; n = given; k<<<1, r>>>(a);",
    "const int n = given; k<<<1, n>>>(a);",
    "const dim3 b(given, 2); k<<<1, b>>>(a);",
    "int n = 32; { int n = given; k<<<1, n>>>(a); }",
    "void (*f)(float *) = k; k<<<1, 64>>>(a); f<<<1, 256>>>(a);",
    "k<<<1, 64>>>(a); void *args[] = {&a}; cudaLaunchKernel((void *)k, dim3(1), dim3(512), args, 0, 0);",
    "auto launch = [&](auto kernel) { kernel<<<1, 512>>>(a); }; k<<<1, 64>>>(a); launch(k);",
)


@pytest.fixture(scope="module")
def together(tmp_path_factory: pytest.TempPathFactory, headers: Headers, cache: Path) -> dict[str, int]:
    """The sizes that are proved in a unit of all these functions, each with a kernel of its own."""
    text = HELPERS
    for number, statements in enumerate([*(s for s, _ in PROVED), *NOT_PROVED]):
        own = re.sub(
            r"\bk\b", f"k{number}", f"{KERNEL}void run{number}(float *a, int given, bool flag) {{ {statements} }}\n"
        )
        text += own
    unit = parsed(tmp_path_factory.mktemp("blocks"), headers, cache, text)
    assert not unit.diagnostics
    return sizes(unit)


@pytest.mark.parametrize("number", range(len(PROVED)), ids=lambda n: PROVED[n][0])
def test_proved(number: int, together: dict[str, int]) -> None:
    assert together.get(f"k{number}") == PROVED[number][1]


@pytest.mark.parametrize("number", range(len(NOT_PROVED)), ids=lambda n: NOT_PROVED[n])
def test_not_proved(number: int, together: dict[str, int]) -> None:
    assert f"k{len(PROVED) + number}" not in together


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(KERNEL, {}, id="never launched"),
        pytest.param("#define N 64\n" + KERNEL + "void f() { k<<<1, N>>>(0); }\n", {"k": 64}, id="a macro as the size"),
        pytest.param(
            "#define LAUNCH(n) k<<<1, n>>>(0)\n" + KERNEL + "void f() { LAUNCH(64); }\n", {}, id="a launch in a macro"
        ),
        pytest.param(
            KERNEL + "void f() { k<<<1, 64>>>(0);\n#ifdef OTHER\nk<<<1, 512>>>(0);\n#endif\n}\n",
            {},
            id="a launch in a branch that is not compiled",
        ),
        pytest.param(
            KERNEL + "void f() { k<<<1, 64>>>(0); } // k<<<1, 512>>>(0)\n", {"k": 64}, id="a launch in a comment"
        ),
        pytest.param(
            "__global__ void k(float *);\nvoid f() { k<<<1, 64>>>(0); }\n" + KERNEL, {"k": 64}, id="declared before"
        ),
        pytest.param(
            "template <int N> __global__ void k(float *a) { *a = N; }\nvoid f() { k<7><<<1, 64>>>(0); k<8><<<1, 32>>>(0); }\n",
            {"k": 64},
            id="a template, by its largest launch",
        ),
        pytest.param(
            KERNEL + "template <int N> void f() { k<<<1, N>>>(0); }\nvoid g() { f<64>(); f<128>(); }\n",
            {},
            id="the size is a template's parameter",
        ),
        pytest.param(
            "__global__ void k(int) {}\n__global__ void k(float) {}\nvoid f() { k<<<1, 64>>>(1); k<<<1, 32>>>(1.f); }\n",
            {},
            id="overloads",
        ),
        pytest.param(
            "namespace a { "
            + KERNEL
            + "}\nnamespace b { "
            + KERNEL
            + "}\nvoid f() { a::k<<<1, 64>>>(0); b::k<<<1, 9>>>(0); }\n",
            {},
            id="one name in two namespaces",
        ),
        pytest.param(
            "namespace a { " + KERNEL + "}\nvoid f() { a::k<<<1, 64>>>(0); }\n", {"k": 64}, id="in a namespace"
        ),
        pytest.param(
            KERNEL
            + "__global__ void parent(float *a) { k<<<1, 256>>>(a); }\nvoid f() { k<<<1, 64>>>(0); parent<<<1, 1>>>(0); }\n",
            {"k": 256, "parent": 1},
            id="launched from the device too",
        ),
    ],
)
def test_units(text: str, expected: dict[str, int], tmp_path: Path, headers: Headers, cache: Path) -> None:
    assert sizes(parsed(tmp_path, headers, cache, text)) == expected


def test_a_kernel_that_a_header_declares_may_be_launched_elsewhere(
    tmp_path: Path, headers: Headers, cache: Path
) -> None:
    text = '#include "k.h"\nvoid f() { k<<<1, 64>>>(0); }\n' + KERNEL
    assert sizes(parsed(tmp_path, headers, cache, text, k_h="__global__ void k(float *);\n")) == {}


def test_all_units_count(tmp_path: Path, headers: Headers, cache: Path) -> None:
    """A kernel of a shared header is bound by the launches of every unit that is looked at."""
    header = {"k_cuh": KERNEL}
    units = []
    for folder, size in (("a", "64"), ("b", "256")):
        (tmp_path / folder).mkdir()
        text = f'#include "../k.cuh"\nvoid {folder}() {{ k<<<1, {size}>>>(0); }}\n'
        (tmp_path / "k.cuh").write_text(header["k_cuh"])
        units.append(parsed(tmp_path / folder, headers, cache, text))
    both = {path: listed for u in units for path, listed in code(u).items()}
    assert list(block_sizes(units, both).values()) == [256]
    assert list(block_sizes(units[:1], code(units[0])).values()) == [64]


OBSTACLES = (
    (KERNEL, "no launch of it is seen", "k"),
    (KERNEL + "void f(int n) { k<<<1, n>>>(0); }\n", "the block of this launch is not constant", "k<<<1, n>>>(0)"),
    (KERNEL + "void f() { k<<<1, 2048>>>(0); }\n", "more than 1024 threads", "k<<<1, 2048>>>(0)"),
    (KERNEL + "void f() { k<<<1, 64>>>(0); }\nvoid *p = (void *)k;\n", "its name is used here", "k"),
    ("#define GO(n) k<<<1, n>>>(0)\n" + KERNEL + "void f() { GO(64); }\n", "a macro spells this launch", "GO(64)"),
    ("#define KERNEL(n) __global__ void n##1() {}\nKERNEL(k)\n", "a macro spells the kernel", "KERNEL(k)"),
    (KERNEL + "__global__ void k(int) {}\nvoid f() { k<<<1, 64>>>(1); }\n", "another kernel has this name", "k"),
    ('#include "k.h"\n' + KERNEL + "void f() { k<<<1, 64>>>(0); }\n", "units that retarget does not see", "k"),
)


@pytest.mark.parametrize(("text", "why", "at"), OBSTACLES, ids=[why for _, why, _ in OBSTACLES])
def test_what_stands_against_a_proof_is_told(
    text: str, why: str, at: str, tmp_path: Path, headers: Headers, cache: Path
) -> None:
    unit = parsed(tmp_path, headers, cache, text, k_h="__global__ void k(float *);\n")
    found = next(iter(block_sizes([unit], code(unit)).values()))
    assert isinstance(found, Obstacle) and why in found.why
    assert unit.text(found.place) == at


def test_another_build_may_define_the_block_otherwise(tmp_path: Path, headers: Headers, cache: Path) -> None:
    unit = parsed(tmp_path, headers, cache, "#define N 64\n" + KERNEL + "void f() { k<<<1, N>>>(0); }\n")
    (found,) = block_sizes([unit], code(unit), frozenset({"N"})).values()
    assert isinstance(found, Obstacle) and "may define 'N'" in found.why
