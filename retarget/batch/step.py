"""One step of one program, in a process of its own: whatever it does there costs that step alone.

    python -m retarget.batch.step REQUEST.json RESULT.json
"""

from __future__ import annotations

import ctypes
import resource
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from msgspec import Struct

from retarget.api.inputs import Inputs
from retarget.api.translating import Result, translate
from retarget.api.tuning import Trials, tune, tune_by_figures
from retarget.api.verifying import Runs, verify
from retarget.batch.manifest import Described, Manifest
from retarget.batch.stage import Stage, Status
from retarget.errors import Error, MissingTool
from retarget.source.text import Severity, rendered
from retarget.system import evidence, exits, typed_json
from retarget.system.remedies import library_command
from retarget.targets.cpu.same_output import TOLERANCE
from retarget.translation.emit import replace_whole
from retarget.unit.missing import missing_header

_PR_SET_PDEATHSIG = 1
_SHORT = 300  # characters of a reason


class StepRequest(Struct, frozen=True):
    """A step to be done in the working folder, which is the program's. root: outside of it, no file changes; output:
    the folder of its translation."""

    step: str
    program: Described
    manifest: Manifest
    output: str
    root: str = ""


def main() -> None:
    """Writes the result whole, or not at all."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # what it started ends with it
    _end_with_parent()
    request = typed_json.read(StepRequest, Path(sys.argv[1]).read_text())
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (request.manifest.largest, most))
    replace_whole(Path(sys.argv[2]), typed_json.text(done(request)).encode())


def _end_with_parent() -> None:
    """A worker that is killed leaves no step behind, where the system can see to that (`man 2 prctl`)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def done(request: StepRequest) -> Stage:
    """What came of a step; never fails."""
    try:
        return _STEPS[request.step](request)
    except MissingTool as error:
        return Stage(request.step, Status.ABSENT, why=_short(str(error)))
    except Error as error:
        status = Status.ABSENT if error.code == exits.MISSING else Status.FAILED
        return Stage(request.step, status, why=_short(str(error)))
    except OSError as error:
        return Stage(request.step, Status.FAILED, why=_short(f"{error.filename or 'output'}: {error.strerror}"))
    except Exception as error:
        place = evidence.keep(traceback.format_exc())
        return Stage(request.step, Status.BUG, why=f"a bug of retarget ({error!r}); the evidence is in {place}")


def _inputs(request: StepRequest) -> Inputs:
    own = request.program
    return Inputs(own.sources, own.database or None, options=own.flags, root=request.root or None, jobs=1)


def _translated(request: StepRequest) -> Result:
    manifest = request.manifest
    is_built = "build" in manifest.steps_of(request.program)  # which says what a parse would
    return translate(
        _inputs(request), output=f"{request.output}/", architectures=manifest.architectures, parse=not is_built
    )


def _translate(request: StepRequest) -> Stage:
    result = _translated(request)
    result.write(force=True)
    counts = Counter(d.severity for d in result.diagnostics)
    edits = sum(len(f.edits) for f in result.program.files)
    kernels = sum(k.is_definition for u in result.program.units for k in u.kernels)
    facts = {"edits": edits, "errors": counts[Severity.ERROR], "warnings": counts[Severity.WARNING],
             "notes": counts[Severity.NOTE], "kernels": kernels, "unchecked": len(result.parsed.unchecked)}  # fmt: skip
    worst = Status.FAILED if counts[Severity.ERROR] else Status.WARNED if counts[Severity.WARNING] else Status.OK
    severity = {Status.FAILED: Severity.ERROR, Status.WARNED: Severity.WARNING}.get(worst)
    first = next((d for d in result.diagnostics if d.severity is severity), None)
    why = rendered(first, result.program.sources).splitlines()[0] if first else ""
    return Stage("translate", worst, why=_short(why), facts=facts)


