"""Captured launches replayed on this processor, with kernels of the given sources: as they came, translated, in both
widths of a wave, in random orders, by schedules. No host program runs."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, partial
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from retarget.api.inputs import Inputs
from retarget.api.verifying import HostProgram, Runs, Untranslated
from retarget.capture.contents import CapturedLaunch
from retarget.capture.folder import CaptureFolder, opened
from retarget.capture.host_replays import ORDERS, HostReplays, ReplayEnd, ReplayPlan, ReplayRun
from retarget.capture.replay_text import (
    NoSource,
    ReplayedKernel,
    as_cuda,
    as_hip,
    defined_at,
    refused,
    replayed_kernel,
    texts,
)
from retarget.capture.symbol_names import symbol_name
from retarget.errors import DoesNotBuild
from retarget.source.lexer import NAME, tokens
from retarget.source.text import Severity
from retarget.system import exits
from retarget.targets.cpu.build import HostBuild, executable
from retarget.targets.cpu.compiler import BuildFailed, find_host_compiler
from retarget.targets.cpu.layout import Language, host_layout
from retarget.targets.cpu.located import located
from retarget.targets.cpu.same_output import TOLERANCE
from retarget.targets.cpu.target import CPU
from retarget.translation.merge import Program
from retarget.translation.severities import Level

LIMIT = 300.0  # seconds for a replay, where nothing else is asked


class LaunchReplays(Struct, frozen=True):
    """A captured launch, by its number, and its replays; why: there are none. at: where the sources define its kernel,
    if they do."""

    number: int
    launch: CapturedLaunch
    at: str
    why: str = ""
    runs: tuple[ReplayRun, ...] = ()


class CaptureVerification(Struct, frozen=True):
    """untried: kernels of whose schedules nothing was seen."""

    program: Program
    launches: tuple[LaunchReplays, ...]
    untried: tuple[str, ...] = ()

    @property
    def runs(self) -> tuple[ReplayRun, ...]:
        return tuple(run for one in self.launches for run in one.runs)

    @property
    def code(self) -> int:
        """Of `retarget.system.exits`."""
        ends = {run.end for run in self.runs}
        if ends & {ReplayEnd.DIFFERS, ReplayEnd.FAULT}:
            return exits.DIFFERENT
        if ReplayEnd.HUNG in ends:
            return exits.HUNG
        return exits.OK if ends else exits.UNTUNABLE


class _Built(Struct, frozen=True):
    """The executables of both languages; the kernels in both, and why others are in none, by their symbols."""

    programs: Mapping[Language, str]
    kernels: Mapping[str, ReplayedKernel]
    refused: Mapping[str, str]


class CapturedHostProgram(Struct, frozen=True, dict=True):
    """A program whose kernels are replayed on what a capture holds."""

    host: HostProgram
    folder: CaptureFolder

    @classmethod
    def of(cls, given: Inputs, folder: str, runs: Runs, levels: Sequence[Level] = ()) -> CapturedHostProgram:
        """Translates a program. Raises InputError, MissingTool, BadSchedule."""
        found = opened(Path(folder))
        return cls(HostProgram.of(given, replace(runs, limit=runs.limit or LIMIT), levels), found)

    def _unproved(self, number: int) -> str:
        proof = self.folder.capture.proof(number)
        if self.folder.capture.is_of_processor:
            return ""  # the original's replay shows it
        if proof is None:
            return f"no replay on a GPU has shown that it can be: retarget capture prove {self.folder.folder}"
        return f"it does not replay on the GPU: {proof.why}" if proof.why else ""

    @cached_property
    def _proved(self) -> dict[int, CapturedLaunch]:
        return {n: l for n, l in enumerate(self.folder.capture.launches) if not self._unproved(n)}

    @cached_property
    def built(self) -> _Built:
        """Raises DoesNotBuild, MissingTool."""
        by_symbol: dict[str, list[CapturedLaunch]] = {}
        for launch in self._proved.values():
            by_symbol.setdefault(launch.kernel, []).append(launch)
        found = {
            symbol: replayed_kernel(number, launches, self.host.program)
            for number, (symbol, launches) in enumerate(by_symbol.items())
        }
        why = {symbol: k.why for symbol, k in found.items() if isinstance(k, NoSource)}
        kernels = {symbol: k for symbol, k in found.items() if isinstance(k, ReplayedKernel)}
        programs = {}
        for language in (Language.CUDA, Language.HIP):
            programs[language], more = self._executable(language, tuple(kernels.values()))
            why |= more
            kernels = {symbol: k for symbol, k in kernels.items() if symbol not in why}
        return _Built(programs, kernels, why)

    def _executable(self, language: Language, kernels: Sequence[ReplayedKernel]) -> tuple[str, dict[str, str]]:
        """It, and why kernels, by their symbols, are not in it; no executable without any kernel."""
        layout = host_layout(self.host.inputs.folder(), self.host.inputs.inputs(), language)
        check = self.host.runs.sanitize and language is Language.HIP
        why: dict[str, str] = {}
        left = list(kernels) if language is Language.HIP else [replace(k, launcher="") for k in kernels]
        while left:
            written = texts(left, self._spell(language))
            build = HostBuild(self.host.program, layout, self.host.flags, language, check, replays=written)
            try:
                return executable(find_host_compiler(), build), why
            except BuildFailed as failure:
                against = refused(failure.output)
                if not against.keys() & {k.number for k in left}:
                    said = "\n".join(located(failure, self.host.program))
                    raise DoesNotBuild(f"the {language} program does not build for the host", said) from None
                bad = {k: against[k.number] for k in left if k.number in against}
                elsewhere = {k: k.otherwise(what) for k, what in bad.items()}
                why |= {
                    k.symbol: f"the sources do not take {k.name.spelled()}: {what}"
                    for k, what in bad.items()
                    if elsewhere[k] is None
                }
                left = [one for k in left if (one := elsewhere.get(k, k)) is not None]
        return "", why

    def _spell(self, language: Language) -> Callable[[str], str]:
        if language is Language.CUDA:
            return as_cuda
        names = (symbol_name(l.kernel) for l in self._proved.values())
        words = {t.text for n in names for t in tokens(n.arguments + n.types) if t.kind == NAME}
        dialect = CPU.translation.dialect(frozenset(words), tuple(map(Path, self.host.inputs.maps)))
        return partial(as_hip, lambda name: row.hip if (row := dialect.name(name)) else None)

    @property
    def count(self) -> int:
        """Of replays, at most. Raises DoesNotBuild, MissingTool."""
        replayed = [n for n, l in self._proved.items() if l.kernel in self.built.kernels]
        varying = sum(self._varies(n) > 0 for n in replayed)
        return len(replayed) * (1 + len(self.host.plan(""))) + ORDERS * varying

    def _varies(self, number: int) -> int:
        proof = self.folder.capture.proof(number)
        return proof.varies if proof else 0

    def verified(self, advance: Callable[[], None] = lambda: None) -> CaptureVerification:
        """Replays all launches that can be. Raises DoesNotBuild, MissingTool."""
        found = tuple(self._replayed(n, l, advance) for n, l in enumerate(self.folder.capture.launches))
        ran = {kernel for one in found for run in one.runs for kernel in run.ran}
        launched = {symbol_name(one.launch.kernel).name for one in found if one.runs}
        forms = self.host.program.coarsened
        untried = tuple(sorted(k for k, form in forms.items() if k in launched and form not in ran))
        return CaptureVerification(self.host.program, found, untried)

    def _replayed(self, number: int, launch: CapturedLaunch, advance: Callable[[], None]) -> LaunchReplays:
        at = defined_at(launch.kernel, self.host.program)
        if why := self._unproved(number) or self.built.refused.get(launch.kernel, ""):
            return LaunchReplays(number, launch, at, why)
        runs, programs = self.host.runs, self.built.programs
        plan = ReplayPlan(
            programs[Language.CUDA],
            replace(self.host.first, wave=32, check=False),
            tuple(self.host.plan(programs[Language.HIP])),
            bool(self.host.program.coarsened),
            runs.tolerance if runs.tolerance != TOLERANCE else None,
        )
        kernel, pieces = self.built.kernels[launch.kernel], self.folder.pieces
        with tempfile.TemporaryDirectory(prefix="retarget-") as folder:
            replays = HostReplays(launch, kernel, pieces, plan, Path(folder), self._varies(number))
            done, why = replays.done(advance)
        return LaunchReplays(number, launch, at, why, done)


def verify_capture(
    given: Inputs | str | os.PathLike[str] | Iterable[str | os.PathLike[str]],
    folder: str | os.PathLike[str],
    runs: Runs | None = None,
    advance: Callable[[], None] = lambda: None,
    levels: Sequence[Level] = (),
) -> CaptureVerification:
    """Replays a capture's launches on this machine with the kernels of a program, as it came and translated, and
    compares what they give with what the captured program got. levels: how severe rules are. Raises InputError,
    MissingTool, Untranslated, DoesNotBuild."""
    made = CapturedHostProgram.of(Inputs.of(given), str(folder), runs or Runs(), levels)
    if made.host.program.failed:
        errors = (d.message for d in made.host.program.diagnostics if d.severity is Severity.ERROR)
        raise Untranslated(next(errors, "it has no translation"))
    return made.verified(advance)
