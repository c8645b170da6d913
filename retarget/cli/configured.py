"""What a project's configuration says, below what the command line and the environment say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import click
from click.core import ParameterSource
from msgspec import Struct
from msgspec.structs import replace

from retarget.api.configuration import Configuration, Search, configuration_of
from retarget.api.inputs import Inputs
from retarget.cli.invocation import Invocation
from retarget.targets.registry import TARGETS

OPTIONS = (
    click.option("--config", "configuration", metavar="FILE", help="Configuration [default: the nearest, upwards]."),
    click.option("--no-config", "is_unconfigured", is_flag=True, help="Use no configuration."),
)
Value = str | bool | tuple[str, ...] | None
# The parameters that a setting gives a default for. Of these, `arch` takes a single architecture.
_TARGET, _ARCHITECTURES, _ARCHITECTURE = ("to", "target"), "architectures", "arch"
_PLAIN = ("launch_bounds", "parse", "project_hip", "root")


class Setting(Struct, frozen=True):
    """A setting that holds. origin: where it comes from."""

    name: str
    value: Value
    origin: str


def found_for(given: Mapping[str, Any]) -> Search:
    """The configuration that the options ask for; this run rests on it."""
    path, is_unconfigured = given["configuration"], given["is_unconfigured"]
    if is_unconfigured:
        if path is not None:
            raise click.UsageError("--config and --no-config contradict each other")
        return Search(Configuration(), ())
    found = configuration_of(Inputs(given["files"], given["database"]), path)
    run = click.get_current_context().obj
    if isinstance(run, Invocation):
        run.looked_for += found.looked_for
    return found


def filled(given: Mapping[str, Any], configuration: Configuration) -> dict[str, Any]:
    """The parameters of a command, with what is configured in place of defaults."""
    own = configuration.settings
    values: dict[str, Any] = {name: getattr(own, name) for name in _PLAIN}
    values |= dict.fromkeys(_TARGET, own.target)
    values |= {"root": configuration.placed(own.root) if own.root else None}
    found = {**given, **{n: v for n, v in values.items() if v is not None and _is_open(n, given)}}
    if _takes_hips(found):
        found["maps"] = tuple(dict.fromkeys((*map(configuration.placed, own.maps), *given["maps"])))
        if own.architectures and _is_open(_ARCHITECTURES, given):
            found[_ARCHITECTURES] = ",".join(own.architectures)
    if own.architectures and _is_open(_ARCHITECTURE, given) and (given[_ARCHITECTURE] or given.get("by") == "figures"):
        found[_ARCHITECTURE] = own.architectures[0]
    return found


def _is_open(name: str, given: Mapping[str, Any]) -> bool:
    """Whether a command has a parameter that nobody gave."""
    if name not in given or (name in _TARGET and given[name] is None):
        return False
    return click.get_current_context().get_parameter_source(name) is ParameterSource.DEFAULT


def _takes_hips(given: Mapping[str, Any]) -> bool:
    """Whether what is written has HIP's names: users' own, and AMD's architectures, concern nothing else."""
    target = next((given[name] for name in _TARGET if given.get(name)), "amd")
    return TARGETS[target].translation.has_maps


def settings(given: Mapping[str, Any], configuration: Configuration, inputs: Inputs) -> Iterator[Setting]:
    """All that hold. given: the parameters as the command line has them."""
    holding = filled(given, configuration)
    for name, parameter in (("target", "to"), (_ARCHITECTURES, _ARCHITECTURES), *((n, n) for n in _PLAIN)):
        value = holding[parameter]
        is_filled = value != given[parameter] or (bool(configuration.lines.get((name,))) and _is_open(parameter, given))
        origin = configuration.origin(name) if is_filled else _origin(name, parameter)
        yield Setting(name, tuple(value.split(",")) if name == _ARCHITECTURES else value, origin)
    yield from _lists(given, holding, configuration, inputs)
    for level in configuration.levels():
        if not level.files.text:
            yield Setting(f"rules.{level.rule}", str(level.severity or "off"), level.origin)
    for at, files in enumerate(configuration.settings.files):
        name = f"files[{files.match}]"
        for key in ("include", "define", "schedules"):
            if value := getattr(files, key):
                yield Setting(f"{name}.{key}", value, configuration.origin("files", at, key))
        for rule, severity in files.rules.items():
            origin = configuration.origin("files", at, "rules", rule)
            yield Setting(f"{name}.rules.{rule}", severity, origin)


def _origin(name: str, parameter: str) -> str:
    source = click.get_current_context().get_parameter_source(parameter)
    if source is ParameterSource.ENVIRONMENT:
        return f"$RETARGET_{name.upper()}"
    return "default" if source is ParameterSource.DEFAULT else "command line"


def _lists(
    given: Mapping[str, Any], holding: Mapping[str, Any], configuration: Configuration, inputs: Inputs
) -> Iterator[Setting]:
    """What the command line adds to, or, of schedules and the standard, replaces."""
    own, flags = configuration.settings, inputs.flags()
    macros = {_macro(d) for d in (*flags.define, *flags.undefine)}
    pairs: dict[str, tuple[Value, Value]] = {
        "include": ((*flags.include, *flags.system), tuple(map(configuration.placed, own.include))),
        "define": (flags.define, tuple(d for d in own.define if _macro(d) not in macros)),
        "std": (flags.std, None if flags.std else own.std),
        "maps": (given["maps"], tuple(m for m in holding["maps"] if m not in given["maps"])),
        "schedules": (given["schedules"], () if given["schedules"] else own.schedules),
    }
    for name, (here, there) in pairs.items():
        if here:
            yield Setting(name, here, "command line")
        if there:
            yield Setting(name, there, configuration.origin(name))
        if not here and not there:
            yield Setting(name, here, "default")


def _macro(definition: str) -> str:
    return definition.partition("=")[0]


def by_file(given: Mapping[str, Any], configuration: Configuration, has_schedules: bool) -> dict[str, Any]:
    """The fields of inputs for what is configured for their files. has_schedules: whether the command takes any."""
    path, is_unconfigured = given["configuration"], given["is_unconfigured"]
    words = ("--config", path) if path else ("--no-config",) if is_unconfigured else ()
    found = configuration.for_files() if configuration.path else ()
    kept = found if has_schedules else tuple(replace(f, schedules=()) for f in found)
    return {"for_files": kept, "configured": words}
