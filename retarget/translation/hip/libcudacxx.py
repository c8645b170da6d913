"""libcudacxx: names of `cuda::` and of CUDA's asynchronous copies.

    cuda::std::variant<T> x;   -->  (the same, with a note: ROCm's libhipcxx has it)
    cuda::atomic<int> n;       -->  retarget_hip::scoped_atomic<int> n;
    cuda::memory_order_relaxed -->  std::memory_order_relaxed
    cuda::std::is_same<T, U>   -->  std::is_same<T, U>
    cuda::std::plus<T>()       -->  std::plus<T>()
    namespace cs = cuda::std;  -->  namespace cs = std;     (and each `cs::name` as `cuda::std::name`)
    cuda::std::numeric_limits  -->  std::numeric_limits     (of a type of C++, or in a unit without half precision)
    cuda::std::numeric_limits  -->  retarget_hip::numeric_limits    (where it may be of a half)
    cuda::make_pipeline()      -->  retarget_hip::make_pipeline()
    __pipeline_commit();       -->  retarget_hip::copies_committed();
    cuda::barrier<...> b;      -->  retarget_hip::barrier<...> b;
    cuda::ptx::fence...        -->  (the same, with an error: write it in C++)

Atomic objects of numbers and pointers come with a support header, and so do asynchronous copies, which it does at once,
with their pipelines, and barriers of a block; optional values, spans, and functions that std has for the device from
C++20 on.
libhipcxx, a header library apart from HIP, keeps libcu++'s namespaces and include paths, so nothing else is renamed.
Traits, names of types, function objects, complex numbers and mathematical functions are std's; of their headers another
name is an error. What rests on NVIDIA's hardware is reported at its first place in each file, with what to do instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import accumulate
from pathlib import Path

import retarget.dialects
from retarget.source.lexer import NAME, includes
from retarget.source.text import Edit, Span
from retarget.translation.file import File, Finding, Need
from retarget.translation.hip.namespace_aliases import defined_aliases
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
_ARITHMETIC = frozenset("float double int unsigned signed long short char bool".split())
_SPACES = ("cuda", "cuda::std")
_OF_ATOMICS = re.compile(rf"atomic(?:_ref)?|{_ORDERS}|thread_scope(?:_\w+)?")
_LANES = (
    "AMD's waves take one branch after the other: lanes that wait for lanes of their own wave in another branch never "
    "go on (they trap)"
)
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
    aliases = {name: whole for name, whole in file.unit.once(defined_aliases).items() if whole in _SPACES}
    for index in file.named("cuda", *primitives, *aliases):
        token = file.code[index]
        is_own = token.text not in aliases and file.is_users(token) and not _is_global_std(file, index)
        if token.directive == "include" or (is_own and not _is_macros_only(file, index)):
            continue
        if token.text in primitives and token.text not in told:
            told.add(token.text)
            yield file.error("libcudacxx", file.span(index), f"'{token.text}' has no counterpart: {_COPY}")
        elif token.text == "cuda" and (opened := _opened(file, index)):
            yield from _of_opened(file, index, opened)
        elif token.text in ("cuda", *aliases) and file.at(index + 1) == "::" and not _is_inner(file, index):
            yield from _of_namespace(file, index, aliases.get(token.text, "cuda"), told)


def _opened(file: File, index: int) -> str:
    """The namespace that `namespace x = cuda::std;` or `using namespace cuda;` has; empty for another use of it."""
    before = index - 2 if file.at(index - 1) == "::" else index - 1
    is_alias = file.at(before) == "=" and file.at(before - 2) == "namespace"
    if not is_alias and (file.at(before - 1), file.at(before)) != ("using", "namespace"):
        return ""
    words = [file.at(index + n) for n in range(4)]
    return "cuda" if words[1] == ";" else "cuda::std" if words[1:] == ["::", "std", ";"] else ""


def _of_opened(file: File, index: int, opened: str) -> Iterator[Finding]:
    included = file.unit.once(_included)
    if not all((known := file.dialect.include(path)) and known.hip for path in included):
        return  # libhipcxx has these namespaces; an error at the include says so
    span = file.span(index, index + 2 if opened == "cuda::std" else index)
    is_using = "using" in (file.at(index - 2), file.at(index - 3))
    if is_using and opened == "cuda":
        told = "HIP has what 'cuda' holds in several places: name it with its namespace"
        yield file.error("libcudacxx", span, told)
    elif is_using and file.unit.once(_has_halves):
        told = "'std' has no limits of half precision, which 'cuda::std' has: name what is used with its namespace"
        yield file.error("libcudacxx", span, told)
    elif opened == "cuda":
        yield Edit(span, "retarget_hip", "libcudacxx")
        yield Need("scoped_atomics", span)
    else:
        yield Edit(span, "std", "libcudacxx")


def _is_inner(file: File, index: int) -> bool:
    """A member or a name of another namespace: `thrust::cuda::par`."""
    before = file.at(index - 1)
    if before != "::" or index < 2:
        return before in (".", "->")
    return file.code[index - 2].kind == NAME and file.code[index - 2].end == file.code[index - 1].start


def _is_global_std(file: File, index: int) -> bool:
    """Whether this is libcu++'s `::cuda::std::`, beside a namespace `x::cuda` of the program's."""
    spelled = [file.at(index + n) for n in range(-1, 4)] == ["::", "cuda", "::", "std", "::"]
    return spelled and not _is_inner(file, index) and bool(file.unit.once(_included))


def _is_macros_only(file: File, index: int) -> bool:
    """Whether the program's own `cuda` is a macro with parameters, which `cuda::` does not call."""
    return file.at(index + 1) == "::" and not any(_NAMESPACE.search(s.text) for s in file.unit.sources)


