"""handles: computing with what is an integer in CUDA and a pointer in HIP.

    CUdeviceptr q = p + 4 * n;    -->  hipDeviceptr_t q = (char*)p + 4 * n;
    q += n;                       -->  q = (char*)q + n;
    size_t gap = q - p;           -->  size_t gap = (unsigned long long)q - (unsigned long long)p;
    q = (p + 255) & ~255ull;      -->  q = (hipDeviceptr_t)(((unsigned long long)p + 255) & ~255ull);
    fetch(surface);               -->  fetch((hipTextureObject_t)surface);   one type in CUDA, two in HIP
    number = plan;                -->  number = retarget_hip::fft_number(plan);   an `int` in CUDA
    plan = number;                -->  plan = retarget_hip::fft_plan(number);

Legal where clang knows the types: C casts, which C and C++ share. What a macro's body computes is reported, and so is
`target op= operand` where the target must not be written twice. The numbers of plans are given by a support header,
which C lacks: there, and in macros, they are errors.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from retarget.source.text import Edit
from retarget.translation.file import File, Finding, Need
from retarget.translation.rule import Vocabulary, rule
from retarget.unit import Conversion, Update
from retarget.unit.parse import Interest

HANDLES = frozenset(
    "CUdeviceptr CUtexObject CUsurfObject cudaTextureObject_t cudaSurfaceObject_t CUmemGenericAllocationHandle".split()
) | {"cufftHandle"}
_PLAN, _PLANS = "cufftHandle", "fft_plans"  # an `int`, and the support header that numbers them
_CASTS = {"integer": "(unsigned long long)", "bytes": "(char*)"}
_SUMS = ("+=", "-=")


def _asks(vocabulary: Vocabulary) -> Interest:
    return Interest(handles=HANDLES if HANDLES & vocabulary.words else frozenset())


@rule("handles", asks=_asks)
def handles(file: File) -> Iterator[Finding]:
    if not HANDLES.isdisjoint(file.own_names):
        return
    yield from (d for d in file.unit.diagnostics if d.rule == "handles" and d.span and d.span.path == file.source.path)
    inserted: list[tuple[int, int, str]] = []
    for conversion in file.unit.conversions:
        if conversion.span.path != file.source.path or file.source[conversion.span] == ":":  # `for (T x : range)`
            continue
        if conversion.handle == _PLAN:
            yield from _numbered(file, conversion)
        elif conversion.is_written:
            inserted += _inserted(file, conversion)
        else:
            yield _refused(file, conversion, "in the body of a macro")
    for update in file.unit.updates:
        if update.span.path == file.source.path:
            yield from _updated(file, update)
    # at one place, what encloses more stands outside
    for at, listed in groupby(sorted(inserted), key=lambda i: i[0]):
        yield Edit(file.source.span(at, at), "".join(text for _, _, text in listed), "handles")


def _inserted(file: File, conversion: Conversion) -> Iterator[tuple[int, int, str]]:
    """Insertions as place, order at that place, and text."""
    start, end = conversion.span.start, conversion.span.end
    cast = _CASTS.get(conversion.to) or f"({_hip(file, conversion.to)})"
    yield start, -end, cast + "(" * conversion.encloses
    if conversion.encloses:
        yield end, -start, ")"


def _numbered(file: File, conversion: Conversion) -> Iterator[Finding]:
    """The number of a plan, or the plan of a number."""
    if not conversion.is_written or file.unit.language == "c":
        yield _error(file, conversion)
        return
    start, end = (file.source.span(at, at) for at in (conversion.span.start, conversion.span.end))
    function = "fft_plan" if conversion.to == _PLAN else "fft_number"
    yield Edit(start, f"retarget_hip::{function}(", "handles")
    yield Edit(end, ")", "handles")
    yield Need(_PLANS, conversion.span)


def _error(file: File, found: Conversion | Update) -> Finding:
    told = f"'{found.handle}' is a number in CUDA and '{_hip(file, found.handle)}' a pointer: keep it in its own type"
    return file.error("handles", found.span, told)


def _hip(file: File, name: str) -> str:
    pointers = "*" * name.count("*")
    row = file.dialect.name(name.rstrip("*"))
    return (row.hip + pointers) if row else name


def _updated(file: File, update: Update) -> Iterator[Finding]:
    if update.handle == _PLAN:
        yield _error(file, update)
        return
    if len(update.operands) != 2 or not update.is_simple:
        yield _refused(file, update, "by an operator that cannot be taken apart here")
        return
    target, operand = update.operands
    between = file.source.span(target.end, operand.start)
    operator = file.source[between].strip()
    name = file.source[target]
    if operator in _SUMS:
        opened, closed = f"(char*){name} {operator[0]} ", ""
    else:
        opened, closed = f"({_hip(file, update.handle)})((unsigned long long){name} {operator[:-1]} ", ")"
    if update.encloses:
        opened, closed = opened + "(", closed + ")"
    yield Edit(between, f" = {opened}", "handles")
    if closed:
        yield Edit(file.source.span(operand.end, operand.end), closed, "handles")


def _refused(file: File, found: Conversion | Update, where: str) -> Finding:
    hip = _hip(file, found.handle)
    return file.warning(
        "handles",
        found.span,
        f"'{found.handle}' is computed with {where}, and '{hip}' is a pointer: cast it to char* or to an integer there",
    )
