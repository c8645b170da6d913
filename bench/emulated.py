"""Whole programs on an emulated gfx942, beside the host target in both widths: the same output?

    python bench/emulated.py --compile HIPCC --run EMULATOR [prog.cu "other.cu 64 3" ...] [--list list.json] [--json r]

An argument is a program of one file and the words that it is started with. A list names programs of several files,
each as an object: `name`; `folder`, with sources and inputs; `units`, relative to it (default: all .cu files); `flags`
of the compiler; `link`; `args`; `run`, the folder it is started in; `files` that it writes, `name` for text,
`name:bytes`, `name:float` or `name:double` for others; `ignore` and `tolerance` of its own; `suite`. `check`, a
pattern, is what its output must hold where its own check says so.

HIPCC compiles for gfx942 and links to the emulator; EMULATOR runs `./x args`. Each program is translated by its compile
database, built and run as gfx942 code; `retarget verify` runs the original and the translation with waves of 32 and 64
lanes on the processor. Printed lines and files are compared as `verify` does; what differs between three runs on the
processor does not count, nor do the numbers of lines that tell times. Not part of CI.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from array import array
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from retarget.api.verifying import patterns
from retarget.targets.cpu.same_output import TIMES, Judge, varying

RETARGET = [sys.executable, "-m", "retarget"]
C_FAMILY = (".cu", ".c", ".cc", ".cpp", ".cxx", ".cuh", ".h", ".hpp", ".inl", ".hip")


@dataclass(frozen=True)
class Entry:
    """A program as the list describes it."""

    name: str
    folder: str
    units: tuple[str, ...] = ()
    flags: tuple[str, ...] = ()
    link: tuple[str, ...] = ()
    args: tuple[str, ...] = ()
    run: str = "."
    files: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    tolerance: float = 1e-5
    suite: str = ""
    check: str = ""


@dataclass(frozen=True)
class Result:
    name: str
    suite: str
    lines: int
    stage: str  # the step that failed: translate, compile, emulate; empty: none did
    seconds: float = 0  # on the emulated device
    code: int = 0  # its exit code
    compared: int = 0  # lines of output and files that count
    row: str = ""  # of the table of differences, that explains what differs: with contraction off nothing does
    same: dict[str, str] = field(default_factory=dict)  # by what it is compared with: empty, or the first difference

    @property
    def good(self) -> bool:
        ran = not self.stage and not self.code and not any(self.same.values())
        return ran and (self.compared > 0 or "check" in self.same)


@dataclass(frozen=True)
class Ran:
    code: int
    out: bytes
    err: str
    files: tuple[bytes | None, ...] = ()  # None: it was not written


def started(command: Sequence[str], folder: Path, limit: float) -> Ran:
    """A command run to its end, or ended with all that it started after `limit` seconds: code 124."""
    child = subprocess.Popen(
        command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        start_new_session=True,
    )  # fmt: skip
    try:
        out, err = child.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        out, _ = child.communicate()
        return Ran(124, out, f"longer than {limit:g} s")
    return Ran(child.returncode, out, err.decode(errors="replace"))


def with_files(command: Sequence[str], entry: Entry, folder: Path, limit: float) -> Ran:
    """A run and the files that it wrote; none is left of an earlier run."""
    paths = [folder / name.partition(":")[0] for name in entry.files]
    for path in paths:
        path.unlink(missing_ok=True)
    ran = started(command, folder, limit)
    files = tuple(p.read_bytes() if p.is_file() else None for p in paths)
    return Ran(ran.code, ran.out, ran.err, files)


def measured(entry: Entry, options: argparse.Namespace) -> Result:
    with tempfile.TemporaryDirectory(prefix="emulated-") as scratch:
        source, out = Path(scratch, "source"), Path(scratch, "out")
        shutil.copytree(entry.folder, source, ignore_dangling_symlinks=True)
        units = entry.units or tuple(str(p.relative_to(source)) for p in sorted(source.rglob("*.cu")))
        _database(entry, units, source)
        told = started([*RETARGET, "-p", ".", "--arch", "gfx942", "-o", f"{out}/"], source, options.limit)
        if told.code not in (0, 4):
            return Result(entry.name, entry.suite, 0, "translate", same={"translate": _last(told.err)})
        lines = _lines(out)
        program = source / entry.run / f"{Path(units[0]).stem}"
        program = program if not program.exists() else program.with_suffix(".emulated")
        problem = _compiled(entry, units, out, program, options)
        if problem:
            return Result(entry.name, entry.suite, lines, "compile", same={"compile": problem})
        emulate = [options.run, f"./{program.name}", *entry.args]
        begun = time.monotonic()
        emulated = with_files(emulate, entry, program.parent, options.limit)
        took = round(time.monotonic() - begun, 1)
        if emulated.code == 124:
            return Result(entry.name, entry.suite, lines, "emulate", took, same={"emulated": emulated.err})
        host = [
            with_files([*_on_host(program.parent, source), "--to", "cpu", "--wave", wave, "--", *entry.args],
                       entry, program.parent, options.limit)
            for wave in ("64", "64", "32")
        ]  # fmt: skip
        same = _differences(emulated, host, entry)
        row = ""
        if any(same.values()) and not _compiled(entry, units, out, program, options, ["-ffp-contract=off"]):
            plain = _differences(with_files(emulate, entry, program.parent, options.limit), host, entry)
            row = "" if any(plain.values()) else "contraction"
        same["original"] = _verified(entry, source, program.parent, options)
        if entry.check:
            same["check"] = "" if re.search(entry.check.encode(), emulated.out) else f"not in the output: {entry.check}"
        if options.keep:
            _kept(Path(options.keep, entry.name), emulated, host[0])
        compared = _compared(emulated, host, entry)
        return Result(entry.name, entry.suite, lines, "", took, emulated.code, compared, row, same)


def _differences(emulated: Ran, host: Sequence[Ran], entry: Entry) -> dict[str, str]:
    first, _, other = host
    return {
        "host, wave 64": difference(first, emulated, host, entry),
        "host, wave 32": difference(other, emulated, host, entry),
    }


def _database(entry: Entry, units: Sequence[str], source: Path) -> None:
    commands = [
        {"directory": str(source), "file": unit, "arguments": [_compiler(unit), *entry.flags, "-c", unit]}
        for unit in units
    ]
    (source / "compile_commands.json").write_text(json.dumps(commands))


def _compiler(unit: str) -> str:
    suffix = Path(unit).suffix
    return "nvcc" if suffix == ".cu" else "cc" if suffix == ".c" else "c++"


def _lines(out: Path) -> int:
    """Lines of the program: its units and those of its headers that they reach."""
    own = (p for p in out.rglob("*") if p.is_file() and p.suffix in C_FAMILY and "retarget_hip" not in p.parts)
    return sum(p.read_bytes().count(b"\n") for p in own)


def _compiled(
    entry: Entry, units: Sequence[str], out: Path, program: Path, options: argparse.Namespace, more: Sequence[str] = ()
) -> str:
    """The first message that says why the translation does not build; empty: it did. Units of C and C++ are compiled by
    the host's own compilers, as a project's makefile has it."""
    objects = []
    for at, unit in enumerate(units):
        renamed = (out / unit).with_suffix(".hip")
        given = renamed if unit.endswith(".cu") and renamed.exists() else out / unit
        cuda = given.suffix in (".hip", ".cu")
        own = ["gcc"] if given.suffix == ".c" else ["g++"]
        compiler = [options.compile] if cuda else [*own, "-w", "-O2", "-D__HIP_PLATFORM_AMD__"]
        objects.append(str(out / f"{at}.o"))
        command = [*compiler, *entry.flags, *(more if cuda else ()), "-c", str(given), "-o", objects[-1]]
        told = started(command, out, options.limit)
        if told.code:
            return _first(told.err)
    told = started([options.compile, *objects, "-o", str(program), *entry.link], out, options.limit)
    return _first(told.err) if told.code else ""


def _on_host(folder: Path, source: Path) -> list[str]:
    return [*RETARGET, "-p", os.path.relpath(source, folder)]


def _verified(entry: Entry, source: Path, folder: Path, options: argparse.Namespace) -> str:
    """What `retarget verify` says of the original and the translation, both on the processor."""
    command = [*RETARGET, "verify", "-p", os.path.relpath(source, folder), "--tolerance", str(entry.tolerance)]
    command += [w for name in entry.files for w in ("--output", name.partition(":")[0])]
    command += [w for pattern in (*entry.ignore, TIMES.pattern.decode()) for w in ("--ignore", pattern)]
    told = started([*command, "--", *entry.args], folder, 6 * options.limit)
    said = _last(told.out.decode(errors="replace") + told.err)
    return "" if told.code == 0 else f"verify, exit code {told.code}: {said}"


def _judges(host: Sequence[Ran], entry: Entry) -> tuple[Judge, Judge]:
    """Of what is printed, and of files."""
    ignore = patterns(entry.ignore)
    files = Judge(entry.tolerance, ignore)
    return Judge(entry.tolerance, ignore, varying(h.out for h in host), TIMES), files


def difference(wanted: Ran, found: Ran, host: Sequence[Ran], entry: Entry) -> str:
    if wanted.code != found.code:
        return f"exit code {found.code}, not {wanted.code}: {_last(found.err or wanted.err)}"
    printed, written = _judges(host, entry)
    first = next(iter(printed.differences(wanted.out, found.out)), None)
    if first is not None:
        return str(first)
    for name, a, b in zip(entry.files, wanted.files, found.files, strict=True):
        if a is None or b is None:
            return f"{name} is not written"
        kind = name.partition(":")[2]
        told = _binary(a, b, kind, entry.tolerance) if kind else next(iter(written.differences(a, b)), None)
        if told:
            return f"{name}: {told}"
    return ""


def _binary(wanted: bytes, found: bytes, kind: str, tolerance: float) -> str:
    """How two files differ: bytes exactly, numbers by the tolerance relative to the largest."""
    code = {"float": "f", "double": "d"}.get(kind)
    if len(wanted) != len(found):
        return f"{len(found)} bytes, not {len(wanted)}"
    if code is None:
        at = next((i for i, (a, b) in enumerate(zip(wanted, found, strict=True)) if a != b), None)
        return "" if at is None else f"byte {at} differs"
    pairs = list(zip(array(code, wanted), array(code, found), strict=True))
    largest = max((abs(a) for a, _ in pairs if math.isfinite(a)), default=0.0)
    off = [i for i, (a, b) in enumerate(pairs) if not (a == b or abs(a - b) <= tolerance * largest or a != a != b != b)]
    return f"{len(off)} of {len(pairs)} numbers, first {off[0]}: {pairs[off[0]]}" if off else ""


def _compared(found: Ran, host: Sequence[Ran], entry: Entry) -> int:
    printed, written = _judges(host, entry)
    texts = [f for name, f in zip(entry.files, found.files, strict=True) if f is not None and ":" not in name]
    return printed.compared(found.out) + sum(map(written.compared, texts)) + sum(":" in name for name in entry.files)


def _first(text: str) -> str:
    """The first error of a compiler."""
    lines = text.splitlines()
    return next((x for x in lines if "error" in x or "undefined" in x), _last(text))[-300:]


def _last(text: str) -> str:
    return " | ".join(text.strip().splitlines()[-3:])[-300:]


def _kept(folder: Path, emulated: Ran, host: Ran) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, ran in (("emulated", emulated), ("host", host)):
        (folder / f"{name}.out").write_bytes(ran.out)
        for at, text in enumerate(ran.files):
            (folder / f"{name}.{at}").write_bytes(text or b"")


def entries(options: argparse.Namespace) -> list[Entry]:
    found = []
    for program in options.programs:
        source, *words = shlex.split(program)
        path = Path(source)
        found.append(Entry(program, str(path.parent), (path.name,), args=tuple(words)))
    for listed in options.list:
        found += [_entry(given) for given in json.loads(listed.read_text())]
    wanted = [e for e in found if not options.only or re.search(options.only, f"{e.suite}/{e.name}")]
    ignore, tolerance = tuple(options.ignore), options.tolerance
    return [Entry(**{**asdict(e), "ignore": (*e.ignore, *ignore)}) if tolerance is None else
            Entry(**{**asdict(e), "ignore": (*e.ignore, *ignore), "tolerance": tolerance}) for e in wanted]  # fmt: skip


def _entry(given: dict[str, Any]) -> Entry:
    return Entry(**{k: tuple(v) if isinstance(v, list) else v for k, v in given.items()})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--list", type=Path, action="append", default=[])
    parser.add_argument("--only", help="of the list: what this pattern finds in suite/name")
    parser.add_argument("--compile", required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--limit", type=float, default=240, help="seconds of a step")
    parser.add_argument("--tolerance", type=float)
    parser.add_argument("--ignore", action="append", default=[])
    parser.add_argument("--keep", help="a folder for what was printed and written")
    parser.add_argument("--json", type=Path, help="results; those of other programs that it holds stay")
    options = parser.parse_args()
    options.compile, options.run = (str(Path(p).resolve()) for p in (options.compile, options.run))
    results = []
    for entry in entries(options):
        r = measured(entry, options)
        results.append(r)
        verdict = "; ".join(f"{k}: {v or 'same'}" for k, v in r.same.items())
        told = f"{r.lines:6} lines {r.seconds:7.1f} s {r.compared:6} compared  exit code {r.code} {r.row}"
        print(f"{r.suite}/{r.name:30} {told} {verdict}", flush=True)
        if options.json:
            _written(options.json, r)
    print(f"{sum(r.good for r in results)} of {len(results)} the same everywhere")


def _written(path: Path, result: Result) -> None:
    kept = json.loads(path.read_text()) if path.exists() else []
    kept = [k for k in kept if (k["suite"], k["name"]) != (result.suite, result.name)]
    path.write_text(json.dumps([*kept, {**asdict(result), "good": result.good}], indent=1))


if __name__ == "__main__":
    main()
