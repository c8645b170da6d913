"""Modules of variants: compiled for either vendor, with every variant found in them; what is known of parameters."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from retarget.schedule.space import space
from retarget.schedule.steps import Variant
from retarget.schedule.steps.block import CoarsenBlocks
from retarget.source.flags import Flags
from retarget.system.toolchain import Headers
from retarget.targets.amd.architecture import architecture
from retarget.targets.amd.codeobject import ResourceError, symbols
from retarget.targets.registry import TARGETS
from retarget.targets.target import Target
from retarget.translation.file import Options
from retarget.translation.walk import Request
from retarget.tuning.kernel import module
from retarget.tuning.kernel.arguments import parameters
from retarget.tuning.kernel.compiled import CompiledModules, Module
from retarget.tuning.kernel.module import KernelRequest, ModuleCompiler
from retarget.tuning.kernel.on_cases import KernelOnCases, find_kernel
from retarget.tuning.tuned import Untunable
from tests.compilers import CUDA_COMPILERS, cuda_compiler, needs_hip_compiler
from tests.variants import spelled

KERNELS = """\
struct Pair { int a, b; };
namespace inner {
template <class T, int N> __global__ void fill(T* out, const T* __restrict__ in, unsigned n, Pair pair)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] + T(N) + T(pair.a);
}
}
extern "C" __global__ void plain(float* a, int* count, double* made)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] += 1;
    atomicAdd(count, 1);
    double* alias = made;
    alias[i] = 2;
}
static __global__ void hidden(float* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
template <class T> __global__ void many(T* a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
template <class T> void run(T* a) { many<T><<<4, 64>>>(a); }
void run_all(float* a, double* b) { run(a), run(b); }
"""
BUILT_FOR = [
    *(pytest.param(("nvidia", "sm_90", *c.values), id=c.id, marks=c.marks) for c in CUDA_COMPILERS),
    pytest.param(("amd", "gfx90a:sramecc+:xnack-", ""), id="amd", marks=needs_hip_compiler),
]


@pytest.fixture(params=BUILT_FOR)
def built_for(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[Target, str]:
    """The target and the architecture."""
    kind, target, compiler = request.param
    if kind == "nvidia":
        monkeypatch.setenv("RETARGET_NVCC", cuda_compiler(compiler, links=False))
    return TARGETS[kind], target


def kernel_of(name: str, headers: Headers, cache: Path, folder: Path) -> KernelOnCases:
    (folder / "k.cu").write_text(KERNELS)
    options = Options((architecture("gfx90a"),))
    request = Request((str(folder / "k.cu"),), Flags(), (), options, headers, (), cache, 1, str(folder))
    return find_kernel(request, name)


def compiled(
    wanted: KernelRequest, variants: Sequence[tuple[int, Variant]], limit: float | None = None
) -> CompiledModules:
    compiler = ModuleCompiler(wanted)
    compiler.ask(variants, limit)
    return compiler.taken([n for n, _ in variants], None)


@pytest.mark.parametrize("name", ["fill<double, 3>", "fill<unsigned, 3>", "plain", "hidden"])
def test_every_variant_is_found_in_the_compiled_code(
    built_for: tuple[Target, str], name: str, headers: Headers, cache: Path, tmp_path: Path
) -> None:
    kernel = kernel_of(name, headers, cache, tmp_path)
    variants = space(kernel.subject).variants
    some = list(enumerate(variants[:: max(1, len(variants) // 5)], 1))
    done = compiled(KernelRequest(kernel.request, kernel.found, kernel.subject, kernel.given, *built_for), some)
    (module,) = done.modules
    (own,) = module.instances
    assert not done.broken and [*own.variants] == [*module.numbers] == [n for n, _ in some]
    assert set(module.costs) == {0, *(n for n, _ in some)} and all(c.registers for c in module.costs.values())
    entries = [own.original, module.fits, *own.variants.values()]
    assert len(set(entries)) == len(entries)
    if built_for[0] == "nvidia":
        assert set(entries) <= set(symbols(module.code))


def test_what_does_not_compile_is_told_and_others_are_built(
    built_for: tuple[Target, str], headers: Headers, cache: Path, tmp_path: Path
) -> None:
    kernel = kernel_of("fill<double, 3>", headers, cache, tmp_path)
    wanted = KernelRequest(kernel.request, kernel.found, kernel.subject, kernel.given, *built_for)
    done = compiled(wanted, [(1, spelled("block(x=2)")), (2, Variant.of(CoarsenBlocks((1 << 40, 1, 1)))), (3, spelled("share()"))])
    assert list(done.broken) == [2] and done.broken[2].startswith("it does not compile: ")
    assert sorted(n for m in done.modules for n in m.numbers) == [1, 3]


def test_heavy_variants_are_compiled_alone_and_within_a_limit(
    headers: Headers, cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kernel = kernel_of("fill<double, 3>", headers, cache, tmp_path)
    wanted = KernelRequest(kernel.request, kernel.found, kernel.subject, kernel.given, TARGETS["amd"], "gfx90a")
    seen: list[tuple[float | None, tuple[int, ...]]] = []

    def made(_: KernelRequest, limit: float | None, part: Sequence[tuple[int, Variant]]) -> object:
        numbers = tuple(n for n, _ in part)
        seen.append((limit, numbers))
        if 3 in numbers:
            return module._Made("too heavy", numbers)
        return module._Made(Module(b"", "", "", numbers, ()), numbers, 5.0)

    monkeypatch.setattr(module, "_made", made)
    sizes = (2, 3, 1 << 20, 1 << 22, 4)
    done = compiled(wanted, [(n, Variant.of(CoarsenBlocks((size, 1, 1)))) for n, size in enumerate(sizes, 1)], 20.0)
    assert seen == [(20.0, (1, 2, 5)), (20.0, (3,)), (20.0, (4,))]
    assert done.broken == {3: "too heavy"} and [m.numbers for m in done.modules] == [(1, 2, 5), (4,)]
    assert done.seconds == 5.0


def test_all_instances_that_are_launched_are_found(
    built_for: tuple[Target, str], headers: Headers, cache: Path, tmp_path: Path
) -> None:
    kernel = kernel_of("many<float>", headers, cache, tmp_path)
    wanted = KernelRequest(kernel.request, kernel.found, kernel.subject, None, *built_for)
    (module,) = compiled(wanted, [(1, spelled("block(x=2)")), (2, spelled("block(x=3)"))]).modules
    assert {i.arguments for i in module.instances} == {("float",), ("double",)}
    assert all(set(i.variants) == {1, 2} for i in module.instances)


def test_an_instance_of_a_type_that_is_none_is_told(
    built_for: tuple[Target, str], headers: Headers, cache: Path, tmp_path: Path
) -> None:
    kernel = kernel_of("fill<no_such, 3>", headers, cache, tmp_path)
    wanted = KernelRequest(kernel.request, kernel.found, kernel.subject, kernel.given, *built_for)
    try:
        done = compiled(wanted, [(1, spelled("block(x=2)"))])
    except Untunable as error:
        assert "no_such" in str(error)
    else:
        assert "no_such" in done.broken[1]


def test_parameters_are_known_by_what_the_kernel_does_with_them(headers: Headers, cache: Path, tmp_path: Path) -> None:
    fill = kernel_of("fill<unsigned, 3>", headers, cache, tmp_path)
    told = [(p.name, p.dtype, p.is_read, p.is_written) for p in parameters(fill.subject, fill.given)]
    assert told == [("out", "u4", False, True), ("in", "u4", True, False), ("n", "u4", True, False),
                    ("pair", None, True, False)]  # fmt: skip
    assert parameters(fill.subject, fill.given)[3].bytes == 8
    plain = kernel_of("plain", headers, cache, tmp_path)
    told = [(p.name, p.dtype, p.is_read, p.is_written) for p in parameters(plain.subject, ())]
    assert told == [("a", "f4", True, True), ("count", "i4", True, True), ("made", "f8", True, True)]


def test_what_is_no_code_object_has_no_symbols() -> None:
    for data in (b"", b"no", b"\x7fELF" + bytes(40)):
        with pytest.raises(ResourceError):
            symbols(data)
