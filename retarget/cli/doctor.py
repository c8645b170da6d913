"""Says what is installed, where, in which version, and which command brings what is missing."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from enum import StrEnum
from functools import partial
from importlib import metadata

from rich.table import Table

from retarget.cli.overview_answers import Doctor, Finding
from retarget.errors import MissingTool
from retarget.system import exits, typed_json
from retarget.system.remedies import install_command, openmp_command
from retarget.system.terminal import terminal
from retarget.system.toolchain import find_headers
from retarget.targets.amd.architecture import ARCHITECTURES
from retarget.targets.amd.compiler import Compiler, HipCompilerKind, find_compiler, known_architectures
from retarget.targets.amd.devicelibs import needed
from retarget.targets.cpu.compiler import find_host_compiler
from retarget.targets.nvidia.compiler import find_cuda_compiler

_DEVICES = """\
from retarget.targets.amd.device import devices
print("; ".join(f"{d.name} ({d.architecture})" for d in devices()))
"""
_COMMON = ("gfx90a", "gfx942", "gfx1030", "gfx1100")


class Purpose(StrEnum):
    """What something is needed for."""

    TRANSLATE = "translate"
    BUILD = "build"
    RUN = "run"


def examine() -> tuple[Finding, ...]:
    """Looks for everything; never fails, and nothing is changed but the memory of what compilers accept."""
    return (*_translating(), *_building(), *_running())


def exit_code(findings: tuple[Finding, ...]) -> int:
    """`exits.OK` if translation is possible, else `exits.MISSING`."""
    able = all(f.present for f in findings if f.purpose == Purpose.TRANSLATE)
    return exits.OK if able else exits.MISSING


def report(json_wanted: bool) -> int:
    """Prints the findings; returns the exit code."""
    findings = examine()
    if json_wanted:
        print(typed_json.text(Doctor(findings)))
    else:
        terminal().print(table(findings))
    return exit_code(findings)


def table(findings: tuple[Finding, ...]) -> Table:
    """The findings for a terminal, at most 80 columns where it is that narrow."""
    shown = Table(box=None, pad_edge=False, padding=(0, 1), header_style="bold")
    for name in ("for", "what", "found"):
        shown.add_column(name, overflow="fold")
    for finding in findings:
        lines = [f"missing: {finding.detail}" if finding.remedy else finding.detail]
        lines += [finding.place] if finding.place else []
        lines += [f"install it with: {finding.remedy}"] if finding.remedy else []
        shown.add_row(finding.purpose, finding.what, "\n".join(lines), style="" if finding.present else "yellow")
    return shown


def _package(name: str, what: str, purpose: Purpose) -> Finding:
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return Finding(what, purpose, False, f"the Python package {name}", "", f"pip install {name}")
    return Finding(what, purpose, True, f"{name} {found.version}", str(found.locate_file("")))


def _translating() -> Iterator[Finding]:
    yield Finding("Python", Purpose.TRANSLATE, True, platform.python_version(), sys.executable)
    yield _package("libclang", "parser", Purpose.TRANSLATE)
    try:
        headers = find_headers()
    except MissingTool as error:
        yield Finding("headers for parsing", Purpose.TRANSLATE, False, error.what, "", error.advice)
    else:
        yield Finding("clang's headers", Purpose.TRANSLATE, True, headers.resource_dir.name, str(headers.resource_dir))
        names = ("nvidia-cuda-runtime-cu12", "nvidia-cuda-nvcc-cu12", "nvidia-cuda-cccl-cu12")
        versions = ", ".join(dict.fromkeys(v for name in names if (v := _version_of(name))))
        places = "\n".join(str(folder) for folder in headers.cuda)
        yield Finding("CUDA's headers", Purpose.TRANSLATE, True, versions or "found", places)
    yield _program("g++", "C++ standard library", Purpose.TRANSLATE, install_command("c++"))


def _version_of(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _program(name: str, what: str, purpose: Purpose, remedy: str) -> Finding:
    path = shutil.which(name)
    if path is None:
        return Finding(what, purpose, False, name, "", remedy)
    return Finding(what, purpose, True, _output(path, "--version").split("\n")[0] or name, path)


def _building() -> Iterator[Finding]:
    try:
        compiler = find_compiler()
    except MissingTool as error:
        yield Finding("HIP compiler", Purpose.BUILD, False, error.what, "", error.advice)
        return
    yield Finding("HIP compiler", Purpose.BUILD, True, compiler.label, str(compiler.path))
    version, place = ".".join(map(str, compiler.hip_version)), str(compiler.headers / "hip")
    yield Finding("HIP's headers", Purpose.BUILD, True, version, place)
    yield _device_libraries(compiler)
    yield _linker(compiler)
    yield from map(partial(_beside, compiler), ("clang-offload-bundler", "llvm-objcopy"))
    yield _runtime(compiler)
    yield _openmp(compiler)


def _device_libraries(compiler: Compiler) -> Finding:
    if compiler.device_libs is None:
        return Finding("device libraries", Purpose.BUILD, True, "the compiler's own")
    known = known_architectures(compiler) & ARCHITECTURES.keys()
    absent = [a for a in sorted(known) if not all((compiler.device_libs / f).is_file() for f in needed([a], None))]
    detail = f"{len(known) - len(absent)} architectures" + (f", made when needed: {' '.join(absent)}" if absent else "")
    unknown = [a for a in _COMMON if a not in known]
    detail += f"; this compiler does not know {' '.join(unknown)}" if unknown else ""
    return Finding("device libraries", Purpose.BUILD, True, detail, str(compiler.device_libs))


def _linker(compiler: Compiler) -> Finding:
    """GPU code is linked by lld: beside the compiler, or on the path."""
    beside = compiler.path.resolve().parent / "lld"
    place = str(beside) if beside.is_file() else shutil.which("ld.lld") or ""
    return Finding("lld", Purpose.BUILD, bool(place), "lld", place, "" if place else install_command("compiler"))


def _beside(compiler: Compiler, name: str) -> Finding:
    """A tool that puts the code of devices and of the host into one file: beside the compiler."""
    tool = compiler.path.resolve().parent / name
    here = tool.is_file()
    remedy = "" if here else install_command("compiler")
    return Finding("bundling", Purpose.BUILD, here, name, str(tool) if here else "", remedy)


def _runtime(compiler: Compiler) -> Finding:
    patterns = ("lib/libamdhip64.so", "lib/*/libamdhip64.so", "lib64/libamdhip64.so")
    found = next((p for pattern in patterns for p in sorted(compiler.rocm_path.glob(pattern))), None)
    if found is None:
        return Finding("HIP runtime", Purpose.BUILD, False, "libamdhip64", "", install_command("hip"))
    return Finding("HIP runtime", Purpose.BUILD, True, found.resolve().name, str(found))


def _openmp(compiler: Compiler) -> Finding:
    """The header that the compiler reads, if there is one: other compilers' are no use to it."""
    read = _output(str(compiler.path), "-fsyntax-only", "-H", "-x", "c++", "-include", "omp.h", os.devnull, errors=True)
    place = next((line.removeprefix(". ") for line in read.splitlines() if line.endswith("/omp.h")), "")
    remedy = "" if place else openmp_command(compiler.version[0], compiler.kind is HipCompilerKind.ROCM)
    return Finding("OpenMP", Purpose.BUILD, bool(place), "omp.h, for programs that use it", place, remedy)


