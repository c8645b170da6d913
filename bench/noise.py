"""Warnings that the rows of docs/semantics.md bring, in 1,000 lines of programs.

    python bench/noise.py list.json ... [--limit 600]

The lists are those of bench/emulated.py: of each entry `name`, `folder`, `units` (default: all .cu files), `flags` and
`suite` count here. Lines are those of the units and of the files of the folder that they reach, each once a folder.
Nothing is compiled.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from retarget.translation.semantics import rows

RULES = frozenset(row.rule for row in rows() if row.rule)


@dataclass
class Suite:
    """What is summed up: files with their lines, warnings by their rule and place, what the rows came to."""

    lines: dict[str, int] = field(default_factory=dict)
    warnings: set[tuple[str, str, int, str]] = field(default_factory=set)
    met: Counter[str] = field(default_factory=Counter)
    programs: int = 0
    failed: list[str] = field(default_factory=list)

    def add(self, report: dict[str, Any]) -> None:
        self.programs += 1
        for file in report["files"]:
            text = Path(file["source"]).read_text(errors="replace")
            self.lines[file["source"]] = text.count("\n")
        for said in report["diagnostics"]:
            if said["severity"] == "warning" and said["rule"] in RULES:
                self.warnings.add((said["rule"], said.get("file", ""), said.get("line", 0), said["message"]))
        for counts in report["semantics"].values():
            self.met.update(counts)


def measured(entry: dict[str, Any], limit: float) -> dict[str, Any] | None:
    folder = Path(entry["folder"])
    units = entry.get("units") or sorted(str(p.relative_to(folder)) for p in folder.rglob("*.cu"))
    with tempfile.TemporaryDirectory(prefix="noise-") as scratch:
        command = [sys.executable, "-m", "retarget", *units, "-o", f"{scratch}/out/", "--root", ".", "--json"]
        command += ["--no-parse", "--arch", "gfx90a", "--", *entry.get("flags", [])]
        try:
            done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=limit)
            report: dict[str, Any] = json.loads(done.stdout)
        except (subprocess.TimeoutExpired, ValueError):
            return None
    for file in report["files"]:
        file["source"] = str(folder / file["source"])
    return report


def table(suites: dict[str, Suite]) -> Iterable[str]:
    yield "| suite | programs | lines | warnings | in 1,000 lines | by rule | rewritten | noted | proved harmless |"
    yield "|---|---:|---:|---:|---:|---|---:|---:|---:|"
    for name, found in suites.items():
        lines = sum(found.lines.values())
        by_rule = Counter(rule for rule, *_ in found.warnings)
        rate = 1000 * len(found.warnings) / max(lines, 1)
        told = ", ".join(f"{rule} {count}" for rule, count in by_rule.most_common())
        yield (
            f"| {name} | {found.programs} | {lines:,} | {len(found.warnings)} | {rate:.2f} | {told} | "
            f"{found.met['rewritten']} | {found.met['noted']} | {found.met['harmless']} |"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lists", nargs="+", type=Path)
    parser.add_argument("--limit", type=float, default=600)
    given = parser.parse_args()
    suites: dict[str, Suite] = {}
    everything = Suite()
    for entry in (entry for path in given.lists for entry in json.loads(path.read_text())):
        report = measured(entry, given.limit)
        suite = suites.setdefault(entry.get("suite") or "others", Suite())
        if report is None:
            suite.failed.append(entry["name"])
            print(f"{entry['name']}: no translation", file=sys.stderr)
            continue
        for found in (suite, everything):
            found.add(report)
    suites["all"] = everything
    print("\n".join(table(suites)))
    for rule, file, line, message in sorted(everything.warnings):
        print(f"{file}:{line}: {message} [{rule}]", file=sys.stderr)


if __name__ == "__main__":
    main()
