"""The configuration of a project: `[tool.retarget]` of a pyproject.toml, or a retarget.toml, nearest to its inputs."""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import fields

from retarget.api.inputs import Inputs, PatternOptions
from retarget.api.translating import known_targets
from retarget.errors import Error
from retarget.source.file_patterns import EVERY_FILE, FilePattern
from retarget.source.flags import read_flags
from retarget.source.project import below
from retarget.source.text import Severity
from retarget.system.regular import read_bytes
from retarget.system.toml_lines import lines_of_keys
from retarget.targets.registry import TARGETS
from retarget.translation.severities import LEVELS, OFF, Level, unknown

ALONE, SHARED = "retarget.toml", "pyproject.toml"
_TABLE = ("tool", "retarget")  # of the shared file
Keys = tuple[str | int, ...]


class ConfigurationError(Error):
    """A configuration that cannot be read; the message begins with its place."""


class FileSettings(Struct, frozen=True):
    """What holds for the files that `match` names, from the configuration's folder."""

    match: str
    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    schedules: tuple[str, ...] = ()
    rules: Mapping[str, Any] = field(default_factory=dict)


class Settings(Struct, frozen=True):
    """The keys of a configuration, as given. rules: by name, one of LEVELS."""

    include: tuple[str, ...] = ()
    define: tuple[str, ...] = ()
    std: str | None = None
    target: str | None = None
    architectures: tuple[str, ...] = ()
    maps: tuple[str, ...] = ()
    schedules: tuple[str, ...] = ()
    launch_bounds: bool | None = None
    parse: bool | None = None
    project_hip: bool | None = None
    root: str | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    files: tuple[FileSettings, ...] = ()


class Configuration(Struct, frozen=True):
    """A file of settings; of none, where `path` is empty. lines: of its keys."""

    path: str = ""
    settings: Settings = Settings()
    lines: Mapping[Keys, int] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        return os.path.dirname(os.path.abspath(self.path))

    def origin(self, *keys: str | int) -> str:
        """The place of a key, or of what it stands in: file and line."""
        named = (keys[:n] for n in range(len(keys), 0, -1))
        line = next((self.lines[k] for k in named if k in self.lines), None)
        return f"{self.path}:{line}" if line else self.path

    def placed(self, path: str) -> str:
        """A path of the file's, from the working folder where it lies below that."""
        whole = os.path.normpath(os.path.join(self.folder, path))
        return below(whole, os.getcwd()) or whole

    def for_files(self) -> tuple[PatternOptions, ...]:
        """The flags and schedules of units: those of all first."""
        own = self.settings
        general = PatternOptions(
            EVERY_FILE, self._include(own.include), own.define, own.std, own.schedules, self.origin("schedules")
        )
        more = (
            PatternOptions(
                self._pattern(f), self._include(f.include), f.define, None, f.schedules,
                self.origin("files", at, "schedules"),
            )
            for at, f in enumerate(own.files)
        )  # fmt: skip
        return (general, *more)

    def levels(self) -> tuple[Level, ...]:
        """How severe rules are: for all files first."""
        own = self.settings
        general = (self._level(rule, EVERY_FILE, value, "rules", rule) for rule, value in own.rules.items())
        more = (
            self._level(rule, self._pattern(f), value, "files", at, "rules", rule)
            for at, f in enumerate(own.files)
            for rule, value in f.rules.items()
        )
        return (*general, *more)

    def _level(self, rule: str, files: FilePattern, value: str, *keys: str | int) -> Level:
        return Level(rule, None if value == OFF else Severity(value), files, self.origin(*keys))

    def _pattern(self, settings: FileSettings) -> FilePattern:
        return FilePattern(self.folder, settings.match)

    def _include(self, folders: Iterable[str]) -> tuple[str, ...]:
        return tuple(map(self.placed, folders))


class Search(Struct, frozen=True):
    """What a search found; looked_for: the files on which that rests, whether they are there or not."""

    configuration: Configuration
    looked_for: tuple[str, ...]


def configuration_of(inputs: Inputs, given: str | None = None) -> Search:
    """The configuration of a program: the file given, else the nearest from the folder that all inputs share upwards
    (from the working folder, where there is none). Raises ConfigurationError."""
    if given is not None:
        if os.path.exists(given) and not _holds(given):
            raise ConfigurationError(f"{given}: error: there is no table [tool.retarget]")
        return Search(read_configuration(given), (given,))
    try:
        named = inputs.inputs()
    except Error:  # which the command says when it reads them
        named = ()
    folders = [os.path.abspath(path if os.path.isdir(path) else os.path.dirname(path)) for path in named]
    looked_for: list[str] = []
    for folder in _upwards(os.path.commonpath(folders) if folders else os.getcwd()):
        paths = [below(p, os.getcwd()) or p for p in (os.path.join(folder, ALONE), os.path.join(folder, SHARED))]
        looked_for += paths
        holding = [p for p in paths if os.path.exists(p) and _holds(p)]
        if len(holding) > 1:
            raise ConfigurationError(f"{paths[0]} and {paths[1]} both configure retarget", "keep one of them")
        if holding:
            return Search(read_configuration(holding[0]), tuple(looked_for))
    return Search(Configuration(), tuple(looked_for))


