"""Whole programs on an emulated gfx942, beside the host target in both widths: the same output?

    python bench/emulated.py --compile HIPCC --run EMULATOR prog.cu ["other.cu 64 3" ...] [--json out.json]

Each argument is a program and the words that it is started with. HIPCC compiles `x.hip -o x` for gfx942 and links it to
the emulator; EMULATOR runs `./x args`. Each program is translated, built and run as gfx942 code, and by `--to cpu` with
waves of 32 and 64 lanes; what they print is compared as `retarget verify` does, lines with times left out by --ignore.
Where nvcc and a GPU are at hand, --nvcc NVCC runs the original on it, too. Not part of CI.
"""

from __future__ import annotations

import argparse
import json
import shlex
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from retarget.host.compare import Judge
from retarget.host.options import patterns

RETARGET = [sys.executable, "-m", "retarget"]


@dataclass(frozen=True)
class Result:
    program: str
    lines: int
    built: bool
    seconds: float
    same: dict[str, str]  # by what it is compared with: empty, or the first difference


def run(command: list[str], folder: Path, limit: float) -> tuple[int, bytes, str]:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return 124, b"", f"longer than {limit:g} s"
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")[-300:]


def measured(words: list[str], options: argparse.Namespace) -> Result:
    source, arguments = Path(words[0]).resolve(), words[1:]
    folder, lines = source.parent, source.read_bytes().count(b"\n")
    with tempfile.TemporaryDirectory() as scratch:
        text, program = Path(scratch, f"{source.stem}.hip"), Path(scratch, source.stem)
        told = run([*RETARGET, str(source), "--arch", "gfx942", "-o", str(text)], folder, options.limit)
        if told[0] == 0:
            include = f"-I{folder}"
            told = run([options.compile, include, str(text), "-o", str(program)], folder, options.limit)
        if told[0] != 0:
            return Result(" ".join(words), lines, False, 0, {"build": told[2]})
        started = time.monotonic()
        emulated = run([options.run, str(program), *arguments], folder, options.limit)
        took = time.monotonic() - started
        others = {
            f"host, wave {wave}": [*RETARGET, str(source), "--to", "cpu", "--wave", wave, "--", *arguments]
            for wave in ("32", "64")
        }
        if options.nvcc:
            original = f"{program}.cuda"
            if run([options.nvcc, "-O3", "-o", original, str(source)], folder, options.limit)[0] == 0:
                others["original"] = [original, *arguments]
        same = {name: difference(emulated, run(c, folder, options.limit), options) for name, c in others.items()}
    return Result(" ".join(words), lines, True, round(took, 1), same)


def difference(one: tuple[int, bytes, str], other: tuple[int, bytes, str], options: argparse.Namespace) -> str:
    if one[0] != other[0]:
        return f"exit code {one[0]}, not {other[0]}: {one[2] or other[2]}"
    judge = Judge(options.tolerance, patterns(options.ignore))
    found = next(iter(judge.differences(other[1], one[1])), None)
    return "" if found is None else str(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", nargs="+")
    parser.add_argument("--compile", required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--nvcc")
    parser.add_argument("--limit", type=float, default=120)
    parser.add_argument("--tolerance", type=float, default=1e-5)
    parser.add_argument("--ignore", action="append", default=[])
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results = []
    for program in options.programs:
        results.append(measured(shlex.split(program), options))
        r = results[-1]
        verdict = "; ".join(f"{k}: {v or 'same'}" for k, v in r.same.items())
        print(f"{r.program:40} {r.lines:6} lines {r.seconds:7.1f} s  {verdict}", flush=True)
    good = sum(r.built and not any(r.same.values()) for r in results)
    print(f"{good} of {len(results)} the same everywhere")
    if options.json:
        options.json.write_text(json.dumps([asdict(r) for r in results], indent=1))


if __name__ == "__main__":
    main()