def _of_namespace(file: File, index: int, space: str, told: set[str]) -> Iterator[Finding]:
    """space: what the token at `index` stands for, which `::` follows."""
    at = index + 2
    if space == "cuda" and file.at(at) == "std" and file.at(at + 1) == "::":
        space, at = "cuda::std", at + 2
    name, span = file.at(at), file.span(index, min(at, index + 2))
    in_std = space == "cuda::std"
    may_be_of_halves = name == "numeric_limits" and in_std and _may_be_of_halves(file, at)
    if may_be_of_halves and not file.unit.once(_has_bfloats):
        yield Edit(file.span(index, at - 1), "retarget_hip::", "libcudacxx")
        yield Need("half_limits", span)
        return
    if in_std and _is_stds(file, name) and not may_be_of_halves:
        yield Edit(file.span(index, at - 1), "std::", "libcudacxx")
        yield from _of_int128(file, index, name, told)
        return
    if not in_std and name in _COPIES and (name != "make_pipeline" or _arguments(file, at) in (0, 2)):
        yield Edit(span, f"retarget_hip::{_COPIES[name]}", "libcudacxx")
        is_blocks = name == "make_pipeline" and _arguments(file, at) == 2
        yield Need("block_barriers" if is_blocks or "thread_scope_block" in file.words else "async_copies", span)
        return
    if not in_std and name in ("barrier", "pipeline_shared_state"):
        yield Edit(span, f"retarget_hip::{name}", "libcudacxx")
        yield Need("block_barriers", span)
        if name == "barrier" and name not in told:
            told.add(name)
            yield file.warning("libcudacxx", span, _LANES)
        return
    if _OF_ATOMICS.fullmatch(name):
        made = _ATOMICS.get(name) or (f"retarget_hip::{name}" if "scope" in name else f"std::{name}")
        yield Edit(file.span(index, at), made, "libcudacxx")
        yield Need("scoped_atomics", span)
        return
    part = (_OF_STD if in_std else _OF_CUDA).get(name)
    if part:
        yield Edit(file.span(index, at - 1), "retarget_hip::", "libcudacxx")
        yield Need(part, span)
        return
    yield from _of_others(file, span, f"{space}::{name}", told)


def _arguments(file: File, at: int) -> int | None:
    """How many arguments a call of the name at `at` has; None where it is no call."""
    last = file.closing(at + 1) if file.at(at + 1) == "(" else None
    if last is None:
        return None
    depths = accumulate((t.text in ("(", "[", "{")) - (t.text in (")", "]", "}")) for t in file.code[at + 1 : last])
    commas = sum(t.text == "," and d == 1 for t, d in zip(file.code[at + 1 : last], depths, strict=True))
    return commas + 1 if last > at + 2 else 0


def _of_others(file: File, span: Span, whole: str, told: set[str]) -> Iterator[Finding]:
    if whole in told:
        return
    told.add(whole)
    instead = _instead(whole.rpartition("::")[2])
    if instead:
        yield file.error("libcudacxx", span, f"'{whole}' has no counterpart: {instead}")
        return
    included = file.unit.once(_included)
    if not included:
        short = "cuda::std" if whole.startswith("cuda::std::") else whole
        message = f"'{short}' comes with libhipcxx, ROCm's port of libcu++: install its headers"
        yield file.note("libcudacxx", span, message)
    elif all((known := file.dialect.include(path)) and known.hip for path in included):  # else reported at the include
        told_so = f"'{whole}' has no counterpart in HIP: it comes with libhipcxx (hip/std)"
        yield file.error("libcudacxx", span, told_so)


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


def _of_int128(file: File, index: int, name: str, told: set[str]) -> Iterator[Finding]:
    """By -std=c++17 and its like, __int128 is no integer to std."""
    std = file.flags.std or ""
    _, may_differ = _stds()[name]
    if may_differ and std.startswith("c++") and "int128" not in told and file.unit.once(_has_int128):
        told.add("int128")
        message = f"'std::{name}' takes __int128 for no integer by -std={std}, where 'cuda::std::{name}' does"
        yield file.warning("libcudacxx", file.span(index, index + 4), f"{message}: compile by -std=gnu{std[1:]}")


def _may_be_of_halves(file: File, at: int) -> bool:
    """Whether limits, named at `at`, may be those of a type of half precision: none that C++ itself has is written."""
    end = next((i for i in range(at + 2, at + 7) if file.at(i) not in _ARITHMETIC), at)
    is_written = file.at(at + 1) == "<" and end > at + 2 and file.at(end) == ">"
    return not is_written and file.unit.once(_has_halves)


def _has_halves(unit: Unit) -> bool:
    """Whether a unit has types of which std knows no limits, and answers 0 for them."""
    return unit.once(_has_bfloats) or any(re.search(r"\b(?:__half|half)\b", s.text) for s in unit.sources)


def _has_bfloats(unit: Unit) -> bool:
    """Whether a unit has types of NVIDIA's whose limits no support header knows."""
    return any(re.search(r"\b(?:__)?(?:nv|hip)_(?:bfloat|fp)\w+", s.text) for s in unit.sources)


def _has_int128(unit: Unit) -> bool:
    return any(re.search(r"\b__u?int128", s.text) for s in unit.sources)


def _instead(name: str) -> str:
    for pattern, message in _REFUSED:
        if pattern.fullmatch(name):
            return message or _OTHERS.get(name, _HINT)
    return ""