def _running() -> Iterator[Finding]:
    try:
        found = find_host_compiler().path
    except MissingTool as error:
        yield Finding("host target", Purpose.RUN, False, error.what, "", error.advice)
    else:
        yield Finding("host target", Purpose.RUN, True, "C++ compiler and Boost.Context", found)
    yield _package("hip-python", "HIP from Python", Purpose.RUN)
    amd = _output(sys.executable, "-c", _DEVICES).strip()
    yield Finding("AMD GPU", Purpose.RUN, bool(amd), amd or "none seen")
    try:
        cuda = find_cuda_compiler()
    except MissingTool as error:
        yield Finding("CUDA compiler", Purpose.RUN, False, error.what, "", error.advice)
    else:
        release = re.search(r"(?:release|version) ([\d.]+)", cuda.label)
        yield Finding("CUDA compiler", Purpose.RUN, True, f"{cuda.kind} {release[1] if release else ''}", cuda.path)
    yield _package("cuda-bindings", "CUDA from Python", Purpose.RUN)
    smi = shutil.which("nvidia-smi")
    query = ("--query-gpu=name,driver_version", "--format=csv,noheader")
    nvidia = "; ".join(_output(smi, *query).split("\n")).strip("; ") if smi else ""
    yield Finding("NVIDIA GPU", Purpose.RUN, bool(nvidia), nvidia or "none seen")
    yield _package("sympy", "strides of indices", Purpose.RUN)
    yield _package("numpy", "arrays of kernels", Purpose.RUN)
    yield _package("kernel_tuner", "search strategies", Purpose.RUN)
    yield _package("jinja2", "pages of reports", Purpose.RUN)
    yield _package("matplotlib", "charts of reports", Purpose.RUN)


def _output(program: str, *arguments: str, errors: bool = False) -> str:
    """What a program prints (to the error stream: `errors`); empty where it fails, or takes more than half a minute."""
    try:
        command = [program, *arguments]
        done = subprocess.run(command, capture_output=True, timeout=30, check=False, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return (done.stderr if errors else done.stdout).decode("utf-8", "replace") if done.returncode == 0 else ""
