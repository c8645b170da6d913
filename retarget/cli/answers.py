"""What `--json` prints, by command. docs/schema.json is made of these types, and publishes their names:

    python -m retarget.cli.answers > docs/schema.json

Some of the names are those of the values that the answers show, so that this module is imported whole:
`answers.Edit` is the JSON of an `Edit`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass

from retarget.capture.contents import Capture
from retarget.cli import batch_answers, query_answers, replay_answers
from retarget.source.text import Severity
from retarget.system.typed_json import schemas
from retarget.targets.cpu.same_output import Difference
from retarget.targets.parsed import Unchecked
from retarget.targets.tools import Compiled
from retarget.translation.output_ownership import Check
from retarget.tuning.record import Record


@dataclass(frozen=True)
class Edit:
    """Bytes `start` to `end` of the source become `text`. rule: why, as `retarget --explain` knows it."""

    start: int
    end: int
    text: str
    rule: str


@dataclass(frozen=True)
class File:
    """A file of the program. output: its path, None where nothing is written; unit: whether it was an input; parts:
    support headers that its output needs."""

    source: str
    output: str | None
    unit: bool
    changed: bool
    edits: tuple[Edit, ...]
    parts: tuple[str, ...]


@dataclass(frozen=True)
class Kernel:
    """A kernel's definition. line, column: from one."""

    name: str
    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Launch:
    """A launch. block: threads along each axis, where they are proved."""

    kernel: str
    block: tuple[int, ...] | None
    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Note:
    """What belongs to a diagnostic, elsewhere."""

    message: str
    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Diagnostic:
    """file: None for what concerns no place."""

    rule: str
    severity: Severity
    message: str
    file: str | None = None
    line: int = 0
    column: int = 0
    related: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Suppressed:
    """A diagnostic that is suppressed. by: the place that asks for it; in_source: whether that is a comment."""

    diagnostic: Diagnostic
    by: str
    in_source: bool


@dataclass(frozen=True)
class Parsed:
    checked: int
    unchecked: tuple[Unchecked, ...] = ()


@dataclass(frozen=True)
class Translation:
    """`retarget translate`. semantics: how often the program meets each row of docs/semantics.md, by what came of it;
    written: paths; build: with --build, the compiler's calls; prove: with a schedule whose results nothing has shown to
    be the same yet, the command that does; check: with --check."""

    files: tuple[File, ...]
    kernels: tuple[Kernel, ...]
    launches: tuple[Launch, ...]
    semantics: Mapping[str, Mapping[str, int]]
    diagnostics: tuple[Diagnostic, ...]
    written: tuple[str, ...]
    parsed: Parsed
    build: tuple[Compiled, ...] | None = None
    prove: str | None = None
    suppressed: tuple[Suppressed, ...] = ()
    check: Check | None = None
    format: int = 1


@dataclass(frozen=True)
class FirstDiffering:
    """The first launch behind which device memory differs. launch: counts from one."""

    launch: int
    kernel: str


@dataclass(frozen=True)
class Base:
    """A run on this machine. run: whose; wave: lanes in step; seed: of the order of threads, None as written; exit: its
    code."""

    run: str
    wave: int
    seed: int | None
    exit: int
    hung: bool


@dataclass(frozen=True)
class Compared(Base):
    """A run beside the base's."""

    same: bool
    differences: tuple[Difference, ...]
    memory_differs_behind: FirstDiffering | None


@dataclass(frozen=True)
class Runs:
    """`retarget verify`, and `retarget --to cpu --shuffle`: each run compared with the base's."""

    base: Base
    runs: tuple[Compared, ...]
    format: int = 1


@dataclass(frozen=True)
class Resources:
    """What AMD's compiler reports of a kernel: registers of a lane (sgprs: of a wave), bytes of scratch memory of a
    lane and of LDS of a block, occupancy in waves for each execution unit."""

    vgprs: int
    agprs: int
    sgprs: int
    vgpr_spills: int
    sgpr_spills: int
    scratch_bytes: int
    lds_bytes: int
    occupancy: int
    code_bytes: int


@dataclass(frozen=True)
class Variant:
    """dropped: why it is not worth a run, None where nothing speaks against it."""

    schedule: str
    dropped: str | None
    resources: Resources | None = None


@dataclass(frozen=True)
class Refused:
    """Steps that are not legal, with the place that says so; no steps where it stands against any."""

    why: str
    steps: tuple[str, ...]
    at: str


