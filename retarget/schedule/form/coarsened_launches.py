"""Launches of a coarsened kernel.

    k<<<grid, block, shared, stream>>>(a, n);   -->   k_launch(retarget::on(grid, block, shared, stream), a, n);

and beside the kernel

    void k_launch(const retarget::Launch& launch, float* a, int n) {
        if (const retarget::Fit<k_variant> fit{launch, k_coarsened<k_variant>})
            k_coarsened<k_variant><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, a, n);
        else
            k<<<launch.grid, launch.block, launch.shared, launch.stream>>>(a, n);
    }

Legal always: what does not fit runs the original. A launch by way of a pointer keeps it too, and a diagnostic says so.
Where the kernel is a macro's argument, the macro's use is written out, if `expanding` can.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from retarget.analysis.macros import macros
from retarget.schedule.form.expanding import MacroDefinition, MacroUse, expansion_of, macros_of, uses_of
from retarget.schedule.form.fresh import Names
from retarget.schedule.form.quote import Quote
from retarget.schedule.form.spelling import default_texts, parameter_names, parameter_texts
from retarget.schedule.refusal import RULE, Unsuited
from retarget.source.brackets import before_arguments
from retarget.source.launch_spelling import closing_bracket, mended, split_brackets
from retarget.source.lexer import COMMENT, NAME, Token, code, tokens
from retarget.source.text import Diagnostic, Edit, Severity, Source, Span, apply
from retarget.unit import Launch, Unit
from retarget.unit.tree import Function

_TEMPLATE = re.compile(r"@FT@")  # in clang's identity of one
_OF_KERNELS = re.compile(r"\b__grid_constant__\s*")  # what no other function's parameters may have
_KEPT = "it keeps the original kernel"


class Entry(Struct, frozen=True):
    """A set of factors by the name of its struct, and the coarsened kernel that it is an argument of."""

    name: str
    kernel: str


def dispatch(
    function: Function,
    launch: str,
    variants: Sequence[Entry],
    quote: Quote,
    names: Names,
    linkage: str,
    chooses: bool,
) -> str:
    """The function that launches a kernel, coarsened where that fits. chooses: whether the environment says which of
    several variants runs, or the original; else there is one. names: for the text."""
    head = signature(function, launch, quote, names, linkage, default_texts(function, quote))
    on, fitting, run, chosen, noted = map(names, ("launch", "fit", "run", "chosen", "noted"))
    packed = ["..." if p.is_pack else "" for p in function.parameters]
    arguments = ", ".join(map("".join, zip(parameter_names(function, names, hides=False), packed, strict=True)))
    template = quote.text(function.template.start, function.template.end) if function.template else ""
    given = [f"{t}..." if re.search(rf"\.\.\.\s*{t}\b", template) else t for t in function.template_names]
    if function.template and any(t.endswith("...") for t in given[:-1]):
        raise Unsuited(function.template, "a parameter of this template stands behind a pack")
    own = f"<{', '.join(given)}>" if function.template else ""
    more = "".join(f", {t}" for t in given)
    passed = f"{fitting}.logical{', ' if arguments else ''}{arguments}"
    original = f"{function.name}{own}<<<{on}.grid, {on}.block, {on}.shared, {on}.stream>>>({arguments});"

    def fit(v: Entry) -> str:
        return f"if (const retarget::Fit<{v.name}> {fitting}{{{on}, {v.kernel}<{v.name}{more}>}})"

    def launched(v: Entry) -> str:
        physical = f"{fitting}.grid, {fitting}.block, {fitting}.shared, {on}.stream"
        return f"{v.kernel}<{v.name}{more}><<<{physical}>>>({passed});"

    if not chooses:
        only = variants[0]
        return f"""{head} {{
    {fit(only)}
        {launched(only)}
    else
        {original}
}}
"""
    cases = "".join(
        f"""        case {at}:
            {fit(v)} {{
                const retarget::Noted {noted}("{function.name}", {at}, true, {on});
                {launched(v)}
                return;
            }}
            break;
