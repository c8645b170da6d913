"""libcudacxx: names of `cuda::` and of CUDA's asynchronous copies.

    cuda::std::variant<T> x;   -->  (the same, with a note: ROCm's libhipcxx has it)
    cuda::atomic<int> n;       -->  retarget_hip::scoped_atomic<int> n;
    cuda::memory_order_relaxed -->  std::memory_order_relaxed
    cuda::std::is_same<T, U>   -->  std::is_same<T, U>
    cuda::std::plus<T>()       -->  std::plus<T>()
    cuda::std::numeric_limits  -->  std::numeric_limits     (in a unit without types of half precision)
    cuda::make_pipeline()      -->  retarget_hip::make_pipeline()
    __pipeline_commit();       -->  retarget_hip::copies_committed();
    cuda::barrier<...> b;      -->  (the same, with an error: use __syncthreads())

Atomic objects of numbers and pointers come with a support header, and so do asynchronous copies, which it does at once,
with the pipelines of one thread; optional values, spans, and functions that std has for the device from C++20 on.
libhipcxx, a header library apart from HIP, keeps libcu++'s namespaces and include paths, so nothing else is renamed.
Traits, names of types, function objects, complex numbers and mathematical functions are std's; of their headers another
name is an error. What rests on NVIDIA's hardware is reported at its first place in each file, with what to do instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import retarget.dialects
from retarget.source.lexer import NAME, includes
from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import rule
from retarget.unit import Unit

_COPY = "AMD GPUs copy to shared memory through registers: use plain loads and stores, and __syncthreads() for the wait"
_STAGES = "a pipeline of several threads waits for all of them: copy by plain loads and stores, and __syncthreads()"
_TEST = "there are no asynchronous barrier objects in hardware: use __syncthreads(), or a counter in shared memory"
_REFUSED = (
    (re.compile(r"make_pipeline|pipeline\w*"), _STAGES),
    (re.compile(r"memcpy_async\w*"), _COPY),
    (
        re.compile(
            r"barrier|latch|(?:counting|binary)_semaphore|device|ptx|access_property|annotated_ptr|apply_access_property|associate_access_property"
        ),
        "",
    ),
)
_OTHERS = {
    **dict.fromkeys(("barrier", "latch", "counting_semaphore", "binary_semaphore"), _TEST),
    "device": "its functions are NVIDIA's own: " + _TEST,
    "ptx": "these are single instructions of PTX: write them in C++",
}
_ATOMICS = {"atomic": "retarget_hip::scoped_atomic", "atomic_ref": "retarget_hip::scoped_atomic_ref"}
_ORDERS = r"memory_order(?:_(?:relaxed|acquire|release|acq_rel|seq_cst))?"
_OF_ATOMICS = re.compile(rf"atomic(?:_ref)?|{_ORDERS}|thread_scope(?:_\w+)?")
_HINT = "it is a hint to NVIDIA's caches: remove it"
_YEARS = {"98": 3, "0x": 11, "1y": 14, "1z": 17, "2a": 20, "2b": 23, "2c": 26}
_NAMESPACE = re.compile(r"\b(?:namespace|struct|class)\s+cuda\b|#\s*define\s+cuda\b(?!\()")
_PRIMITIVES = re.compile(r"__pipeline_arrive_on|__mbarrier_\w+")
_COPIES = {
    "pipeline": "pipeline",
    "make_pipeline": "make_pipeline",
    "memcpy_async": "memcpy_async",
    "aligned_size_t": "aligned_size",
    "pipeline_consumer_wait_prior": "pipeline_consumer_wait_prior",
}
# Support headers by the names of cuda::std that they have, and by those of cuda::.
_OF_STD = {
    **dict.fromkeys(("optional", "nullopt", "nullopt_t", "make_optional", "in_place", "in_place_t"), "optional"),
    **dict.fromkeys(("span", "dynamic_extent"), "span"),
    **dict.fromkeys(
        (
            *("bit_cast", "popcount", "countl_zero", "countr_zero", "countl_one", "countr_one", "bit_width"),
            *("has_single_bit", "bit_floor", "bit_ceil", "rotl", "rotr", "swap", "exchange", "accumulate", "iota"),
        ),
        "std_functions",
    ),
}
_OF_CUDA = dict.fromkeys(
    ("ceil_div", "round_up", "round_down", "proclaim_return_type", "maximum", "minimum"), "std_functions"
)


@rule("libcudacxx")
def libcudacxx(file: File) -> Iterator[Finding]:
    told: set[str] = set()
    primitives = frozenset(w for w in file.words if _PRIMITIVES.fullmatch(w) and file.dialect.name(w) is None)
    for index in file.named("cuda", *primitives):
        token = file.code[index]
        if token.directive == "include" or (file.is_users(token) and not _is_macros_only(file, index)):
            continue
        if token.text in primitives and token.text not in told:
            told.add(token.text)
            yield file.error("libcudacxx", file.span(index), f"'{token.text}' has no counterpart: {_COPY}")
        elif token.text == "cuda" and file.at(index + 1) == "::" and not _is_inner(file, index):
            yield from _of_namespace(file, index, told)


def _is_inner(file: File, index: int) -> bool:
    """A member or a name of another namespace: `thrust::cuda::par`."""
    before = file.at(index - 1)
    if before != "::" or index < 2:
        return before in (".", "->")
    return file.code[index - 2].kind == NAME and file.code[index - 2].end == file.code[index - 1].start


def _is_macros_only(file: File, index: int) -> bool:
    """Whether the program's own `cuda` is a macro with parameters, which `cuda::` does not call."""
    return file.at(index + 1) == "::" and not any(_NAMESPACE.search(s.text) for s in file.unit.sources)


