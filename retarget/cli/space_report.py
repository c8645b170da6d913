"""What `retarget space` prints: each kernel, its variants, what speaks against each, and what was refused."""

from __future__ import annotations

import click
from msgspec.structs import fields
from rich.console import Console
from rich.table import Table
from rich.text import Text

from retarget.cli import space_answers as answers
from retarget.schedule.explore import Exploration, Explored
from retarget.schedule.form.subject import Subject
from retarget.schedule.reasons import described, grouped
from retarget.schedule.refusal import Refusal
from retarget.source.text import located, rendered
from retarget.system.terminal import paint, terminal
from retarget.targets.amd.resources import Resources


def show(found: Exploration, verbose: bool) -> None:
    """Tables for the terminal; dropped variants one by one if asked, else counted by reason. What could not be read is
    reported on standard error."""
    console = terminal()
    for diagnostic in found.unread:
        click.echo(rendered(diagnostic, found.sources, paint), err=True)
    for kernel in found.kernels:
        _show_kernel(console, kernel, verbose)
    if found.is_cut_short:
        click.echo("interrupted: only some of the variants were compiled", err=True)
    if not found.kernels:
        console.print("no kernel found in the inputs that clang can parse")
        return
    count = sum(len(k.variants) for k in found.kernels)
    kept = sum(not v.dropped for k in found.kernels for v in k.variants)
    built = f"; {found.compiled} compiled in {found.compiled_in:.1f} s" if found.compiled else ""
    console.print(f"{len(found.kernels)} kernels: {count} variants in {found.generated_in:.1f} s, {kept} kept{built}")


def _show_kernel(console: Console, kernel: Explored, verbose: bool) -> None:
    subject = kernel.subject
    kept = [v for v in kernel.variants if not v.dropped]
    block = "block not proved" if subject.extent is None else f"block {' x '.join(map(str, subject.extent))}"
    counted = f" ({block}): {len(kernel.variants)} variants, {len(kept)} kept"
    console.print(Text.assemble((subject.function.name, "bold"), counted))
    table = Table(box=None, pad_edge=False, padding=(0, 1), header_style="bold")
    table.add_column("variant", overflow="fold", ratio=1)
    for name in ("VGPR", "spill", "scratch", "LDS", "occ"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("dropped", overflow="fold") if verbose else None
    if kernel.original is not None:
        table.add_row("original", *_figures(kernel.original), *([""] if verbose else []))
    for tried in kernel.variants if verbose else kept:
        table.add_row(str(tried.variant), *_figures(tried.resources), *([tried.dropped] if verbose else []))
    if table.row_count:
        console.print(table)
    if not verbose:
        for count, why, differ in grouped(v.dropped for v in kernel.variants if v.dropped):
            console.print(f"  {count} dropped{', such as' if differ else ''}: {why}", style="dim")
    for refusal in kernel.refusals:
        console.print(f"  refused: {described(subject, refusal)}", style="dim")
        for related in refusal.related:
            where = located(subject.users.by_path.get(related.span.path), related.span)
            console.print(f"    {related.message} ({where})", style="dim")
    console.print()


def _figures(r: Resources | None) -> tuple[str, ...]:
    if r is None:
        return ("",) * 5
    return str(r.vgprs), str(r.vgpr_spills), str(r.scratch_bytes), str(r.lds_bytes), str(r.occupancy)


def answer(found: Exploration) -> answers.Space:
    """What --json prints."""
    return answers.Space(
        unread=tuple(
            answers.Unread(d.span.path, (d.message, *(r.message for r in d.related))) for d in found.unread if d.span
        ),
        kernels=tuple(map(_kernel, found.kernels)),
        generated_seconds=round(found.generated_in, 3),
        compiled_seconds=round(found.compiled_in, 3),
        compiled=found.compiled,
    )


def _kernel(found: Explored) -> answers.KernelSpace:
    subject = found.subject
    written_at = subject.written
    return answers.KernelSpace(
        kernel=subject.function.name,
        at=located(subject.users.by_path[written_at.span.path], written_at.name_span),
        block=subject.extent,
        original=_resources(found.original),
        variants=tuple(
            answers.Variant(str(v.variant), v.dropped or None, _resources(v.resources)) for v in found.variants
        ),
        refusals=tuple(_refused(subject, r) for r in found.refusals),
    )


def _resources(found: Resources | None) -> answers.Resources | None:
    if found is None:
        return None
    return answers.Resources(**{f.name: getattr(found, f.name) for f in fields(answers.Resources)})


def _refused(subject: Subject, refusal: Refusal) -> answers.Refused:
    source = subject.users.by_path.get(refusal.span.path)
    line = source.position(refusal.span.start)[0] if source else 0
    return answers.Refused(refusal.why, refusal.steps, f"{refusal.span.path}:{line}")
