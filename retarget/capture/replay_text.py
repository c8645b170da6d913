"""The text behind a unit that declares a kernel to be replayed: see retarget_host/replay.h.

    #line 1 "retarget-replay-3"
    namespace {
    const ::retarget_host::ReplayVariable retarget_variables_3[] = {::retarget_host::replay_variable(::ns::c), {}};
    const ::retarget_host::ReplayKernel retarget_kernel_3(3, &::ns::k<float>, retarget_variables_3);
    }

It stands in the unit that defines the kernel, so that it can name what is that unit's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from retarget.capture.contents import CapturedLaunch, MemoryKind
from retarget.capture.symbol_names import SymbolName, symbol_name
from retarget.source import brackets
from retarget.source.lexer import COMMENT, NAME, tokens
from retarget.source.text import located
from retarget.translation.merge import Program
from retarget.unit import Kernel, Unit

_FILE = "retarget-replay-"
_SAID = re.compile(rf"^{_FILE}(\d+):\d+(?::\d+)?: (?:fatal )?error: (.*)$", re.M)
_SCOPE = re.compile(r"@N@([^@#]+)")  # in clang's identity of a function
_VECTOR = re.compile(r"HIP_vector_type<([\w ]+), (\d)u?>")  # as HIP's own types are in symbols
_SHORT = {"unsigned char": "uchar", "unsigned short": "ushort", "unsigned int": "uint", "unsigned long": "ulong",
          "unsigned long long": "ulonglong", "long long": "longlong"}  # fmt: skip


@dataclass(frozen=True)
class ReplayedKernel:
    """A kernel that the sources define. variables: those that are set, as linked and as spelled; units: that define it,
    by their roots: the first has the text; names: of its parameters, where they are known; launcher: the function that
    launches it, where a schedule has changed it."""

    number: int
    symbol: str
    name: SymbolName
    variables: tuple[tuple[str, str], ...]
    units: tuple[str, ...]
    is_overloaded: bool = False
    names: tuple[str, ...] = ()
    launcher: str = ""

    def next_unit(self) -> ReplayedKernel | None:
        """In another unit that defines it."""
        return replace(self, units=self.units[1:]) if len(self.units) > 1 else None


@dataclass(frozen=True)
class NoSource:
    """Why a kernel cannot be replayed with these sources."""

    why: str


def replayed_kernel(number: int, launches: Sequence[CapturedLaunch], program: Program) -> ReplayedKernel | NoSource:
    """launches: of one kernel."""
    symbol = launches[0].kernel
    name = symbol_name(symbol)
    found = {unit: kernels for unit in program.units if (kernels := _defined(unit, name))}
    if not found:
        return NoSource("no given source defines it")
    if not name.is_spelled:
        return NoSource("no source can name it: a lambda is an argument of its template")
    places = {frozenset((k.name_span.path, k.name_span.start) for k in kernels) for kernels in found.values()}
    if len(places) > 1:
        return NoSource(f"{' and '.join(u.root for u in list(found)[:2])} define different kernels of its name")
    words = {t.text for f in program.files for t in tokens(f.source.text) if t.kind == NAME}
    variables = []
    for linked in dict.fromkeys(r.name for l in launches for r in l.memory if r.kind is MemoryKind.VARIABLE):
        variable = symbol_name(linked)
        if variable.name not in words:
            continue  # a library's
        if not variable.is_spelled:
            return NoSource(f"it needs the variable {'::'.join((*variable.scope, variable.name))} within a function")
        variables.append((linked, variable.spelled()))
    unit, kernels = next(iter(found.items()))
    return ReplayedKernel(
        number, symbol, name, tuple(variables), tuple(u.root for u in found), len({k.usr for k in kernels}) > 1,
        _parameter_names(unit, kernels[0]) if len(kernels) == 1 else (), program.launchers.get(name.name, ""),
    )  # fmt: skip


def _defined(unit: Unit, name: SymbolName) -> list[Kernel]:
    """One for each place."""
    found = {
        (k.name_span.path, k.name_span.start): k
        for k in unit.kernels
        if k.is_definition and k.name == name.name and _scope(k) == name.scope
    }
    return list(found.values())


def _scope(kernel: Kernel) -> tuple[str, ...]:
    """Its namespaces, but for unnamed ones: clang's identity has them in front of the function."""
    return tuple(_SCOPE.findall(kernel.usr.partition("@F")[0]))