"""
        for at, v in enumerate(variants, 1)
    )
    counted = f'"{function.name}", {len(variants)}, {on}'
    return f"""{head} {{
    const auto {run} = [&](int {chosen}) {{
        switch ({chosen}) {{
{cases}        }}
        const retarget::Noted {noted}("{function.name}", {chosen}, {chosen} == 0, {on});
        {original}
    }};
    retarget::rehearse({counted}, {run}{", " if arguments else ""}{arguments});
    {run}(retarget::chosen({counted}));
}}
"""


def entries(launch: str, fits: str, checksum: str, variants: Sequence[Entry], arguments: str) -> str:
    """What a driver's calls need besides the kernels: one that tells the physical configuration of a launch for each
    variant, by the rule of the dispatch; one that adds up memory, each word mixed with its place by SplitMix64's
    finalizer (Steele, Lea and Flood, OOPSLA 2014); and, of a template, the instance with these arguments (such as
    `<double>`)."""
    kept = f"\n__attribute__((used)) static void {launch}_kept() {{ (void)&{launch}{arguments}; }}\n"
    told = "".join(
        f"    made[{at}] = retarget::fitted<{v.name}>(grid, block, shared, most_threads[{at}], units);\n"
        for at, v in enumerate(variants)
    )
    asked = "dim3 grid, dim3 block, unsigned shared, const unsigned* most_threads, unsigned units"
    summed = "const unsigned long long* data, unsigned long long words"
    return f"""{kept if arguments else ""}
extern "C" __global__ void {fits}({asked}, retarget::Fitted* made) {{
{told}}}

extern "C" __global__ void {checksum}({summed}, unsigned long long* sum) {{
    unsigned long long own = 0, step = 1ull * gridDim.x * blockDim.x;
    for (unsigned long long at = 1ull * blockIdx.x * blockDim.x + threadIdx.x; at < words; at += step) {{
        unsigned long long mixed = data[at] + at * 0x9e3779b97f4a7c15ull;
        mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9ull;
        mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebull;
        own += mixed ^ (mixed >> 31);
    }}
    atomicAdd(sum, own);
}}
"""


def signature(
    function: Function,
    launch: str,
    quote: Quote,
    names: Names,
    linkage: str,
    defaults: Sequence[str],
    template: str = "",
) -> str:
    """defaults: those that this declaration of the kernel gives its parameters, with their `=`; template: what it has
    in front, if not what the definition has."""
    own = quote.text(function.template.start, function.template.end) if function.template else ""
    template = f"{template or own}\n" if own else ""
    plain = (_OF_KERNELS.sub("", text) for text in parameter_texts(function, quote, names, hides=False))
    given = zip(plain, defaults, strict=True)
    on = f"const retarget::Launch& {names('launch')}"
    listed = ", ".join([on, *(f"{text} {default}".strip() for text, default in given)])
    return f"{template}{linkage}void {launch}({listed})"


class _LaunchSite(Struct, frozen=True):
    """A launch by a kernel's name. opening: what `<<<` spans; closing: from `>>>` to the bracket of the arguments."""

    usrs: frozenset[str]
    name: Token
    opening: tuple[int, int]
    closing: tuple[int, int]
    has_arguments: bool
    in_body: bool = False  # of a macro


def launch_edits(units: Sequence[Unit], named: Mapping[str, str]) -> Iterator[Edit | Diagnostic]:
    """Edits of every launch of the kernels in `named` (by usr, the names of the functions that launch them), in all
    files of the units."""
    abroad, ran = _of_templates_elsewhere(units, named), launched(units, named)
    names = {k.usr: k.name for unit in units for k in unit.kernels if k.usr in named}
    for place in abroad.values():
        message = f"a template that another unit defines is launched here: {_KEPT}"
        yield Diagnostic(RULE, Severity.WARNING, place, message)
    for unit in units:
        told: list[Span] = []  # the places of launches of which an edit or a message tells
        bodies: set[str] = set()  # the kernels that macros' bodies name
        for source in unit.sources:
            here = {usr: name for usr, name in named.items() if (source.path, usr) not in abroad}
            for found in _sites(source, _by_name(unit, here), here, unit):
                if isinstance(found, Diagnostic):
                    told += [found.span] if found.span else []
                    yield found
                    continue
                told.append(source.span(found.name.start, found.closing[1]))
                bodies |= {found.name.text} if found.in_body else set()
                yield from _replaced(found, here, source)
            for edit in _written_out(source, unit, here):
                told.append(edit.span)
                yield edit
        launches = [x for x in unit.launches if x.kernel in named]
        for launch in (x for x in launches if (x.span.path, x.kernel) not in abroad):
            is_edited = launch.in_macro and launch.name in bodies
            if not is_edited and not any(map(launch.span.overlaps, told)):
                how = "launches" if launch.in_macro else "gives the name of"
                message = f"a macro {how} '{launch.name}' here: {_KEPT}; write the launch out"
                yield Diagnostic(RULE, Severity.WARNING, launch.span, message)
        yield from _named_otherwise(unit, ran, [*told, *(x.span for x in launches)], names)