def _build(request: StepRequest) -> Stage:
    result = _translated(request)
    result.write(force=True)
    made = result.build()
    calls = made.calls()
    figures = [r for call in calls for r in call.resources]
    facts: dict[str, float | int | str] = {"kernels": len(figures)}
    if occupancies := [o for r in figures if isinstance(o := r.get("occupancy"), int)]:
        facts["least_occupancy"] = min(occupancies)
    if spills := sum(bool(r.get("vgpr_spills")) for r in figures):
        facts["spilling"] = spills
    if not made.failed:
        return Stage("build", Status.OK, facts=facts)
    errors = (m for c in calls for m in c.diagnostics if m.severity == "error")
    first = next(errors, None)
    if first and (command := library_command(missing_header(first.message))):
        return Stage("build", Status.ABSENT, why=f"{missing_header(first.message)} is missing: {command}", facts=facts)
    said = f"{first.at or request.program.name}: {first.message}" if first else "the compiler refuses it"
    return Stage("build", Status.FAILED, why=_short(said), facts=facts)


def _verify(request: StepRequest) -> Stage:
    own, manifest = request.program, request.manifest
    if own.run is None:
        return Stage("verify", Status.SKIPPED, why="the manifest does not say how to run it")
    limit, tolerance = own.limit or manifest.limit, TOLERANCE if own.tolerance is None else own.tolerance
    given = Runs(
        own.run, shuffle=manifest.shuffle, limit=limit, outputs=own.outputs, ignore=own.ignore, tolerance=tolerance
    )
    found = verify(_inputs(request), given)
    base = found.base.result
    lines = base.stdout.count(b"\n")
    facts = {"runs": len(found.verdicts), "exit": base.code, "lines": lines, "unsteady": found.unsteady}
    if base.hung:
        return Stage("verify", Status.TIMEOUT, why=f"the original does not end in {limit:.0f} s", facts=facts)
    if not found.ok:
        wrong = next(v for v in found.verdicts if not v.ok)
        how = "does not end" if wrong.run.result.hung else "differs from the original"
        where = f", first behind {wrong.kernel.kernel}" if wrong.kernel else ""
        waves = f"with waves of {wrong.run.conditions.wave}"
        return Stage("verify", Status.FAILED, why=_short(f"the translation {how} {waves}{where}"), facts=facts)
    if base.code:
        last = (base.stderr or base.stdout).decode(errors="replace").strip().splitlines()[-1:] or [""]
        why = f"original and translation end alike, with exit code {base.code}: {last[0]}"
        return Stage("verify", Status.WARNED, why=_short(why), facts=facts)
    return Stage("verify", Status.OK, facts=facts)


def _tune(request: StepRequest) -> Stage:
    own, manifest = request.program, request.manifest
    facts: dict[str, float | int | str]
    if manifest.figures:
        favoured, target, choice = tune_by_figures(_inputs(request), manifest.architectures.partition(",")[0])
        facts = {"chosen": len(choice.schedules), "kernels": len(favoured), "device": str(target)}
        return Stage("tune", Status.OK, facts=facts)
    if own.run is None:
        return Stage("tune", Status.SKIPPED, why="the manifest does not say how to run it")
    trials = Trials(own.run, build=own.build, compare=own.outputs, check=own.check, ignore=own.ignore,
                    budget=manifest.budget, limit=own.limit or manifest.limit)  # fmt: skip
    choice = tune(_inputs(request), manifest.target, trials)
    ran = choice.record.ran
    facts = {"chosen": len(choice.schedules), "device": choice.record.device}
    if ran and ran.gain is not None:
        facts |= {"gain": ran.gain, "runs": ran.runs}
    status = Status.OK if ran is None or ran.verified else Status.WARNED
    return Stage("tune", status, why="" if status is Status.OK else "the choice is not verified", facts=facts)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _SHORT else f"{line[: _SHORT - 3]}..."


_STEPS: Mapping[str, Callable[[StepRequest], Stage]] = {
    "translate": _translate, "build": _build, "verify": _verify, "tune": _tune,
}  # fmt: skip

if __name__ == "__main__":
    main()
