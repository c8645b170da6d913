"""`retarget capture`: runs a program, keeps its launches, replays them, and shows what is kept."""

from __future__ import annotations

from collections.abc import Sequence

import click
from msgspec import Struct
from rich.table import Table
from rich.text import Text

from retarget.api.capturing import capture, open_capture, prove
from retarget.capture.contents import Capture, Proof
from retarget.capture.folder import CaptureFolder
from retarget.capture.sample import SHARE
from retarget.system import exits, progress, typed_json
from retarget.system.ending import ending
from retarget.system.size import shown_size
from retarget.system.terminal import remark, terminal
from retarget.targets.demangle import kernel_name

_SHOW, _PROVE = "show", "prove"


class CaptureOptions(Struct, frozen=True):
    """The options of `capture`, as given. memory: bytes."""

    output: str
    memory: int
    no_proof: bool
    force: bool
    as_json: bool
    verbose: bool


def carry_out(what: Sequence[str], words: Sequence[str], asked: CaptureOptions) -> int:
    """Returns the exit code."""
    if words and what:
        raise click.UsageError(f"'{what[0]}' stands before --: there, only {_SHOW} or {_PROVE} and a capture do")
    if words:
        return _capture(words, asked)
    if len(what) != 2 or what[0] not in (_SHOW, _PROVE):
        raise click.UsageError("name the program behind --, such as: retarget capture -- ./app")
    folder = open_capture(what[1])
    if what[0] == _PROVE:
        _prove(folder)
    _tell(folder, asked)
    return _code(folder.capture)


def _capture(words: Sequence[str], asked: CaptureOptions) -> int:
    folder, code = capture(words, asked.output, asked.memory, asked.force)
    if code:
        remark(f"warning: the program ended with {ending(code)}")
    if folder.capture.is_of_processor:
        remark(f"to replay it: retarget verify FILES --capture {folder.folder}")
    elif not asked.no_proof:
        _prove(folder)
    _tell(folder, asked)
    return exits.UNTUNABLE if code else _code(folder.capture)


def _code(found: Capture) -> int:
    """A capture of which nothing can be replayed is of no use."""
    return exits.UNTUNABLE if found.proofs and all(p.why for p in found.proofs) else exits.OK


def _prove(folder: CaptureFolder) -> None:
    with progress.counted("replaying launches", len(folder.capture.launches)) as one:
        prove(folder, lambda *_: one())


def _tell(folder: CaptureFolder, asked: CaptureOptions) -> None:
    found = folder.capture
    if asked.as_json:
        click.echo(typed_json.text(found))
        return
    console = terminal()
    console.print(_kernels(found))
    if asked.verbose:
        console.print(_launches(found))
    for line in _remarks(found):
        console.print(Text(line))
    spent = sum(p.seconds for p in found.processes)
    took = f"; reading and writing them took {spent:.2g} s of the run" if spent else ""
    console.print(Text(f"{folder.folder}: {len(found.launches)} launches, {shown_size(folder.pieces.bytes())}{took}"))


def _kernels(found: Capture) -> Table:
    """Kernels by their share of the device's time."""
    table = Table(box=None, pad_edge=False)
    for name, where in (("kernel", "left"), ("share", "right"), ("launches", "right"), ("ms", "right"),
                        ("captured", "right"), ("replays", "left")):  # fmt: skip
        table.add_column(name, justify=where, overflow="fold")  # type: ignore[arg-type]
    whole = sum(found.by_kernel.values())
    rest, small = 0.0, 0
    own = {l.kernel for l in found.launches}
    for kernel in [*found.by_kernel, *sorted(own - set(found.by_kernel))]:
        ms = found.by_kernel.get(kernel, 0.0)
        if kernel not in own and ms < SHARE * whole:
            rest, small = rest + ms, small + 1
            continue
        numbers = [n for n, l in enumerate(found.launches) if l.kernel == kernel]
        count = sum(t.count for t in found.totals if t.kernel == kernel)
        share = f"{100 * ms / whole:.1f} %" if whole else ""
        table.add_row(
            Text(kernel_name(kernel)), share, str(count or ""), f"{ms:.3f}" if ms else "", str(len(numbers)),
            _replays([found.proof(n) for n in numbers]) if numbers else Text(_why(found, kernel), "yellow"),
        )  # fmt: skip
    if small:
        table.add_row(Text(f"{small} more", "dim"), f"{100 * rest / whole:.1f} %", "", f"{rest:.3f}", "", "")
    return table


def _why(found: Capture, kernel: str) -> str:
    unseen = "the recorder saw no launch of it: a graph holds it, or a kernel launches it"
    return next((r.why for r in found.refused if r.kernel == kernel), unseen)


def _replays(proofs: Sequence[Proof | None]) -> Text:
    if not any(proofs):
        return Text("not yet", "dim")
    wrong = [p.why for p in proofs if p and p.why]
    if wrong:
        return Text(f"{len(wrong)} of {len(proofs)} fail: {wrong[0]}", "red")
    varies = max(p.varies for p in proofs if p)
    return Text(f"right, but for {varies} bytes that vary by themselves" if varies else "exact", "green")


def _launches(found: Capture) -> Table:
    table = Table(box=None, pad_edge=False)
    for name in ("kernel", "grid", "block", "shared", "no.", "memory", "ms", "replay"):
        table.add_column(name, justify="left" if name in ("kernel", "replay") else "right", overflow="fold")
    for n, l in enumerate(found.launches):
        proof = found.proof(n)
        table.add_row(
            Text(kernel_name(l.kernel)), "x".join(map(str, l.grid)), "x".join(map(str, l.block)), str(l.shared),
            str(l.ordinal), shown_size(l.reach), f"{proof.ms:.4f}" if proof and proof.ms else "", _replays([proof]),
        )  # fmt: skip
    return table


def _remarks(found: Capture) -> list[str]:
    said = []
    for p in found.processes:
        if not p.ended:
            said.append(f"{p.program} ended before it could tell how long its launches took")
    own = {l.kernel for l in found.launches}
    others = {r.kernel: r.why for r in found.refused if r.kernel not in own and r.kernel not in found.by_kernel}
    said += [f"{kernel_name(kernel)}: not captured: {why}" for kernel, why in others.items()]
    return said