@dataclass(frozen=True)
class KernelSpace:
    """block: threads along each axis, where they are proved; original: its resources as written, where it was built."""

    kernel: str
    at: str
    block: tuple[int, int, int] | None
    original: Resources | None
    variants: tuple[Variant, ...]
    refusals: tuple[Refused, ...]


@dataclass(frozen=True)
class Unread:
    """A place that clang cannot read, whose kernels have no variants."""

    file: str
    why: tuple[str, ...]


@dataclass(frozen=True)
class Space:
    """`retarget space`. compiled: how many variants."""

    unread: tuple[Unread, ...]
    kernels: tuple[KernelSpace, ...]
    generated_seconds: float
    compiled_seconds: float
    compiled: int
    format: int = 1


@dataclass(frozen=True)
class ScannedKernel:
    """A kernel's definition. rules: how many diagnostics of each stand in it."""

    name: str
    line: int
    column: int
    rules: Mapping[str, int]


@dataclass(frozen=True)
class ScannedFile:
    """A file that names something of CUDA's. asm: statements of inline PTX; headers: of CUDA's; edits: places that the
    translation changes; uses: how often each name of CUDA's stands in it."""

    path: str
    lines: int
    launches: int
    asm: int
    headers: tuple[str, ...]
    edits: int
    kernels: tuple[ScannedKernel, ...]
    uses: Mapping[str, int]


@dataclass(frozen=True)
class ScannedName:
    """A name of CUDA's. status: `mapped` (to `hip`), `same`, or `none`: no counterpart; count: how often it stands
    there, in so many files."""

    cuda: str
    hip: str | None
    status: str
    library: str
    count: int
    files: int


@dataclass(frozen=True)
class Scan:
    """`retarget scan`. edits: places that the translation changes, by rule; others: files that name nothing of CUDA's;
    exact: whether clang read the units, else tokens were counted."""

    files: tuple[ScannedFile, ...]
    names: tuple[ScannedName, ...]
    edits: Mapping[str, int]
    diagnostics: tuple[Diagnostic, ...]
    suppressed: tuple[Suppressed, ...]
    others: int
    exact: bool
    format: int = 1


@dataclass(frozen=True)
class Finding:
    """What was looked for. detail: what of it was found, or is missing; remedy: the command that installs it."""

    what: str
    purpose: str
    present: bool
    detail: str
    place: str = ""
    remedy: str = ""


@dataclass(frozen=True)
class Doctor:
    """`retarget doctor`."""

    findings: tuple[Finding, ...]
    format: int = 1


@dataclass(frozen=True)
class Setting:
    """A setting that holds. origin: "default", "command line", $VARIABLE, or file:line; one that several give, as they
    add to it, stands once for each."""

    name: str
    value: str | bool | tuple[str, ...] | None
    origin: str


@dataclass(frozen=True)
class Configuration:
    """`retarget config`. file: the configuration, where there is one."""

    file: str | None
    settings: tuple[Setting, ...]
    format: int = 1


@dataclass(frozen=True)
class NamedRule:
    name: str
    summary: str


@dataclass(frozen=True)
class Rules:
    """`retarget rules`."""

    rules: tuple[NamedRule, ...]
    format: int = 1


@dataclass(frozen=True)
class Failure:
    """What kept the tool from its work. kind: the class of the error; code: the exit code; advice: a sentence; command:
    one that mends it."""

    kind: str
    code: int
    what: str
    advice: str | None = None
    command: str | None = None


@dataclass(frozen=True)
class Failed:
    """Any command that ends with an error."""

    error: Failure
    format: int = 1


ANSWERS: Mapping[str, type] = {
    "translate": Translation,
    "verify": Runs,
    "verify --capture": replay_answers.CaptureReplays,
    "space": Space,
    "scan": Scan,
    "capture": Capture,
    "batch": batch_answers.Batch,
    "batch --baseline": batch_answers.BatchComparison,
    "query": query_answers.Query,
    "tune": Record,
    "report": Record,
    "doctor": Doctor,
    "config": Configuration,
    "rules": Rules,
    "error": Failed,
}


def schema() -> str:
    """JSON Schema of all answers."""
    kinds = {command: {"$ref": f"#/$defs/{kind.__name__}"} for command, kind in ANSWERS.items()}
    return json.dumps(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "What `retarget --json` prints, by command",
            "type": "object",
            "properties": kinds,
            "$defs": schemas(dict.fromkeys(ANSWERS.values())),
        },
        indent=1,
    )


if __name__ == "__main__":
    sys.stdout.write(schema() + "\n")
