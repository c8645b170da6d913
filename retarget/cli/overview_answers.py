"""What `--json` of `retarget doctor`, `config` and `rules` prints; `answers.py` has the other commands."""

from __future__ import annotations

from msgspec import Struct


class Finding(Struct, frozen=True):
    """What was looked for. detail: what of it was found, or is missing; remedy: the command that installs it."""

    what: str
    purpose: str
    present: bool
    detail: str
    place: str = ""
    remedy: str = ""


class Doctor(Struct, frozen=True):
    """`retarget doctor`."""

    findings: tuple[Finding, ...]
    format: int = 1


class Setting(Struct, frozen=True):
    """A setting that holds. origin: "default", "command line", $VARIABLE, or file:line; one that several give, as they
    add to it, stands once for each."""

    name: str
    value: str | bool | tuple[str, ...] | None
    origin: str


class Configuration(Struct, frozen=True):
    """`retarget config`. file: the configuration, where there is one."""

    file: str | None
    settings: tuple[Setting, ...]
    format: int = 1


class NamedRule(Struct, frozen=True):
    name: str
    summary: str


class Rules(Struct, frozen=True):
    """`retarget rules`."""

    rules: tuple[NamedRule, ...]
    format: int = 1
