"""Schedules applied to a program: edits of its CUDA text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from textwrap import wrap
from types import MappingProxyType

from msgspec import Struct, field

from retarget.schedule.form.coarsened_launches import launch_edits, signature
from retarget.schedule.form.fresh import Names
from retarget.schedule.form.friendships import is_friend
from retarget.schedule.form.handing import declarations, indexed_version
from retarget.schedule.form.kernel import definition, launch_name
from retarget.schedule.form.quote import Quote
from retarget.schedule.form.readable import unreadable
from retarget.schedule.form.subject import Subject
from retarget.schedule.readings import beside, readings
from retarget.schedule.refusal import RULE, Unsuited
from retarget.schedule.steps import Variant
from retarget.schedule.support_headers import headers
from retarget.source.text import Diagnostic, Edit, Severity, Span
from retarget.translation.file import Need
from retarget.unit import Unit

_COMMENT = 97  # columns of a comment's text


class Applied(Struct, frozen=True):
    """Edits of the program's CUDA text, and what there is to say; `coarsened`: the kernels (usr) that are; owners: of
    the edits that write whole functions, the kernels that need them; needs: of support headers, by what is written."""

    edits: tuple[Edit, ...]
    diagnostics: tuple[Diagnostic, ...]
    coarsened: frozenset[str]
    owners: Mapping[Edit, frozenset[str]] = field(default_factory=dict)
    needs: tuple[Need, ...] = ()


def applied(
    units: Sequence[Unit],
    chosen: Sequence[tuple[Subject, Sequence[Variant]]],
    severity: Callable[[Subject], Severity] = lambda _: Severity.WARNING,
    reasons: Mapping[str, str] = MappingProxyType({}),
    chooses: bool = False,
    instance: str | None = None,
) -> Applied:
    """Coarsens the kernels in `chosen` (with their variants); those that have no such form
    are reported, with the severity given, and keep their own. reasons: by kernel, why it is so, for a comment in front.
    chooses: whether the environment chooses among the variants and the original; instance: where a driver's calls
    launch them, the template arguments, if any."""
    owners: dict[Edit, frozenset[str]] = {}
    said: list[Diagnostic] = []
    named: dict[str, str] = {}
    taken: dict[str, frozenset[str]] = {}
    definitions: list[Edit] = []

    def own(edit: Edit, usr: str) -> None:
        owners[edit] = owners.get(edit, frozenset()) | {usr}

    for subject, variants in chosen:
        usr = subject.function.usr
        if usr in named:
            continue
        try:
            text = definition(subject, variants, linkage(subject), chooses, instance)
            helpers = list(_helpers(subject)) if _needs_versions(subject, variants) else []
        except Unsuited as reason:
            said.append(subject.at_users_place(reason.refusal).diagnostic(subject.function.name, severity(subject)))
            continue
        for helper in helpers:
            own(helper, usr)
        named[usr], taken[usr] = launch_name(subject), subject.taken
        written = subject.written.span
        if subject.function.has_c_linkage:
            text = f'\nextern "C++" {{\n{text}\n}}\n'
        why = reasons.get(subject.function.name)
        comment = "".join(f"\n// {line}" for line in _lines(why or ""))
        if subject.users.by_path[written.path].text.startswith("\n\n", written.end):  # an empty line follows
            text = text.removesuffix("\n")
        definitions.append(Edit(Span(written.path, written.end, written.end), f"\n{comment}{text}", RULE))
        own(definitions[-1], usr)
    launches: list[Edit] = []
    forms = {subject.function.usr: subject for subject, _ in chosen}
    for usr, prototype in _prototypes(units, named, taken, forms):
        own(prototype, usr)
        launches.append(prototype)
    for found in launch_edits(list(units), named):
        if isinstance(found, Edit):
            launches.append(found)
        else:
            said.append(found)
    edits = tuple(dict.fromkeys((*owners, *launches)))
    needs = tuple(headers(units, definitions, launches, chooses))
    return Applied(edits, tuple(dict.fromkeys(said)), frozenset(named), owners, needs)


def _lines(text: str) -> Iterator[str]:
    """A comment's lines; a backslash at the end of one would make the next one part of it."""
    return (line.rstrip("\\") for line in wrap(text, _COMMENT, break_long_words=False, break_on_hyphens=False))


def subjects(
    units: Sequence[Unit], extents: Mapping[str, tuple[int, int, int]], blocks: Mapping[str, int]
) -> Iterator[Subject]:
    """The kernels that are defined, each once, with what is proved of their blocks."""
    done: set[tuple[str, int]] = set()
    known = readings(units)
    for unit in units:
        for function in unit.functions:
            place = (function.span.path, function.span.start)
            has_text = function.is_written or function.lacks_parameters
            is_new = function.is_kernel and has_text and place not in done
            if is_new and unreadable(function, unit) is None:
                done.add(place)
                subject = Subject(function, unit, extents.get(function.usr), blocks.get(function.usr))
                yield beside(subject, [r for r in known[place] if r[0] is not function])


def _needs_versions(subject: Subject, variants: Sequence[Variant]) -> bool:
    """Whether functions are handed indices: those of the thread itself they find, but for what stands in the kernel,
    where the names are variables."""
    own = subject.function.span
    spans = (subject.functions[usr].span for usr in subject.indexed_functions)
    inside = any(s.path == own.path and own.start <= s.start < own.end for s in spans)
    return inside or any(v.factors.moves_indices for v in variants)


def _helpers(subject: Subject) -> Iterator[Edit]:
    """Device functions that are handed the indices, each behind the one that finds them itself."""
    for usr in subject.indexed_functions:
        yield from declarations(subject, usr)
        span = subject.in_users_text(usr).span
        yield Edit(Span(span.path, span.end, span.end), f"\n\n{indexed_version(subject, usr)}", RULE)


def _prototypes(
    units: Sequence[Unit], named: Mapping[str, str], taken: Mapping[str, frozenset[str]], forms: Mapping[str, Subject]
) -> Iterator[tuple[str, Edit]]:
    """Declarations of the launching functions behind those of their kernels (usr)."""
    functions = {f.usr: f for u in units for f in u.functions}
    for unit in units:
        for kernel in unit.kernels:
            if kernel.usr in named and not kernel.is_definition:
                source = unit.by_path[kernel.span.path]
                end = source.text.find(";", kernel.span.end) + 1
                origin = functions[kernel.usr]
                home = next(u for u in units if origin.span.path in u.by_path)
                quote = Quote(home.by_path[origin.span.path], home.left_out_of_bodies)
                if origin.lacks_parameters:
                    origin, quote = forms[kernel.usr].function, forms[kernel.usr].quote
                words = 'extern "C++" ' if origin.has_c_linkage else ""
                words = "friend " if is_friend(source.text, kernel.name_span.start) else words
                head = kernel.template if kernel.template_names == origin.template_names else ""
                names = Names(taken[kernel.usr])
                text = signature(origin, named[kernel.usr], quote, names, words, kernel.defaults, head)
                yield kernel.usr, Edit(source.span(end, end), f"\n{text};", RULE)


def linkage(subject: Subject) -> str:
    """The words that the launching function takes over from the kernel."""
    function = subject.function
    head = subject.quote.text(function.span.start, function.name_span.start).split()
    if "static" in head:
        return "static "
    return "inline " if "inline" in head or "__forceinline__" in head else ""