def defined_at(symbol: str, program: Program) -> str:
    """Where the sources define a kernel, as compilers write it; its file alone where schedules changed the text."""
    for unit in program.units:
        for kernel in _defined(unit, symbol_name(symbol)):
            where = kernel.name_span
            return where.path if program.coarsened else located(unit.by_path[where.path], where)
    return ""


def _parameter_names(unit: Unit, kernel: Kernel) -> tuple[str, ...]:
    """Empty where the text does not tell them."""
    code = [t for t in tokens(unit.by_path[kernel.name_span.path].text) if t.kind != COMMENT]
    first = next((i for i, t in enumerate(code) if t.start >= kernel.name_span.end and t.text == "("), None)
    end = None if first is None else brackets.closing(code, first, own_directive=True)
    if first is None or end is None or kernel.in_macro:
        return ()
    found = []
    for start, stop in brackets.parts(code, first + 1, end):
        words = [t.text for t in code[start:stop] if t.kind == NAME]
        found.append(words[-1] if words and not any(t.text in ("=", "[") for t in code[start:stop]) else "")
    return tuple(found)


def texts(kernels: Iterable[ReplayedKernel], spell: Callable[[str], str]) -> Mapping[str, str]:
    """By unit. spell: names of the API's, in the language of the text."""
    made: dict[str, str] = {}
    for k in kernels:
        made[k.units[0]] = made.get(k.units[0], "") + "\n".join(_lines(k, spell)) + "\n"
    return made


def _lines(kernel: ReplayedKernel, spell: Callable[[str], str]) -> Iterator[str]:
    n, name = kernel.number, replace(kernel.name, arguments=spell(kernel.name.arguments))
    own = f"&{name.spelled()}"
    if kernel.is_overloaded and name.types:
        own = f"static_cast<void (*){spell(name.types)}>({own})"
    variables = "".join(f"::retarget_host::replay_variable({v}), " for _, v in kernel.variables)
    yield f'#line 1 "{_FILE}{n}"'
    yield "namespace {"
    yield f"const ::retarget_host::ReplayVariable retarget_variables_{n}[] = {{{variables}{{}}}};"
    head = f"const ::retarget_host::ReplayKernel retarget_kernel_{n}({n}, {own}, retarget_variables_{n}"
    if kernel.launcher:
        launch = name.spelled(kernel.launcher)
        at = "::retarget::on(retarget_grid, retarget_block, retarget_shared)"
        given = "dim3 retarget_grid, dim3 retarget_block, decltype(sizeof 0) retarget_shared, auto&... retarget_each"
        yield f"{head}, []({given}) {{ {launch}({at}, retarget_each...); }});"
    else:
        yield f"{head});"
    yield "}"


def refused(output: str) -> dict[int, str]:
    """Kernels, by their numbers, against whose texts a compiler speaks, and what it says first."""
    found: dict[int, str] = {}
    for number, what in _SAID.findall(output):
        found.setdefault(int(number), what)
    return found


def as_cuda(spelled: str) -> str:
    """HIP's vectors by CUDA's names.

    >>> as_cuda("k<HIP_vector_type<unsigned int, 4u>, float>")
    'k<uint4, float>'
    """
    return _VECTOR.sub(lambda found: f"{_SHORT.get(found[1], found[1])}{found[2]}", spelled)


def as_hip(program_name: Callable[[str], str | None], spelled: str) -> str:
    """CUDA's names by HIP's. program_name: HIP's name of CUDA's, if it has another one."""
    return re.sub(r"\b[A-Za-z_]\w*", lambda found: program_name(found[0]) or found[0], spelled)