def _of_templates_elsewhere(units: Sequence[Unit], usrs: Collection[str]) -> dict[tuple[str, str], Span]:
    """The launches, by file and kernel, of templates that a unit which reads the launch does not define: it would have
    no instance of what launches them."""
    found: dict[tuple[str, str], Span] = {}
    for unit in units:
        defined = {f.usr for f in unit.functions}
        for launch in (x for x in unit.launches if x.kernel in usrs and x.kernel not in defined):
            if _TEMPLATE.search(launch.kernel):
                found.setdefault((launch.span.path, launch.kernel), launch.span)
    return found


def launched(units: Sequence[Unit], usrs: Collection[str]) -> set[str]:
    """The kernels among some that a launch in the program names; others run by way of pointers, or not at all."""
    sites = (
        site
        for unit in units
        for source in unit.sources
        for site in _sites(source, _by_name(unit, usrs), usrs, unit)
        if isinstance(site, _LaunchSite)
    )
    by_macros = {x.kernel for unit in units for s in unit.sources for _, x in _given_to_macros(s, unit, usrs)}
    return {usr for site in sites for usr in site.usrs} | by_macros


def _given_to_macros(source: Source, unit: Unit, among: Collection[str]) -> Iterator[tuple[MacroUse, Launch]]:
    """The uses of macros that launch what they are given, each with a kernel that it launches."""
    given = (x for x in unit.launches if x.in_macro and not x.on_device)
    listed = [x for x in given if x.kernel in among and x.span.path == source.path]
    if not listed:
        return
    defined, words = unit.once(macros_of), code(source.text)
    outermost = tuple(uses_of(words, 0, len(source.text), defined))
    for launch in listed:
        around: Sequence[MacroUse] = outermost
        # the place of such a launch is that of its kernel among the arguments
        while use := next((u for u in around if u.start < launch.span.start < u.end), None):
            if (macro := defined[use.name]) and _launches_parameter(macro):
                yield use, launch
                break
            around = tuple(uses_of(words, use.start + len(use.name), use.end, defined))


def _launches_parameter(macro: MacroDefinition) -> bool:
    words = macro.words
    names = (_name_before(words, i) for i, t in enumerate(words) if t.text == "<<<")
    return any(at is not None and words[at].text in (macro.parameters or ()) for at in names)


def _written_out(source: Source, unit: Unit, named: Mapping[str, str]) -> Iterator[Edit]:
    """Such uses, written out with the launches of the kernels in `named`."""
    by_use: dict[MacroUse, dict[str, set[str]]] = {}
    for use, launch in _given_to_macros(source, unit, named):
        by_use.setdefault(use, {}).setdefault(launch.name, set()).add(launch.kernel)
    for use, kernels in by_use.items():
        text = expansion_of(use, unit.once(macros_of))
        if text is None or any(len(usrs) > 1 for usrs in kernels.values()):
            continue
        written = Source(source.path, mended(text))
        listed = [t for t in tokens(written.text) if t.kind != COMMENT]
        sites = [_site(listed, i, kernels) for i, t in enumerate(listed) if t.text == "<<<"]
        made = [e for site in sites if site for e in _replaced(site, named, written)]
        if made:
            whole = apply(written, made)
            yield Edit(source.span(use.start, use.end), whole, RULE)


def _site(listed: list[Token], at: int, kernels: Mapping[str, Collection[str]]) -> _LaunchSite | None:
    """A launch by the name of one of these kernels, by its `<<<`."""
    name, closing = _name_before(listed, at), closing_bracket(listed, at)
    if name is None or listed[name].text not in kernels or closing is None or closing + 2 >= len(listed):
        return None
    if listed[closing + 1].text != "(":
        return None
    opened, closed = (listed[at].start, listed[at].end), (listed[closing].start, listed[closing + 1].end)
    usrs = frozenset(kernels[listed[name].text])
    return _LaunchSite(usrs, listed[name], opened, closed, listed[closing + 2].text != ")")


