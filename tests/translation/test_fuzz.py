"""Any text through the whole translation: nothing raises, edits are disjoint, a second run changes nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from retarget.errors import InputError
from retarget.source.flags import Flags
from retarget.source.lexer import tokens
from retarget.source.text import Source, apply, united
from retarget.system.toolchain import Headers
from retarget.targets.amd.architecture import target_ids
from retarget.translation import parts
from retarget.translation.file import Options
from retarget.translation.hip import HIP
from retarget.translation.merge import Program
from retarget.translation.walk import Request, translate_program
from tests.places import SAMPLES

pytestmark = pytest.mark.slow

SAMPLES = sorted((SAMPLES).rglob("*.cu"))
PIECES = [
    "#include <cuda_runtime.h>\n", '#include "none.h"\n', "#ifndef G\n#define G\n", "#endif\n", "#if __CUDA_ARCH__ >= 700\n",
    "#define M(x) cudaMalloc(x)\n", "__global__ void k(float *a) {", "}", "{", "(", ")", "<<<", ">>>", "k<<<1, 64>>>(a);",
    "k<< <1, 2>> >(a);", "<< <", "cudaMalloc(&p, 4);", "cudaMemcpyToSymbol(s, &p, 4);", "cudaMemcpyToSymbol(", "cudaFree",
    "__launch_bounds__(256, 2)", "__launch_bounds__(N, M)", "__launch_bounds__(", "__shfl_down_sync(m, v, 16)",
    "__ballot_sync(~0u, x)", "warpSize", "__shfl(", "__popc(__ballot(1))", "threadIdx.x & 31", "max(1, 2.f)", "min(a",
    "texture<float, 1> t;", "tex1Dfetch(t, 0)", "texture<", "cudaBindTexture(0, t, p, 4);", 'asm("mov.u32 %0, %laneid;" : "=r"(x));',
    'asm volatile("', 'asm("bar.sync 0;");', "cub::", "thrust::", "cuda::std::", "using namespace cooperative_groups;",
    "cublasCreate(&h);", "cudaNoSuchThing", "cudaDeviceProp p; p.deviceOverlap;", "->", "::", ";", ",", "\\\n", "\n", "\r\n",
    "//", "/*", "*/", '"', "'", 'R"(', ')"', "\xef\xbb\xbf", "\xe9", "\x0c", "template <class T>", "extern \"C\"", "__shared__ int s[32];",
    "extern __shared__ float d[];", "// >>> retarget_hip/texture.h\n", "// <<< retarget_hip/texture.h\n", "#pragma once\n",
    "#include <hip/hip_runtime.h>\n", "__syncthreads();", "if (x < 32)", "volatile",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
BYTES = st.binary(max_size=80).map(lambda data: data.decode("latin-1"))

Translate = Callable[[str], Program]


def translator(folder: Path, headers: Headers | None, cache: Path | None) -> Translate:
    path = folder / "fuzz.cu"
    options = Options(tuple(t.architecture for t in target_ids("gfx90a,gfx1100")))
    request = Request((str(path),), Flags(), options=options, headers=headers, cache=cache, root=str(folder))

    def translate(text: str) -> Program:
        path.write_bytes(text.encode("latin-1"))
        return translate_program(request, HIP, lambda _: lambda part: parts.included(part, "retarget_hip"))

    return translate


@pytest.fixture(scope="module")
def by_token(tmp_path_factory: pytest.TempPathFactory) -> Translate:
    """The translation where clang is of no help at all."""
    return translator(tmp_path_factory.mktemp("fuzz"), None, None)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, headers: Headers, cache: Path) -> Translate:
    return translator(tmp_path_factory.mktemp("fuzz"), headers, cache)


def check(translate: Translate, text: str) -> None:
    try:
        (file,) = translate(text).files
    except InputError:
        assert "\0" in text or text.startswith(("\xff\xfe", "\xfe\xff"))
        return
    assert file.source.text == text
    assert united(file.edits) == file.edits
    assert apply(Source(file.source.path, text), file.edits) == file.text
    (again,) = translate(file.text).files
    assert again.text == file.text, "a second run changes the output"


quick = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=120, derandomize=True)
slow = settings(quick, max_examples=6)


@quick
@given(text=BYTES | TEXTS)
@example(text='extern "C"__shfl_down_sync(m, v, 16)')
def test_any_text_by_token(by_token: Translate, text: str) -> None:
    check(by_token, text)


@pytest.mark.usefixtures("processes")  # what brings libclang down is to cost nothing more
@slow
@given(text=BYTES | TEXTS)
def test_any_text(whole: Translate, text: str) -> None:
    check(whole, text)


@st.composite
def mutated(draw: st.DrawFn, samples: list[Path]) -> str:
    """A sample with a few of its tokens deleted, doubled, swapped or replaced by others."""
    text = draw(st.sampled_from(samples)).read_text("latin-1")
    listed = tokens(text)
    words = [t.text for t in listed]
    ends = [t.end for t in listed]
    gaps = [text[a:b] for a, b in zip([0, *ends], [*(t.start for t in listed), len(text)], strict=True)]
    for _ in range(draw(st.integers(1, 4))):
        at, other = (draw(st.integers(0, len(words) - 1)) for _ in range(2))
        match draw(st.sampled_from(["delete", "double", "swap", "replace"])):
            case "delete":
                words[at] = ""
            case "double":
                words[at] += " " + words[at]
            case "swap":
                words[at], words[other] = words[other], words[at]
            case _:
                words[at] = draw(st.sampled_from(PIECES))
    return "".join(gap + word for gap, word in zip(gaps, [*words, ""], strict=True))


@settings(quick, max_examples=60)
@given(text=mutated(SAMPLES))
def test_mutated_samples_by_token(by_token: Translate, text: str) -> None:
    check(by_token, text)


@pytest.mark.usefixtures("processes")  # what brings libclang down is to cost nothing more
@slow
@given(text=mutated([s for s in SAMPLES if "thrust" not in s.read_text()]))
def test_mutated_samples(whole: Translate, text: str) -> None:
    check(whole, text)
