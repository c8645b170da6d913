"""Programs of several processes, that end in other ways than by `exit`, or that read: all their launches are seen."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from retarget.system import exits
from tests.caches import with_builds_of
from tests.command_line import Told, forked
from tests.compilers import needs_host_compiler

PROGRAM = """\
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <sys/wait.h>
#include <unistd.h>
__global__ void twice(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] *= 2; }
__global__ void add(float* a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) a[i] += 3; }
void work(bool adds)
{
    const int n = 1000;
    float *a, host[n];
    for (int i = 0; i < n; ++i) host[i] = i;
    cudaMalloc(&a, sizeof host);
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    if (adds) add<<<16, 64>>>(a, n);
    else twice<<<16, 64>>>(a, n);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i += 99) printf("%g\\n", host[i]);
    fflush(stdout);
}
int main(int argc, char** argv) { MAIN }
"""


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory, shared: Path) -> Path:
    return with_builds_of(shared, tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of a program that is built once."""
    return tmp_path_factory.mktemp("program")


def tuned(folder: Path, cache: Path, body: str, *more: str, main: str = "main", **options: object) -> Told:
    source = folder / "program.cu"
    source.write_text(PROGRAM.replace("MAIN", body).replace("int main(", f"int {main}("))
    words = ("tune", source, "--to", "cpu", "--variants", "10", "--json", *more)
    return forked(*words, env=os.environ | {"RETARGET_CACHE_DIR": str(cache)}, cwd=folder, **options)


# One program for all of them: `how` is its argument.
ENDINGS = """const char* how = argv[1];
    if (!strcmp(how, "a child")) { work(true); return 0; }
    if (!strcmp(how, "a child that is killed")) { work(true); raise(SIGKILL); }
    if (!strcmp(how, "_exit")) { work(true); _exit(0); }
    if (!strcmp(how, "quick_exit")) { work(true); quick_exit(0); }
    if (!fork()) {
        if (!strcmp(how, "fork")) { work(true); _exit(0); }
        char* words[] = {argv[0], (char*)(!strcmp(how, "child") ? "a child" : "a child that is killed"), nullptr};
        execv("/proc/self/exe", words);
    }
    wait(nullptr); work(false); return 0;"""


@pytest.mark.parametrize(
    ("how", "kernels"),
    [
        ("child", {"twice", "add"}), ("killed child", {"twice"}), ("_exit", {"add"}), ("quick_exit", {"add"}),
        ("fork", {"twice", "add"}),
    ],
)  # fmt: skip
@needs_host_compiler
def test_launches_of_all_processes_are_seen(how: str, kernels: set[str], folder: Path, cache: Path) -> None:
    told = tuned(folder, cache, ENDINGS, "--", how)
    assert told.code == exits.OK, told.err
    found = json.loads(told.out)
    assert {c["kernel"] for c in found["choices"]} == kernels
    assert found["ran"]["verified"]


@needs_host_compiler
def test_launches_are_told_before_another_unit_gives_the_device_back(tmp_path: Path, cache: Path) -> None:
    (tmp_path / "main.cpp").write_text(
        "#include <cuda_runtime.h>\nvoid work(bool);\nint main() { work(true); return cudaDeviceReset(); }\n"
    )
    told = tuned(tmp_path, cache, "return 0;", "main.cpp", main="other")
    assert told.code == exits.OK, told.err
    assert {c["kernel"] for c in json.loads(told.out)["choices"]} == {"add"}


@needs_host_compiler
def test_a_program_without_launches_is_told_what_to_do(tmp_path: Path, cache: Path) -> None:
    told = tuned(tmp_path, cache, "if (argc > 1) { work(true); work(false); } return 0;")
    assert (told.code, "give others behind --" in told.err) == (exits.UNTUNABLE, True), told.err
    assert "gives the device back (cudaDeviceReset): name it too" in told.err


@needs_host_compiler
def test_what_keeps_a_program_from_its_launches_is_told_first(tmp_path: Path, cache: Path) -> None:
    body = 'if (argc > 1) { work(true); work(false); } puts("CUDA error: out of memory"); return 1;'
    told = tuned(tmp_path, cache, body, "--compare", "out.txt", "--check", "false")
    assert (told.code, "ended with 1: CUDA error: out of memory. The device lacks" in told.err) == (exits.UNTUNABLE, True)


@needs_host_compiler
def test_threads_that_launch_are_timed_apart(tmp_path: Path, cache: Path) -> None:
    body = """std::thread one([] { for (int i = 0; i < 20; ++i) work(true); });
    for (int i = 0; i < 20; ++i) work(false);
    one.join(); return 0;"""
    told = tuned(tmp_path, cache, body, "--ignore", ".")
    assert told.code == exits.OK, told.err
    found = json.loads(told.out)
    assert {c["kernel"] for c in found["choices"]} == {"twice", "add"}
    assert all(s["ms"] for s in found["samples"])


@needs_host_compiler
def test_each_run_reads_the_users_input(tmp_path: Path, cache: Path) -> None:
    body = 'int n = 0; if (scanf("%d", &n) != 1) { fprintf(stderr, "no input\\n"); return 3; } work(n % 2); return 0;'
    (tmp_path / "input.txt").write_text("7\n")
    with (tmp_path / "input.txt").open() as given:
        told = tuned(tmp_path, cache, body, stdin=given)
    assert told.code == exits.OK, told.err
    assert {c["kernel"] for c in json.loads(told.out)["choices"]} == {"add"}
    told = tuned(tmp_path, cache, body, stdin=None)
    assert (told.code, "ended with 3: no input" in told.err) == (exits.UNTUNABLE, True), told.err