def _replaced(site: _LaunchSite, named: Mapping[str, str], source: Source) -> Iterator[Edit]:
    suffix = named[min(site.usrs)].removeprefix(site.name.text)
    yield Edit(source.span(site.name.end, site.name.end), suffix, RULE)
    yield Edit(source.span(*site.opening), "(retarget::on(", RULE)
    yield Edit(source.span(*site.closing), "), " if site.has_arguments else ")", RULE)


def _by_name(unit: Unit, usrs: Collection[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for kernel in unit.kernels:
        if kernel.usr in usrs:
            found.setdefault(kernel.name, []).append(kernel.usr)
    return found


def _sites(
    source: Source, by_name: Mapping[str, list[str]], among: Collection[str], unit: Unit
) -> Iterator[_LaunchSite | Diagnostic]:
    places = {(x.span.path, x.span.start, x.span.end): x for x in unit.launches if x.kernel in among}
    written = [t for t in tokens(source.text) if t.kind != COMMENT]
    listed = [t for t in tokens(mended(source.text)) if t.kind != COMMENT]
    ends = {start: end for start, end, _ in split_brackets(written)}  # of brackets with blanks inside
    for i, token in enumerate(listed):
        if token.text != "<<<":
            continue
        at = _name_before(listed, i)
        if at is None:
            continue
        name = listed[at]
        if token.directive == "define" and _is_parameter(source, name):  # each use says which kernel
            continue
        known = [p for p in places if p[0] == source.path and p[1] <= name.start < p[2]]
        by_macro = [x for x in places.values() if x.in_macro] if token.directive == "define" else []
        if any(x.on_device and x.name == name.text for x in (*by_macro, *(places[p] for p in known))):
            message = f"'{name.text}' is launched from device code here: {_KEPT}"
            yield Diagnostic(RULE, Severity.WARNING, source.span(name.start, name.end), message)
            continue
        usrs = {places[p].kernel for p in known if places[p].name == name.text}
        if not usrs and name.text in by_name and (token.directive == "define" or not unit.parsed):
            usrs = set(by_name[name.text])
        if not usrs:
            for p in known:
                message = f"this launch of '{places[p].name}' is spelled by a macro: {_KEPT}; write it out"
                yield Diagnostic(RULE, Severity.WARNING, source.span(name.start, name.end), message)
            continue
        closing = closing_bracket(listed, i)
        if closing is None or closing + 2 >= len(listed) or listed[closing + 1].text != "(":
            message = f"the arguments of this launch of '{name.text}' are not in its text: {_KEPT}; write them out"
            yield Diagnostic(RULE, Severity.WARNING, source.span(name.start, name.end), message)
            continue
        opened = (token.start, ends.get(token.start, token.end))
        closed = (listed[closing].start, listed[closing + 1].end)
        in_body = token.directive == "define"
        yield _LaunchSite(frozenset(usrs), name, opened, closed, listed[closing + 2].text != ")", in_body)


def _is_parameter(source: Source, name: Token) -> bool:
    """Whether a word of a macro's body is a parameter of it."""
    around = (m for several in macros(source.text).values() for m in several if m.start <= name.start < m.end)
    return any(name.text in (m.parameters or ()) for m in around)


def _named_otherwise(
    unit: Unit, ran: Collection[str], told: Collection[Span], names: Mapping[str, str]
) -> Iterator[Diagnostic]:
    """Places that take a coarsened kernel as a value, in whatever spelling: of each kernel and file the first. ran: the
    kernels that launches name: a schedule of any other does nothing; names: of the coarsened kernels, by usr."""
    taken: dict[tuple[str, str], Span] = {}
    for usr, span in unit.kernel_names:
        if usr in names and not any(map(span.overlaps, told)):
            taken.setdefault((span.path, usr), span)
    for (_, usr), span in taken.items():
        message = f"'{names[usr]}' is named here: launches through this name keep the original kernel"
        yield Diagnostic(RULE, Severity.NOTE if usr in ran else Severity.WARNING, span, message)


def _name_before(listed: Sequence[Token], at: int) -> int | None:
    """The index of the kernel's name in front of `<<<`, template arguments passed over."""
    i = before_arguments(listed, at - 1) if at else -1
    return i if i >= 0 and listed[i].kind == NAME else None
