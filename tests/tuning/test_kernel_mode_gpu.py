"""Kernel mode on a GPU, where one is: the calls of the driver one by one, whole tunings, variants that crash and hang.

On a machine with an NVIDIA GPU and nvcc:  pytest tests/tuning/test_kernel_mode_gpu.py
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from retarget.capture.folder import CaptureFolder
from retarget.case import Case
from retarget.errors import MissingTool
from retarget.schedule.steps import Variant
from retarget.source.flags import Flags
from retarget.system import exits
from retarget.system.toolchain import Headers, templates
from retarget.targets.amd import device as hip
from retarget.targets.amd.architecture import architecture, target_ids
from retarget.targets.amd.build import Job, Product, compile_unit
from retarget.targets.amd.compiler import find_compiler
from retarget.targets.device import Device, DeviceError, Trouble
from retarget.targets.device_process import DeviceProcess, Lost
from retarget.targets.nvidia import device as cuda
from retarget.targets.nvidia.compiler import find_cuda_compiler
from retarget.targets.nvidia.target import NVIDIA
from retarget.translation.file import Options
from retarget.translation.walk import Request
from retarget.tuning.contest import RunBudget
from retarget.tuning.kernel.arguments import ready
from retarget.tuning.kernel.bench import Bench, Setup
from retarget.tuning.kernel.bench_worker import LocalPlace
from retarget.tuning.kernel.compilation import Compilation
from retarget.tuning.kernel.compiled import CompiledModules, InstanceEntries, Module
from retarget.tuning.kernel.on_cases import How, find_kernel, found_machine, kept_cases, tuned
from retarget.tuning.kernel.replay_case import by_hand, of_cases
from retarget.tuning.kernel.search import searching
from retarget.tuning.kernel.session import KernelTuning
from retarget.tuning.measurements import opened as memory_opened
from retarget.tuning.tuned import Tuned
from tests.command_line import forked
from tests.places import SAMPLES
from tests.tuning.compiling import Compiling
from tests.tuning.test_kernel_mode import KernelParameter
from tests.values import replace
from tests.variants import spelled


def absent(vendor: ModuleType) -> str:
    try:
        vendor.devices()
        return ""
    except MissingTool as missing:
        return str(missing)


WHY = {"nvidia": absent(cuda), "amd": absent(hip)}
needs_nvidia = pytest.mark.skipif(bool(WHY["nvidia"]), reason=WHY["nvidia"])
VENDORS = [
    pytest.param("nvidia", marks=needs_nvidia),
    pytest.param("amd", marks=pytest.mark.skipif(bool(WHY["amd"]), reason=WHY["amd"])),
]

# Variants as they should not be, beside one that is right. The rule of what fits is the real one.
KERNELS = """\
#include "granularity.h"
using retarget::Logical;
struct Plain : retarget::Granularity {};
extern "C" __global__ void scale(float* a, float f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= f;
}
extern "C" __global__ void right(Logical, float* a, float f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= f;
}
extern "C" __global__ void wrong(Logical, float* a, float f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= i == 77 ? 1.5f * f : f;
}
extern "C" __global__ void untouched(Logical, float* a, float f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i != 5) a[i] *= f;
}
extern "C" __global__ void beyond(Logical, float* a, float f, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i <= n) a[i] *= f;
    if (i == n) a[i] = 3;
}
extern "C" __global__ void crash(Logical, float* a, float f, int n) { a[1ll << 45] = f * n; }
extern "C" __global__ void hang(Logical, float* a, float f, int n)
{
    volatile float* spun = a;
    while (spun[0] != -12345.f) spun[1] = f * n;
}
extern "C" __global__ void scale_fits(dim3 grid, dim3 block, unsigned shared, const unsigned* most_threads,
                                      unsigned units, retarget::Fitted* made)
{
    for (int i = 0; i < 6; ++i) made[i] = retarget::fitted<Plain>(grid, block, shared, most_threads[i], units);
}
extern "C" __global__ void checksum(const unsigned long long* data, unsigned long long words, unsigned long long* sum)
{
    unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x, own = 0;
    for (; i < words; i += gridDim.x * blockDim.x) own += data[i] * (2 * i + 1);
    atomicAdd(sum, own);
}
"""
VARIANTS = ("right", "wrong", "untouched", "beyond", "crash", "hang")
SCALE = (
    KernelParameter("a", "float *", True, "f4", True, True),
    KernelParameter("f", "float", False, "f4", True, False, 4),
    KernelParameter("n", "int", False, "i4", True, False, 4),
)


def code_of(kind: str, folder: Path) -> bytes:
    source, made = folder / "kernels.cu", folder / "kernels.bin"
    source.write_text(KERNELS)
    headers = f"-I{templates() / 'hip'}"
    if kind == "nvidia":
        (found, *_) = cuda.devices()
        compiler = find_cuda_compiler(links=False)
        command = [compiler.path, *compiler.own(), *compiler.modes(False), *compiler.code_alone(),
                   compiler.architecture(found.architecture), headers, "-o", str(made), str(source)]  # fmt: skip
        subprocess.run(command, check=True, capture_output=True)
    else:
        (target,) = target_ids(hip.devices()[0].architecture.partition(":")[0])
        job = Job((source,), (target,), made, Product.DEVICE, (headers, "-include", "hip/hip_runtime.h"))
        assert compile_unit(find_compiler(), job).ok
    return made.read_bytes()


def opener(kind: str) -> Callable[[], Device]:
    return cuda.opened if kind == "nvidia" else hip.opened


@pytest.mark.parametrize("kind", VENDORS)
def test_the_drivers_calls(kind: str, tmp_path: Path) -> None:
    device: Device = opener(kind)()
    assert device.units > 0 and device.found.name and device.found.architecture.startswith(("sm_", "gfx"))
    module = device.load(code_of(kind, tmp_path))
    scale = device.function(module, "scale")
    assert device.most_threads(scale) >= 256
    with pytest.raises(DeviceError, match="no_such_kernel"):
        device.function(module, "no_such_kernel")
    with pytest.raises(DeviceError):
        device.load(b"this is no code object")
    data = np.arange(1000, dtype=np.float32)
    address, copy = device.allocate(data.nbytes), device.allocate(data.nbytes)
    device.write(address, data)
    device.copy(copy, address, data.nbytes)
    start, stop = device.event(), device.event()
    device.record(start)
    arguments = [v.tobytes() for v in (np.uint64(address), np.float32(3), np.int32(data.size))]
    device.launch(scale, (4, 1, 1), (256, 1, 1), 0, arguments)
    device.record(stop)
    device.synchronise()
    assert 0 < device.elapsed(start, stop) < 1000
    found = np.empty_like(data)
    device.read(address, found)
    assert np.array_equal(found, 3 * data)
    device.read(copy, found)
    assert np.array_equal(found, data)
    device.fill(copy, 0xFF, 400)
    device.read(copy, found)
    assert np.isnan(found[:100]).all() and np.array_equal(found[100:], data[100:])
    with pytest.raises(DeviceError) as refused:
        device.launch(scale, (1, 1, 1), (2048, 1, 1), 0, arguments)
    assert refused.value.trouble is Trouble.LAUNCH
    with pytest.raises(DeviceError, match="make the case smaller") as full:
        device.allocate(1 << 50)
    assert full.value.trouble is Trouble.MEMORY
    device.free(address)
    device.free(copy)


def scale_setup(kind: str, folder: Path) -> Setup:
    a = np.random.default_rng(1).random(100_000, np.float32)
    case = Case("one", -(-a.size // 256), 256, [a, 3.0, a.size], expected={"a": 3 * a})
    run = folder / "run"
    run.mkdir()
    kept = (by_hand(ready(case, "scale", SCALE, "here"), "scale", run),)
    CaptureFolder(run, of_cases(kept)).tell(of_cases(kept))
    return Setup(str(run), kept, str(run))


def broken_module(kind: str, folder: Path) -> Module:
    numbered = dict(enumerate(VARIANTS, 1))
    own = InstanceEntries((), "scale", numbered)
    return Module(code_of(kind, folder), "scale_fits", "checksum", tuple(numbered), (own,))


@pytest.mark.parametrize("kind", VENDORS)
def test_a_variant_that_breaks_costs_itself(kind: str, tmp_path: Path) -> None:
    several = [spelled(f"block(x={at})") for at in range(2, 2 + len(VARIANTS))]
    module = broken_module(kind, tmp_path)

    def compile_(_: Sequence[tuple[int, Variant]], limit: float | None) -> CompiledModules:
        return CompiledModules((module,), {})

    with memory_opened(tmp_path, "tuning") as memory:
        setup = scale_setup(kind, tmp_path)
        done = KernelTuning(
            kernel="scale", compilation=Compilation(several, Compiling(compile_)), setup=setup,
            places=[LocalPlace(kind, opener(kind))], plan=RunBudget(limit=15), memory=memory,
        ).tuned()  # fmt: skip
    faults = {VARIANTS[int(s[8:-1]) - 2]: why for (_, s), why in done.faults.items()}
    assert set(faults) == {"wrong", "untouched", "beyond", "crash", "hang"}, faults
    assert "a[77]: " in faults["wrong"] and "1 of 100000 elements differ" in faults["wrong"]
    assert "a[5]: " in faults["untouched"]
    assert "4 bytes behind 'a'" in faults["beyond"]
    assert "did not end within 15 s" in faults["hang"]
    assert faults["crash"], "the driver's own words"
    assert len(done.samples["scale", "block(x=2)"]) >= 3 and done.verified


@pytest.mark.parametrize("kind", VENDORS)
def test_a_crash_ends_its_process_and_not_the_next(kind: str, tmp_path: Path) -> None:
    setup = scale_setup(kind, tmp_path)
    module = broken_module(kind, tmp_path)
    worker = DeviceProcess.started(partial(Bench, opener(kind), setup), 120)
    fits = worker.ask(Bench.add, module, limit=60)
    assert all(cases == ("one",) for cases in fits.values())
    assert not worker.ask(Bench.originals, 3, limit=60).refused
    assert worker.ask(Bench.verify, 1, limit=60).why == ""
    with pytest.raises(Lost):
        worker.ask(Bench.verify, 5, limit=60)
    again = DeviceProcess.started(partial(Bench, opener(kind), replace(setup, modules=(module,))), 120)
    assert again.ask(Bench.verify, 1, limit=60).why == ""
    again.end()


def tune(
    path: Path, kernel: str, cases: Sequence[Case], headers: Headers, cache: Path, tmp_path: Path, **how: Any
) -> Tuned:
    request = Request((str(path),), Flags(), (), Options((architecture("gfx90a"),)), headers, (), cache, 4, str(SAMPLES))
    found = find_kernel(request, kernel)
    kept = kept_cases(found, cases, "here", tmp_path / "cases")
    CaptureFolder(tmp_path / "cases", of_cases(kept)).tell(of_cases(kept))
    with memory_opened(tmp_path, "tuning") as memory:
        done = tuned(found, kept, tmp_path / "cases", found_machine(NVIDIA),
                     [LocalPlace("GPU", cuda.opened)], How(**how), memory)  # fmt: skip
    (choice,) = done.choices
    print(f"{kernel}: {choice.original.median:.4g} -> {choice.chosen.median:.4g} ms ({choice.gain:.3f}), "
          f"{choice.schedule or choice.reason}; {len(done.faults)} dropped, {done.seconds:.0f} s")  # fmt: skip
    for (_, schedule), why in list(done.faults.items())[:8]:
        print(f"  {schedule}: {why}")
    return done


def held(done: Tuned) -> None:
    """What any tuning of a sound kernel gives: no variant that is wrong, and none that is slower is chosen."""
    assert done.verified and done.compared > 0
    assert not [why for why in done.faults.values() if "differ" in why or "outside" in why or "process" in why]
    assert done.choices[0].gain >= 1


@needs_nvidia
def test_laplacian(headers: Headers, cache: Path, tmp_path: Path) -> None:
    n = 512
    u = np.random.default_rng(1).random((n, n, n))
    arguments = [np.zeros_like(u), u, n, n, n, 16.0, 4.0, 64.0, -168.0]
    case = Case("512", (n // 256, n, n), 256, arguments)
    held(tune(SAMPLES / "laplacian.cu", "laplacian_kernel<double>", [case], headers, cache, tmp_path, variants=32))


@needs_nvidia
def test_matmul(headers: Headers, cache: Path, tmp_path: Path) -> None:
    random, cases = np.random.default_rng(1), []
    for n in (256, 1024):
        a, b = random.random((n, n), np.float32), random.random((n, n), np.float32)
        product = (a.astype("f8") @ b).astype("f4")
        arguments = [a, b, np.zeros_like(a), n, n, n]
        cases.append(Case(f"{n}", (n // 16, n // 16), (16, 16), arguments, expected={"C": product}))
    done = tune(SAMPLES / "matmul_tiled.cu", "matmul", cases, headers, cache, tmp_path, variants=32)
    held(done)
    assert {s.grid for s in done.sizes} == {(16, 16, 1), (64, 64, 1)}


@needs_nvidia
def test_lu_internal(headers: Headers, cache: Path, tmp_path: Path) -> None:
    n = 2048
    a = np.random.default_rng(1).random((n, n), np.float32)
    case = Case("2048", (n // 16 - 1, n // 16 - 1), (16, 16), [a, n, 0])
    held(tune(SAMPLES / "lu.cu", "lu_internal", [case], headers, cache, tmp_path, variants=32))


@needs_nvidia
@pytest.mark.parametrize("strategy", ["random_sample", "greedy_ils"])
def test_a_search_over_the_whole_space(strategy: str, headers: Headers, cache: Path, tmp_path: Path) -> None:
    pytest.importorskip("kernel_tuner")
    n = 1024
    a = np.random.default_rng(1).random((n, n), np.float32)
    case = Case("1024", (n // 16 - 1, n // 16 - 1), (16, 16), [a, n, 0])
    search = searching(strategy, 24)
    done = tune(SAMPLES / "lu.cu", "lu_internal", [case], headers, cache, tmp_path, search=search)
    held(done)
    assert 2 <= len(done.samples) <= 25


@needs_nvidia
def test_the_command_and_what_is_kept(tmp_path: Path) -> None:
    source = tmp_path / "k.cu"
    source.write_text("__global__ void fma(float* c, const float* a, int n) "
                      "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) c[i] = a[i] * 2 + 1; }\n")  # fmt: skip
    (tmp_path / "case.py").write_text(
        "import numpy as np\nfrom retarget.case import Case\n"
        "def cases():\n    for n in (1000, 1 << 22):\n"
        "        a = np.random.default_rng(1).random(n, np.float32)\n"
        "        yield Case(f'{n}', -(-n // 256), 256, [np.zeros_like(a), a, n], expected={'c': a * 2 + 1})\n"
    )
    words = ["--kernel", "fma", "--case", str(tmp_path / "case.py"), "--to", "nvidia", "--variants", "16", "--json"]
    done = forked("tune", source, *words, cwd=tmp_path)
    assert done.code == exits.OK, done.err
    told = json.loads(done.out)
    assert told["ran"]["verified"] and told["choices"][0]["kernel"] == "fma" and len(told["sizes"]) == 2
    applied = forked("apply", source, "--to", "nvidia", "-o", f"{tmp_path}/tuned/", cwd=tmp_path)
    assert applied.code == exits.OK and "fma: " in applied.err, applied.err
