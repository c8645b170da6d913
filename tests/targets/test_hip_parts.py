"""The support headers that are emitted beside translated programs, and the programs that use them, compile.

The programs in `hip_parts/` check themselves when they are run on a device; here they are compiled for one.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.compilers import precompiled, runs_compilers
from tests.places import ROOT, TESTS

PARTS = sorted((ROOT / "templates" / "hip").glob("*.h"))
PROGRAMS = sorted((TESTS / "hip_parts").glob("*.hip"))
DEBIAN_HEADERS = Path("/usr/include/hip/hip_runtime.h")
DEVICE_LIBRARIES = Path("/usr/lib/x86_64-linux-gnu/amdgcn/bitcode")
NEWER_HEADERS = "RETARGET_HIP_INCLUDE"
LATER = ["-idirafter", str(TESTS / "hip_parts" / "smi")]  # headers that this machine may lack
RUNTIME = "#include <hip/hip_runtime.h>\n"
PRECOMPILED = ("<hip/hip_runtime.h>", "<hip/hip_fp16.h>", "<hip/hip_runtime_api.h>")  # several parts begin with each


def compiler() -> str:
    found = shutil.which("clang++-19")
    if found is None:
        pytest.skip("no clang++-19 (apt-get install clang-19)")
    if not DEBIAN_HEADERS.exists() or not DEVICE_LIBRARIES.exists():
        pytest.skip("no HIP headers or device libraries (apt-get install libamdhip64-dev rocm-device-libs)")
    return found


def newer_headers() -> list[str]:
    folder = os.environ.get(NEWER_HEADERS)
    if not folder:
        pytest.skip(f"{NEWER_HEADERS} names no folder of newer HIP headers")
    return ["-isystem", folder]


def compile_hip(source: Path, standard: str, headers: str, output: list[str], begins: str = "") -> str:
    """What the compiler has to say; empty for clean code. begins: what the source begins with."""
    extra = newer_headers() if headers == "newer" else []
    target = ["--offload-arch=gfx90a", "--rocm-path=/usr", f"--rocm-device-lib-path={DEVICE_LIBRARIES}"]
    command = [compiler(), "-x", "hip", *target, *extra, f"-std={standard}", "-Wall", "-Wextra", "-O1"]
    spared = precompiled(command, begins) if standard != "c++20" else []  # clang 19 ends with a signal there
    done = subprocess.run([*command, *spared, *LATER, str(source), *output], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stderr


# What a text can ask about the side that it is compiled for.
SIDES_DIFFER = re.compile(r"\b__HIP_DEVICE_COMPILE__\b|\b__CUDA_ARCH__\b|\b__(?:HIP_ARCH|AMDGCN|AMDGPU|GFX|gfx|x86|amdgcn)\w*")


def sides(part: Path) -> list[str]:
    """The device alone where neither a part nor those that it includes tell the sides apart: clang reads all of a text
    for each."""
    text, seen = part.read_text(), {part.name}
    while new := set(re.findall(r'^#include "(.*)"', text, re.MULTILINE)) - seen:
        seen |= new
        text += "".join((part.parent / name).read_text() for name in sorted(new))
    return [] if SIDES_DIFFER.search(text) else ["--cuda-device-only"]


def begins(part: Path) -> str:
    """The header of HIP's that a part includes before all else: it may come precompiled."""
    first = re.search(r"^#include (<.*>|\"(.*)\")", part.read_text(), re.MULTILINE)
    if first and first[2]:
        return begins(part.parent / first[2])
    return f"#include {first[1]}\n" if first and first[1] in PRECOMPILED else ""


