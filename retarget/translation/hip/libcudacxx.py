"""libcudacxx: names of `cuda::` and of CUDA's asynchronous copies.

    cuda::std::atomic<int> x;  -->  (the same, with a note: ROCm's libhipcxx has it)
    cuda::memcpy_async(...)    -->  (the same, with an error: copy by plain loads and stores)

libhipcxx, a header library apart from HIP, keeps libcu++'s namespaces and include paths, so nothing is renamed. What
rests on NVIDIA's hardware is told at its first place in each file, with what to do instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.lexer import NAME, includes
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule
from retarget.unit import Unit

_COPY = "AMD GPUs copy to shared memory through registers: use plain loads and stores, and __syncthreads() for the wait"
_TEST = "there are no asynchronous barrier objects in hardware: use __syncthreads(), or a counter in shared memory"
_REFUSED = (
    (re.compile(r"memcpy_async\w*|make_pipeline|pipeline\w*|aligned_size_t"), _COPY),
    (
        re.compile(r"barrier|device|ptx|access_property|annotated_ptr|apply_access_property|associate_access_property"),
        "",
    ),
)
_OTHERS = {
    "barrier": _TEST,
    "device": "its functions are NVIDIA's own: " + _TEST,
    "ptx": "these are single instructions of PTX: write them in C++",
}
_HINT = "it is a hint to NVIDIA's caches: remove it"
_PRIMITIVES = re.compile(r"__pipeline_(?:memcpy_async|commit|wait_prior|arrive_on)|__mbarrier_\w+")


@rule("libcudacxx")
def libcudacxx(file: File) -> Iterator[Finding]:
    told: set[str] = set()
    for index, token in enumerate(file.code):
        if token.kind != NAME or token.directive == "include" or file.is_users(token):
            continue
        if _PRIMITIVES.fullmatch(token.text) and token.text not in told and file.dialect.name(token.text) is None:
            told.add(token.text)
            yield file.error("libcudacxx", file.span(index), f"'{token.text}' has no counterpart: {_COPY}")
        elif token.text == "cuda" and file.at(index + 1) == "::" and not _is_inner(file, index):
            yield from _of_namespace(file, index, told)


def _is_inner(file: File, index: int) -> bool:
    """A member or a name of another namespace: `thrust::cuda::par`."""
    before = file.at(index - 1)
    return before in (".", "->") or (before == "::" and index >= 2 and file.code[index - 2].kind == NAME)


def _of_namespace(file: File, index: int, told: set[str]) -> Iterator[Finding]:
    name = file.at(index + 2)
    span = file.span(index, index + 2)
    if name in told:
        return
    told.add(name)
    instead = _instead(name)
    if instead:
        yield file.error("libcudacxx", span, f"'cuda::{name}' has no counterpart: {instead}")
    elif not file.unit.once(_includes_it):  # else that is told at the include
        yield file.note(
            "libcudacxx", span, f"'cuda::{name}' comes with libhipcxx, ROCm's port of libcu++: install its headers"
        )


def _includes_it(unit: Unit) -> bool:
    return any(i.angled and i.path.startswith("cuda/") for s in unit.sources for i in includes(s.text))


def _instead(name: str) -> str:
    for pattern, message in _REFUSED:
        if pattern.fullmatch(name):
            return message or _OTHERS.get(name, _HINT)
    return ""
