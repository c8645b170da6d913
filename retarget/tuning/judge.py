"""Whether a run with variants gave what the original gives, as far as the original agrees with itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from retarget.host.compare import Judge, varying
from retarget.tuning.trial import Trial


@dataclass(frozen=True)
class Reference:
    """The original's runs: the first is what others are compared with; what differs among them is left out."""

    first: Trial
    output: Judge
    files: tuple[Judge, ...]

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
        if not trial.checked:
            return "the check found fault with its results"
        different = next(iter(self.output.differences(self.first.stdout, trial.stdout)), None)
        if different is not None:
            return f"line {different.line} of its output: {different.found!r} instead of {different.expected!r}"
        for name, (judge, wanted, found) in enumerate(zip(self.files, self.first.files, trial.files, strict=True), 1):
            if (wanted is None) != (found is None):
                return f"output file {name} is {'missing' if found is None else 'new'}"
            if wanted is not None and found is not None and wanted != found:
                if b"\0" in wanted:
                    return f"output file {name} differs"
                line = next(iter(judge.differences(wanted, found)), None)
                if line is not None:
                    return f"line {line.line} of output file {name}: {line.found!r} instead of {line.expected!r}"
        return ""


def reference(runs: Sequence[Trial], judge: Judge) -> Reference:
    """Of runs of the original; `judge` holds the tolerance and what is ignored."""
    output = replace(judge, varying=varying(r.stdout for r in runs))
    kept = zip(*(r.files for r in runs), strict=True)
    files = tuple(replace(judge, varying=varying(f or b"" for f in versions)) for versions in kept)
    return Reference(runs[0], output, files)