@pytest.fixture(scope="module")
def by_gcc(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command of g++ that reads a text, with HIP's runtime precompiled."""
    host = shutil.which("g++")
    if host is None or not DEBIAN_HEADERS.exists():
        pytest.skip("no g++ or no HIP headers")
    folder = tmp_path_factory.mktemp("gcc")
    (folder / "hip").mkdir()
    command = [host, "-D__HIP_PLATFORM_AMD__", "-std=c++17"]
    (folder / "hip/hip_runtime.h").symlink_to(DEBIAN_HEADERS)  # for the second include, which takes nothing precompiled
    made = folder / "hip/hip_runtime.h.gch"
    subprocess.run([*command, "-x", "c++-header", str(DEBIAN_HEADERS), "-o", str(made)], check=True)
    return [*command, f"-I{folder}", *LATER, "-x", "c++", "-fsyntax-only", "-"]


@runs_compilers
@pytest.mark.parametrize("headers", ["debian", "newer"])
@pytest.mark.parametrize("part", PARTS, ids=lambda path: path.stem)
def test_each_part_compiles_alone_and_twice(part: Path, headers: str, tmp_path: Path) -> None:
    source = tmp_path / "alone.hip"
    source.write_text(f'#include "{part}"\n#include "{part}"\n')
    assert compile_hip(source, "c++11", headers, ["-fsyntax-only", *sides(part)], begins(part)) == ""


@runs_compilers
@pytest.mark.parametrize("part", PARTS, ids=lambda path: path.stem)
def test_each_part_is_read_by_a_host_compiler(part: Path, by_gcc: list[str]) -> None:
    text = f'{begins(part)}#include "{part}"\n'
    done = subprocess.run(by_gcc, input=text, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@runs_compilers
@pytest.mark.parametrize("part", PARTS, ids=lambda path: path.stem)
def test_each_part_leaves_a_c_unit_as_it_was(part: Path) -> None:
    """A header that C and C++ share may have got the include."""
    host = shutil.which("gcc")
    if host is None or not DEBIAN_HEADERS.exists():
        pytest.skip("no gcc or no HIP headers")
    command = [host, "-D__HIP_PLATFORM_AMD__", "-std=c99", *LATER, "-x", "c", "-fsyntax-only", "-"]
    done = subprocess.run(command, input=f'#include "{part}"\n', capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


_DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.MULTILINE)
_INCLUDED = re.compile(r'^#include (<.*>|"(.*)")', re.MULTILINE)


def include_line(program: Path, name: str, quoted: str) -> str:
    beside = program.parent / quoted
    return f'#include "{beside}"' if quoted and beside.exists() else f"#include {name}"


def one_text(programs: Sequence[Path]) -> str:
    """Many programs in one unit, each in a namespace of its own behind the headers of all: a compilation takes a second
    before its first line. A header that lacks an include fails in the test that compiles it alone."""
    texts = {program: program.read_text() for program in programs}
    lines = list(dict.fromkeys(include_line(p, *found) for p, text in texts.items() for found in _INCLUDED.findall(text)))
    for program, text in texts.items():
        lines += [f"namespace {program.stem.replace('-', '_')}_ {{", f'#include "{program}"', "}"]
        lines += [f"#undef {name}" for name in _DEFINED.findall(text)]
    return "\n".join(lines) + "\n"


def compiles(programs: Sequence[Path], headers: str, folder: Path, output: Sequence[str]) -> str:
    assert programs
    (folder / "retarget_hip").symlink_to(PARTS[0].parent)
    source = folder / "programs.hip"
    source.write_text(one_text(programs))
    return compile_hip(source, "c++17", headers, ["-I", str(folder), *output])


def defines_ahead_of_headers(program: Path) -> bool:
    text = program.read_text()
    defined = _DEFINED.search(text)
    return defined is not None and _INCLUDED.search(text, defined.end()) is not None


@runs_compilers
@pytest.mark.parametrize("headers", ["debian", "newer"])
def test_programs_compile(headers: str, tmp_path: Path) -> None:
    programs = [p for p in PROGRAMS if not defines_ahead_of_headers(p)]
    assert compiles(programs, headers, tmp_path, ["-c", "-o", str(tmp_path / "program.o")]) == ""


@runs_compilers
@pytest.mark.parametrize("headers", ["debian", "newer"])
@pytest.mark.parametrize("program", [*filter(defines_ahead_of_headers, PROGRAMS)], ids=lambda path: path.stem)
def test_a_program_whose_macros_come_first_compiles(program: Path, headers: str, tmp_path: Path) -> None:
    assert compile_hip(program, "c++17", headers, ["-c", "-o", str(tmp_path / "program.o")]) == ""


@runs_compilers
def test_parts_of_two_translation_units_link(tmp_path: Path) -> None:
    includes = "".join(f'#include "{part}"\n' for part in PARTS)
    objects = []
    units = [("first", "int main() {}\n", []), ("second", "int second() { return 2; }\n", ["--cuda-host-only"])]
    for name, body, sides in units:  # device code of two units never meets
        source = tmp_path / f"{name}.hip"
        source.write_text(includes + body)
        objects.append(tmp_path / f"{name}.o")
        compile_hip(source, "c++20", "debian", [*sides, "-c", "-o", str(objects[-1])])
    done = subprocess.run(
        [compiler(), *map(str, objects), "-o", str(tmp_path / "program"), "-lamdhip64"],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("part", PARTS, ids=lambda path: path.stem)
def test_each_part_has_its_comment_and_guard(part: Path) -> None:
    lines = part.read_text().splitlines()
    guard = f"RETARGET_HIP_{part.stem.upper()}_H"
    assert lines[0].startswith("// ") and lines[1].startswith("// ")
    directives = [line for line in lines if line.startswith("#")]
    assert directives[:2] == [f"#ifndef {guard}", f"#define {guard}"]
    assert directives[-1] == "#endif"


@pytest.mark.parametrize("part", PARTS, ids=lambda path: path.stem)
def test_parts_include_only_hip_the_standard_library_and_parts(part: Path) -> None:
    quoted = re.findall(r'^#include "(.*)"', part.read_text(), re.MULTILINE)
    assert set(quoted) <= {other.name for other in PARTS}


# What programs define as macros, and one that is none of these.
MACROS = """min max abs swap sqr square clamp lerp mix step sign div div_up round_up sum prod dot cross norm length add sub
mul mad fma shl shr rotl lo hi low high left right top bottom begin end from to in out input output src dst source target
T U V N M K L R S P Q A B C D E F G H W X Y Z x y z w a b c d e f g h i j k l m n o p q r s t u v tid bid lid gid wid pi
lane mask warp warps wave block blocks thread threads grid size count width height depth stride pitch index idx offset
position bits bytes byte word words value values result results first second third last next prev find each apply combine
function func op operation type Type kind name self other that key flag flags mode order scope state total carry borrow
shift half data ptr pointer address addr load store read write copy fill get set put at of is has compare less greater equal
lock unlock wait sync barrier local kernel ok fail failed error status code message file line expected desired seen old
given rest tail head node list map PI EPS INF MAX MIN ABS SWAP BLOCK_SIZE WARP_SIZE real imag angle radius text string
buffer buf tmp temp item items part parts piece unit row col rows cols properties prop major minor version option argument
arguments args argc argv number digits exponent sample texture surface channel format ballot any all none match vote segment
detail open simd dpx larger smaller total upper lower ptx shuffle member limit bound input_ within f16 bf16 u32 s32 u64 pair""".split()


@runs_compilers
def test_parts_survive_the_macros_of_a_program(tmp_path: Path) -> None:
    """Headers of others are read before; what is ours keeps its meaning whatever names the program has taken."""
    angled = sorted({h for part in PARTS for h in re.findall(r"^#include <(.*)>", part.read_text(), re.MULTILINE)})
    lines = [RUNTIME, *(f"#if __has_include(<{h}>)\n#include <{h}>\n#endif" for h in angled)]
    lines += [f"#define {name} )a_macro_of_the_program(" for name in MACROS]
    lines += [f'#include "{part}"' for part in PARTS]
    lines += [f"#ifndef {name}\n#error {name} is gone\n#endif" for name in MACROS]
    source = tmp_path / "macros.hip"
    source.write_text("\n".join(lines) + "\n")
    assert compile_hip(source, "c++17", "debian", ["-fsyntax-only"], RUNTIME) == ""


WRITTEN = [p for p in sorted((TESTS / "cases" / "ptx").glob("*.hip")) if "want [" not in p.read_text()]


@runs_compilers
def test_what_inline_assembly_became_compiles(tmp_path: Path) -> None:
    assert compiles(WRITTEN, "debian", tmp_path, ["-c", "-o", str(tmp_path / "o")]) == ""


CASTS = [
    case
    for case in sorted((TESTS / "cases" / "handles").glob("*.hip"))
    if "want [" not in case.read_text() and "<hipfft/" not in case.read_text()  # Debian 12 has no hipFFT
]


@runs_compilers
@pytest.mark.parametrize("headers", ["debian", "newer"])
def test_what_computes_with_handles_compiles(headers: str, tmp_path: Path) -> None:
    compiles(CASTS, headers, tmp_path, ["-fsyntax-only"])
