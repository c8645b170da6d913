"""Whether a run with variants gave what the original gives, as far as the original agrees with itself."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from retarget.targets.cpu.same_output import Judge, varying
from retarget.tuning.process import last_words
from retarget.tuning.trial import Trial


class Reference(Struct, frozen=True):
    """The original's runs: the first is what others are compared with; what differs among them is not compared."""

    first: Trial
    output: Judge
    files: tuple[Judge, ...]

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of the original's runs."""
        if not self.first.code:
            return ()
        return (f"the original ends with {ending(self.first)}; it was tuned all the same: see that this is meant",)

    @property
    def compared(self) -> int:
        """How many lines are compared, of the output and of the files; a binary file counts as one."""
        files = zip(self.files, self.first.files, strict=True)
        return self.output.compared(self.first.stdout) + sum(
            (1 if b"\0" in text else judge.compared(text)) for judge, text in files if text
        )

    @property
    def unsteady(self) -> int:
        """How many lines differ between the original's own runs."""
        return sum(len(judge.varying) for judge in (self.output, *self.files))

    def fault(self, trial: Trial) -> str:
        """What is wrong with a run, or nothing."""
        if trial.hung:
            return "it did not end in time"
        if trial.code != self.first.code:
            return f"it ended with {trial.code}, the original with {self.first.code}"
        if trial.objection:
            return trial.objection
        different = next(iter(self.output.differences(self.first.stdout, trial.stdout)), None)
        if different is not None:
            return f"line {different.line} of its output: {different.found!r} instead of {different.expected!r}"
        each = zip(trial.outputs, self.files, self.first.files, trial.files, strict=True)
        for name, judge, wanted, found in each:
            if (wanted is None) != (found is None):
                return f"its file {name} is {'missing' if found is None else 'new'}"
            if wanted is not None and found is not None and wanted != found:
                if b"\0" in wanted:
                    return f"its file {name} differs"
                line = next(iter(judge.differences(wanted, found)), None)
                if line is not None:
                    return f"line {line.line} of its file {name}: {line.found!r} instead of {line.expected!r}"
        return ""


def ending(trial: Trial) -> str:
    """How a run ended: its code, its last words, and the remedy, where they tell one."""
    words = last_words(trial.stderr, trial.stdout)
    lacks = _NO_MEMORY.search(trial.stderr) or _NO_MEMORY.search(trial.stdout)
    remedy = ". The device lacks memory: give it a smaller problem, or end what else uses the device" if lacks else ""
    return f"{trial.code}: {words or 'it says nothing'}{remedy}"


def unseen(trial: Trial) -> str:
    """Why a program that ended well cannot be tuned: no launch was seen."""
    said = "no launch of a kernel that has variants was seen to succeed in the program's run"
    if trial.failures:
        kernel, why = next(iter(trial.failures.items()))
        return f"{said}: {kernel}: {why}. The program goes on all the same: see that it runs on this device by itself"
    return (
        f"{said}. Either these arguments launch none of them: give others behind --; or they go into graphs alone, "
        "which are not timed; or what launches them ends by _Exit or a signal, which leaves no time to tell: let it "
        "end by `return` or `exit`; or a file that was not named gives the device back (cudaDeviceReset): name it too"
    )


# As programs print it: what the runtime calls it, or its name.
_NO_MEMORY = re.compile(rb"(?i)out of memory|cudaErrorMemoryAllocation|(?:hip|cuda)_?Error_?Out_?Of_?Memory")


def reference(runs: Sequence[Trial], judge: Judge) -> Reference:
    """Of runs of the original; `judge` holds the tolerance and what is ignored."""
    output = replace(judge, varying=varying(r.stdout for r in runs))
    kept = zip(*(r.files for r in runs), strict=True)
    files = tuple(replace(judge, varying=varying(f or b"" for f in versions)) for versions in kept)
    return Reference(runs[0], output, files)