def read_configuration(path: str) -> Configuration:
    """Raises ConfigurationError with the line, where that can be had."""
    text, values = _values(path)
    prefix: Keys = _TABLE if os.path.basename(path) == SHARED else ()
    for key in prefix:
        values = values.get(key, {}) if isinstance(values, dict) else {}
    lines = {keys[len(prefix) :]: n for keys, n in lines_of_keys(text).items() if keys[: len(prefix)] == prefix}
    read = Configuration(path, lines=lines)
    if not isinstance(values, dict):
        raise ConfigurationError(f"{path}: error: tool.retarget is no table")
    _refuse_unknown(read, values, Settings)
    for at, own in enumerate(values["files"] if isinstance(values.get("files"), list) else ()):
        _refuse_unknown(read, own if isinstance(own, dict) else {}, FileSettings, "files", at)
    try:
        found = Configuration(path, msgspec.convert(values, Settings), lines)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        keys = tuple(int(i) if i else name for name, i in re.findall(r"\.([\w-]+)|\[(\d+)\]", place))
        where = f" ({'.'.join(map(str, keys))})" if keys else ""
        raise _error(read, f"{what[0].lower()}{what[1:]}{where}".replace("`", "'"), *keys) from None
    _check(found)
    return found


def _values(path: str) -> tuple[str, Any]:
    try:
        text = read_bytes(path).decode("utf-8-sig").replace("\r\n", "\n")
        return text, tomllib.loads(text)
    except OSError as error:
        raise ConfigurationError(f"{path}: error: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigurationError(f"{path}:{line}: error: not UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        what, _, at = str(error).partition(" (at ")
        told = re.search(r"line (\d+)", at)
        place = f"{path}:{told[1]}" if told else path
        raise ConfigurationError(f"{place}: error: no TOML: {what[0].lower()}{what[1:]}") from None


def _holds(path: str) -> bool:
    """Whether a file that is there configures this tool."""
    if os.path.basename(path) != SHARED:
        return True
    tool = _values(path)[1].get(_TABLE[0])
    return isinstance(tool, dict) and _TABLE[1] in tool


def _upwards(folder: str) -> Iterator[str]:
    yield folder
    yield from map(str, Path(folder).parents)


def _error(read: Configuration, what: str, *keys: str | int) -> ConfigurationError:
    return ConfigurationError(f"{read.origin(*keys)}: error: {what}")


def _refuse_unknown(read: Configuration, values: Mapping[str, Any], kind: type, *around: str | int) -> None:
    known = [f.name for f in fields(kind)]
    for key in values:
        if key not in known:
            near = get_close_matches(key.replace("-", "_"), known, 1, 0.4)
            hint = f"; did you mean {near[0]}?" if near else f"; the keys are {', '.join(known)}"
            raise _error(read, f"no setting '{key}'{hint}", *around, key)


def _check(read: Configuration) -> None:
    """What the types do not say."""
    own = read.settings
    written = [name for name, target in TARGETS.items() if not target.runs_here]
    if own.target is not None and own.target not in written:
        raise _error(read, f"no target '{own.target}' to write for: the targets are {', '.join(written)}", "target")
    try:
        keys: Keys = ("std",)
        read_flags([f"-std={own.std}"] if own.std else [])
        keys = ("architectures",)
        known_targets(",".join(own.architectures)) if "architectures" in {k[0] for k in read.lines if k} else None
        keys = ("schedules",)
        _check_schedules(own.schedules)
        for at, files in enumerate(own.files):
            keys = ("files", at, "schedules")
            _check_schedules(files.schedules)
    except Error as error:
        raise _error(read, str(error), *keys) from None
    _check_rules(read, own.rules, "rules")
    for at, files in enumerate(own.files):
        _check_rules(read, files.rules, "files", at, "rules")
        if not files.match or os.path.isabs(files.match) or ".." in files.match.split("/"):
            what = f"'{files.match}' is no pattern of paths below the folder of this file, such as src/**/*.cu"
            raise _error(read, what, "files", at, "match")
        if sign := next((s for s in "[{" if s in files.match), ""):
            what = f"'{files.match}': patterns know *, ** and ? alone; ? stands for the sign {sign}, too"
            raise _error(read, what, "files", at, "match")


def _check_schedules(texts: tuple[str, ...]) -> None:
    if texts:
        from retarget.schedule.schedule import read_schedules  # noqa: PLC0415  (most projects have no schedule)

        read_schedules(texts)


def _check_rules(read: Configuration, rules: Mapping[str, Any], *around: str | int) -> None:
    for rule, value in rules.items():
        if why := unknown(rule):
            raise _error(read, why, *around, rule)
        if value not in LEVELS:
            raise _error(read, f"'{value}' is no severity: write {', '.join(LEVELS)}", *around, rule)
