"""Builds a CUDA program that was written to a tree: one executable, or the GPU code of one unit."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from retarget.source.flags import Flags
from retarget.targets.emitted import Emitted
from retarget.targets.nvidia.compiler import CudaCompiler, find_cuda_compiler
from retarget.targets.nvidia.ptxas import is_report
from retarget.targets.tools import Refused
from retarget.translation.emit import Layout
from retarget.translation.merge import Program

# Libraries by the headers whose functions they hold.
LIBRARIES = {"cublas_v2": "cublas", "cublas": "cublas", "cublasLt": "cublasLt", "cufft": "cufft", "cufftw": "cufftw",
              "curand": "curand", "cusparse": "cusparse", "cusparse_v2": "cusparse", "cusolverDn": "cusolver",
              "cusolverSp": "cusolver", "nvrtc": "nvrtc", "cudnn": "cudnn", "nccl": "nccl",
              "nvml": "nvidia-ml"}  # fmt: skip
_INCLUDED = re.compile(r'^\s*#\s*include\s*[<"](\w+)\.h[>"]', re.M)


def executable(emitted: Emitted, architecture: str = "native") -> tuple[str, str]:
    """One executable of all units, each compiled with its own flags, and what the compiler says of its kernels.
    architecture: such as sm_90. Raises MissingTool, Refused."""
    compiler = find_cuda_compiler()
    program, layout, flags = emitted.program, emitted.layout, emitted.flags
    folder = Path(layout.target)
    outputs = {o.source: o.path for o in emitted.outputs if o.source}
    relocatable = any(f.relocatable for f in flags.values())
    fast = any(f.fast_math for f in flags.values())
    own = (compiler.path, *compiler.own(), compiler.architecture(architecture), *compiler.modes(relocatable, fast))
    units = [u.root for u in program.units if u.root in outputs]
    objects = [str(folder / f"{at}.o") for at in range(len(units))]
    commands = [
        (*own, "-c", *compiler.unit(outputs[unit]), "-o", made, *_options(compiler, flags[unit], layout, unit))
        for unit, made in zip(units, objects, strict=True)
    ]
    with ThreadPoolExecutor(max(1, emitted.jobs)) as pool:
        said = list(pool.map(_run, commands))
    made = str(folder / "program")
    openmp = [compiler.openmp] if any(f.openmp for f in flags.values()) else []
    said.append(_run((compiler.path, *compiler.linking(architecture, relocatable), *openmp, "-o", made, *objects,
                      *_libraries(flags.values(), program), *compiler.runtime())))  # fmt: skip
    return made, "\n".join(said)


def code_object(emitted: Emitted, unit: str, architecture: str) -> tuple[bytes, str]:
    """The GPU code of one unit, as drivers load it, and what the compiler says of its kernels. Raises MissingTool,
    Refused."""
    compiler = find_cuda_compiler(links=False)
    output = next(o.path for o in emitted.outputs if o.source == unit)
    made, flags = Path(f"{output}.cubin"), emitted.flags[unit]
    own = (compiler.path, *compiler.own(), compiler.architecture(architecture))
    said = _run((*own, *compiler.modes(False, flags.fast_math), *compiler.code_alone(), "-o", str(made), output,
                 *_options(compiler, flags, emitted.layout, unit)))  # fmt: skip
    return made.read_bytes(), said


def _options(compiler: CudaCompiler, flags: Flags, layout: Layout, unit: str) -> list[str]:
    """The user's; each of their folders behind its twin in the tree, where that holds one."""
    folders = [*flags.include, str(Path(unit).parent)]
    twins = [p for f in folders if (p := layout.twin(f)) and Path(p).is_dir()]
    written = [f"-I{p}" for p in (*twins, *(str(Path(f).absolute()) for f in folders))]
    system = (*flags.system, *flags.toolkit)
    others = Flags(system=system, define=flags.define, undefine=flags.undefine, forced=flags.forced)
    return [*written, *others.compiling(compiler.openmp), *([f"-std={flags.std}"] if flags.std else [])]


def _libraries(given: Iterable[Flags], program: Program) -> list[str]:
    named = [name for flags in given for name in flags.library if name not in ("cudart", "cudart_static")]
    included = {header for file in program.files for header in _INCLUDED.findall(file.text)}
    found = [LIBRARIES[header] for header in sorted(included) if header in LIBRARIES]
    return [f"-l{name}" for name in dict.fromkeys([*named, *found])]


def _run(words: Sequence[str]) -> str:
    done = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        said = (done.stdout + done.stderr).strip().splitlines()
        raise Refused("\n".join([line for line in said if not is_report(line)][:12]) or f"{words[0]} says nothing")
    return done.stderr
