"""The compiler of CUDA programs, nvcc or clang: where it is, and what the two spell differently."""

from __future__ import annotations

import os
import re
import shutil
from enum import StrEnum
from pathlib import Path

from msgspec import Struct

from retarget.errors import MissingTool, WrongTool
from retarget.system.stand_in_toolkits import is_stand_in
from retarget.system.tool_answers import answer
from retarget.system.toolchain import OWN, cuda_wheels
from retarget.targets.amd.compiler import VERSIONS

_NVCC = "/usr/local/cuda/bin/nvcc"
_TOOLKITS = ("CUDA_PATH", "CUDA_HOME")
_INSTALLED = (Path("/usr/local/cuda"), Path("/usr/lib/cuda"), Path("/opt/cuda"))


class CudaCompilerKind(StrEnum):
    NVCC = "nvcc"
    CLANG = "clang"


class CudaCompiler(Struct, frozen=True):
    """label: what it says it is, as results are kept under; toolkit: of clang, the folder of the CUDA installation that
    it uses; headers: of clang, CUDA's that are not in there."""

    path: str
    label: str
    kind: CudaCompilerKind
    toolkit: Path | None = None
    headers: tuple[Path, ...] = ()

    def own(self) -> tuple[str, ...]:
        """Optimised, without warnings, and the assembler's report of each kernel."""
        if self.kind is CudaCompilerKind.NVCC:
            return ("-O3", "-w", "-Xptxas", "-v", *self._over_cores())
        system = (a for folder in self.headers for a in ("-isystem", str(folder)))
        return ("-O3", "-w", "-Wno-unknown-cuda-version", f"--cuda-path={self.toolkit}", "-Xcuda-ptxas", "-v", *system,
                "-idirafter", f"{self.toolkit}/include", "-idirafter", str(OWN))  # fmt: skip

    def _over_cores(self) -> tuple[str, ...]:
        """Many kernels in few files: their compilation is divided, by toolkits that can (from 12.1 on)."""
        can = self.release is not None and self.release >= (12, 1)
        return ("--threads=0", "--split-compile=0") if can else ()

    @property
    def release(self) -> tuple[int, int] | None:
        """The toolkit's; None where it is not known."""
        if self.kind is CudaCompilerKind.NVCC:
            found = re.search(r"release (\d+)\.(\d+)", self.label)
            return (int(found[1]), int(found[2])) if found else None
        for folder in (Path(f"{self.toolkit}/include"), *self.headers):
            if (header := folder / "cuda.h").is_file():
                said = re.search(r"^#define CUDA_VERSION (\d+)", header.read_text(errors="replace"), re.MULTILINE)
                return (int(said[1]) // 1000, int(said[1]) % 1000 // 10) if said else None
        return None

    def architecture(self, name: str) -> str:
        """name: such as sm_90, or `native` for the GPU of this machine."""
        return f"-arch={name}" if self.kind is CudaCompilerKind.NVCC else f"--cuda-gpu-arch={name}"

    def unit(self, path: str) -> tuple[str, ...]:
        """A source; clang would take C for C++."""
        is_c_for_clang = self.kind is CudaCompilerKind.CLANG and path.endswith(".c")
        return ("-x", "c", path, "-x", "none") if is_c_for_clang else (path,)

    def modes(self, relocatable: bool, fast_math: bool = False) -> tuple[str, ...]:
        if self.kind is CudaCompilerKind.NVCC:
            return (*(["-rdc=true"] if relocatable else []), *(["--use_fast_math"] if fast_math else []))
        fast = ("-Xarch_device", "-ffast-math", "-fcuda-flush-denormals-to-zero") if fast_math else ()
        # The newer way of bundling asks for tools that distributions pack apart.
        return (*(["--offload-new-driver", "-fgpu-rdc"] if relocatable else ["--no-offload-new-driver"]), *fast)

    @property
    def openmp(self) -> str:
        return "-Xcompiler=-fopenmp" if self.kind is CudaCompilerKind.NVCC else "-fopenmp"

    def code_alone(self) -> tuple[str, ...]:
        """One GPU's code, as drivers load it."""
        return ("-cubin",) if self.kind is CudaCompilerKind.NVCC else ("--cuda-device-only", "-c")

    def linking(self, architecture: str, relocatable: bool) -> tuple[str, ...]:
        """Device code is linked where it is relocatable; else clang is not to look for any."""
        if self.kind is CudaCompilerKind.NVCC:
            return (self.architecture(architecture), *self.modes(relocatable))
        if not relocatable:
            return ()
        return (self.architecture(architecture), *self.modes(True), "--offload-link", f"--cuda-path={self.toolkit}")

    def runtime(self) -> tuple[str, ...]:
        """Behind all that is linked."""
        if self.kind is CudaCompilerKind.NVCC:
            return ()
        folder = next((p for p in ("lib64", "lib") if (Path(f"{self.toolkit}/{p}")).is_dir()), "lib64")
        return (f"-L{self.toolkit}/{folder}", "-lcudart_static", "-ldl", "-lrt", "-lpthread")


def find_cuda_compiler(links: bool = True) -> CudaCompiler:
    """`$RETARGET_NVCC`, else nvcc, else clang with an installed toolkit, or, where nothing is linked, with the wheels
    that are installed with us. Raises MissingTool."""
    if named := os.environ.get("RETARGET_NVCC"):
        found = shutil.which(named)
        if not found:
            raise WrongTool(f"RETARGET_NVCC: the compiler {named} is not there, or not executable", "name another")
        return _described(found, links)
    for place in (shutil.which("nvcc"), _NVCC):
        if place and Path(place).is_file() and not _is_ours(place):
            return _described(place, links)
    for name in (*(f"clang++-{version}" for version in VERSIONS), "clang++"):
        if (found := shutil.which(name)) and _toolkit(links):
            return _described(found, links)
    raise MissingTool("nvcc, NVIDIA's compiler, is not found", "apt-get install nvidia-cuda-toolkit")


def _is_ours(path: str) -> bool:
    """Whether it is the nvcc of a folder that stands for a toolkit, which would call us again."""
    return is_stand_in(str(Path(path).resolve().parents[1] / "include"))


def _described(path: str, links: bool) -> CudaCompiler:
    said = (answer((path, "--version")) or "").split("\n")
    clang = next((line.strip() for line in said if "clang version" in line), None)
    if clang is None:
        label = next((line.strip() for line in said if "release" in line), path)
        return CudaCompiler(path, label, CudaCompilerKind.NVCC)
    toolkit = _toolkit(links)
    if toolkit is None:
        raise MissingTool(f"{path} compiles CUDA with a toolkit's tools, and none is found: CUDA_PATH names its folder",
                          "apt-get install nvidia-cuda-toolkit")  # fmt: skip
    headers = () if (toolkit / "include/cuda.h").is_file() else cuda_wheels()
    return CudaCompiler(path, f"{clang}, {toolkit}", CudaCompilerKind.CLANG, toolkit, headers)


def _toolkit(links: bool) -> Path | None:
    """What clang takes for a CUDA installation: with an assembler, and what bundles its code where that is linked. Else
    the wheels, of a release that clangs know, go before an installation, which may be too new for the clang at hand."""
    named = [Path(os.environ[name]) for name in _TOOLKITS if os.environ.get(name)]
    wheels = [] if links else [folder.parent for folder in cuda_wheels()]
    tools = ("ptxas", "fatbinary") if links else ("ptxas",)
    roots = (*named, *wheels, *_INSTALLED)
    return next((root for root in roots if all((root / "bin" / tool).is_file() for tool in tools)), None)
