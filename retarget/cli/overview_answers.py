"""What `--json` of `retarget doctor`, `config` and `rules` prints; `answers.py` has the other commands."""

from __future__ import annotations

from dataclasses import dataclass


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
