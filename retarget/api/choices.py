"""What a tuning chose for a program: kept by the program's text, shown, and applied."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.api.inputs import Inputs
from retarget.api.translating import Result
from retarget.errors import OutputError
from retarget.schedule.schedule import read_schedules
from retarget.source.reach import reached
from retarget.system.cache import cache_folder
from retarget.targets.amd.architecture import UnknownArchitecture, architecture
from retarget.targets.amd.compiler import find_compiler, known_architectures
from retarget.targets.parsed import Parsed
from retarget.targets.registry import target_of
from retarget.targets.target import Target
from retarget.targets.tools import Wishes
from retarget.translation import emit
from retarget.translation.emit import STDOUT, Layout, place_of
from retarget.translation.file import Options
from retarget.translation.lock import TextOptions
from retarget.translation.merge import Program
from retarget.translation.output_ownership import home
from retarget.translation.walk import Request, configurations_of, flags_of, roots_of
from retarget.tuning import measurements
from retarget.tuning.by_kernel import TunedKernel, kernels
from retarget.tuning.record import Record

_ANY = "gfx90a"  # where no architecture of AMD's is known


class Choice(Struct, frozen=True):
    """What a tuning of a program chose, and the whole record of it."""

    inputs: Inputs
    record: Record

    @property
    def schedules(self) -> dict[str, str]:
        """By kernel, the schedule that was chosen for it; kernels whose original is the best have none."""
        return {c.kernel: c.schedule for c in self.record.choices if c.schedule}

    @property
    def kernels(self) -> tuple[TunedKernel, ...]:
        """Each with its variants, their times, and why others were dropped; the slowest kernel first."""
        return kernels(self.record)

    def request(self) -> Request:
        """The program with what was chosen for it, to be translated."""
        chosen = [c for c in self.record.choices if c.schedule]
        where = f", on {self.record.device}" if self.record.is_measured else ""
        reasons = {c.kernel: f"{c.schedule}: {c.reason}{where}" for c in chosen}
        asked = request_of(self.inputs, self.record.architecture)
        return replace(asked, schedules=read_schedules(self._lines()), reasons=reasons)

    def program(self, target: Target, layout: Layout) -> Program:
        """The program with what was chosen for it, translated. Raises BadSchedule, InputError."""
        from retarget.schedule.scheduling import scheduled_program  # noqa: PLC0415  (symbolic algebra is slow to import)

        return scheduled_program(self.request(), target.translation, layout.spelling)

    def applied(self, to: str | Target = "amd", output: str | None = None) -> Result:
        """The same with its outputs, which are not written yet. output: a folder, or a file for one input, which then
        holds the support code too; by default, files and a folder of support headers beside the inputs. Raises
        BadSchedule, InputError, OutputError."""
        target = target_of(to)
        if output == STDOUT and len(self.inputs.inputs()) != 1:
            raise OutputError("the standard output holds one file: give a folder")
        place = place_of(output, False, len(self.inputs.inputs()))
        layout = target.layout(place, self.inputs.folder(), output or "")
        program, request = self.program(target, layout), self.request()
        found, arch = emit.outputs(program, layout), self.record.architecture or _ANY
        settings = TextOptions(arch, schedules=self._lines(), reasons=request.reasons)
        kept_in = home(layout, self.inputs.inputs())
        made = (program, found, Parsed(), layout, Wishes((arch,)), settings)
        return Result(target, self.inputs, *made, configurations_of(request), kept_in)

    def _lines(self) -> tuple[str, ...]:
        """The schedules, as `--schedule` takes them."""
        return tuple(f"{c.kernel}: {c.schedule}" for c in self.record.choices if c.schedule)


def apply(
    given: Inputs | str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    to: str = "amd",
    output: str | None = None,
) -> Result:
    """A program with what the last tuning of it chose; nothing is written. Raises measurements.Unusable where there was
    none, BadSchedule, InputError, OutputError."""
    return last_choice(Inputs.of(given), to).applied(to, output)


def last_choice(inputs: Inputs, target: str | None = None) -> Choice:
    """The last tuning of a program, for a target, or for another one if there is none. Raises measurements.Unusable
    where nothing is known."""
    folder, key = cache_folder(), program_key(request_of(inputs))
    found = measurements.last_record(folder, key, target) or measurements.last_record(folder, key)
    if found is None:
        raise measurements.Unusable("no tuning of this program, as it is now, is known", "`retarget tune` it first")
    return Choice(inputs, found)


def request_of(inputs: Inputs, wanted: str = "") -> Request:
    """The translation of a program that is tuned. wanted: the architecture of the device; of those that are not AMD's
    nothing depends on it."""
    name = wanted if wanted.startswith("gfx") else _ANY
    try:
        found = architecture(name)
    except UnknownArchitecture:  # in the table; the compiler may know it
        found = architecture(name, known_architectures(find_compiler()))
    return inputs.request(Options((found,)))


def program_key(request: Request) -> str:
    """The digest of a program's text and flags."""
    flags = flags_of(request)
    paths = {s.path for root in roots_of(request) for s in reached(root, flags[root.path])}
    texts = (Path(p).read_bytes().decode("latin-1") for p in sorted(paths))
    return measurements.tuning_key(*texts, *(repr(flags[p]) for p in sorted(flags)))