def _of_namespace(file: File, index: int, told: set[str]) -> Iterator[Finding]:
    name = file.at(index + 2)
    span = file.span(index, index + 2)
    is_stds = name == "std" and file.at(index + 3) == "::" and _is_stds(file, file.at(index + 4))
    if is_stds and not (file.at(index + 4) == "numeric_limits" and file.unit.once(_has_halves)):
        yield Edit(file.span(index, index + 1), "", "libcudacxx")
        yield from _of_int128(file, index, told)
        return
    if name in _COPIES and (name != "make_pipeline" or file.at(index + 4) == ")"):
        yield Edit(span, f"retarget_hip::{_COPIES[name]}", "libcudacxx")
        yield Need("async_copies", span)
        return
    if (at := _of_atomics(file, index)) is not None:
        word = file.at(at)
        made = _ATOMICS.get(word) or (f"retarget_hip::{word}" if "scope" in word else f"std::{word}")
        yield Edit(file.span(index, at), made, "libcudacxx")
        yield Need("scoped_atomics", span)
        return
    at = index + 4 if name == "std" and file.at(index + 3) == "::" else index + 2
    part = (_OF_STD if at == index + 4 else _OF_CUDA).get(file.at(at))
    if part:
        yield Edit(file.span(index, at - 1), "retarget_hip::", "libcudacxx")
        yield Need(part, span)
        return
    whole = f"{name}::{file.at(at)}" if at == index + 4 else name
    if whole in told:
        return
    told.add(whole)
    instead = _instead(file.at(at))
    if instead:
        yield file.error("libcudacxx", span, f"'cuda::{whole}' has no counterpart: {instead}")
        return
    included = file.unit.once(_included)
    if not included:
        message = f"'cuda::{name}' comes with libhipcxx, ROCm's port of libcu++: install its headers"
        yield file.note("libcudacxx", span, message)
    elif all((known := file.dialect.include(path)) and known.hip for path in included):  # else reported at the include
        yield file.error(
            "libcudacxx", span, f"'cuda::{whole}' has no counterpart in HIP: it comes with libhipcxx (hip/std)"
        )


def _of_atomics(file: File, index: int) -> int | None:
    """Where the name ends that a support header has, of those of cuda:: and cuda::std::."""
    at = index + 4 if file.at(index + 2) == "std" and file.at(index + 3) == "::" else index + 2
    return at if _OF_ATOMICS.fullmatch(file.at(at)) else None


def _included(unit: Unit) -> frozenset[str]:
    """The headers of libcu++ that a unit includes."""
    return frozenset(i.path for s in unit.sources for i in includes(s.text) if i.angled and i.path.startswith("cuda/"))


@cache
def _stds() -> Mapping[str, tuple[int, bool]]:
    """By name, the year of the standard that has it in std, and whether the answer for __int128 may be another."""
    text = (Path(retarget.dialects.__file__).parent / "std_same.txt").read_text(encoding="utf-8")
    rows = (line.split() for line in text.splitlines() if not line.startswith("#"))
    return {name.rstrip("*"): (_year(std), name.endswith("*")) for std, *names in rows for name in names}


def _year(std: str) -> int:
    return _YEARS.get(std[-2:]) or int(std[-2:])


def _is_stds(file: File, name: str) -> bool:
    since, _ = _stds().get(name, (99, False))
    return since <= _year(file.flags.std or "c++17")


def _of_int128(file: File, index: int, told: set[str]) -> Iterator[Finding]:
    """By -std=c++17 and its like, __int128 is no integer to std."""
    name, std = file.at(index + 4), file.flags.std or ""
    _, may_differ = _stds()[name]
    if may_differ and std.startswith("c++") and "int128" not in told and file.unit.once(_has_int128):
        told.add("int128")
        message = f"'std::{name}' takes __int128 for no integer by -std={std}, where 'cuda::std::{name}' does"
        yield file.warning("libcudacxx", file.span(index, index + 4), f"{message}: compile by -std=gnu{std[1:]}")


def _has_halves(unit: Unit) -> bool:
    """Whether a unit has types of which std knows no limits, and answers 0 for them."""
    return any(re.search(r"\b(?:__half|half|__nv_\w+)\b", s.text) for s in unit.sources)


def _has_int128(unit: Unit) -> bool:
    return any(re.search(r"\b__u?int128", s.text) for s in unit.sources)


def _instead(name: str) -> str:
    for pattern, message in _REFUSED:
        if pattern.fullmatch(name):
            return message or _OTHERS.get(name, _HINT)
    return ""
