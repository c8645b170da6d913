"""The commands behind the command line: translate (the default), doctor, rules."""

from __future__ import annotations

import difflib
import os
from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any, NoReturn

import click
from click.core import ParameterSource
from click.shell_completion import CompletionItem
from msgspec.structs import fields, replace

from retarget import __version__
from retarget.api.exploring import TOTAL
from retarget.api.exploring import space as explored
from retarget.api.inputs import listed
from retarget.api.translating import Task, Unplaceable, depended_on, translated
from retarget.api.whole_tree import expanded
from retarget.cli import (
    build_commands,
    common_options,
    contradictions,
    examples,
    overview_commands,
    translation_options,
)
from retarget.cli.diagnostics import FORMS, TEXT
from retarget.cli.finish import FAIL_ON, OutputOptions, checked_by_lock, finish, rest_on
from retarget.cli.host_options import HostOptions, compare_options, host_options
from retarget.cli.invocation import AS_GIVEN, Invocation
from retarget.cli.source_options import Sources, source_options, unscheduled_options
from retarget.cli.tune_options import comparison_options
from retarget.system import exits, progress
from retarget.system.duration import Duration
from retarget.system.terminal import remark
from retarget.system.toolchain import templates
from retarget.targets.amd.target import AMD
from retarget.targets.cpu.same_output import TOLERANCE
from retarget.targets.nvidia.target import NVIDIA
from retarget.targets.registry import TARGETS
from retarget.translation import semantics
from retarget.translation.emit import Place
from retarget.translation.explanations import explanation, rule_names
from retarget.translation.lock import TextOptions

_TEXT_OPTIONS = ("architectures", "launch_bounds", "project_hip", "headers", "parse")
_SEVERAL = 4  # files, from which on a bar shows how far it is
WRITTEN = [name for name, target in TARGETS.items() if not target.runs_here]


class _DefaultToTranslate(click.Group):
    """`retarget foo.cu` is `retarget translate foo.cu`."""

    command_class = common_options.Command

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        known = {*self.commands, "--help", "-h", "--version", "--explain", "--cmake-dir"}
        if args and args[0] not in known:
            self._refuse_mistyped(args[0], ctx)
            args = ["translate", *args]
        if args and args[0] in AS_GIVEN:
            args = [args[0], "--", *args[1:]]
        return super().parse_args(ctx, args)

    def _refuse_mistyped(self, word: str, ctx: click.Context) -> None:
        """A word that is no file, and nearly a command."""
        if ctx.resilient_parsing or os.path.exists(word) or os.path.splitext(word)[1]:
            return
        if near := difflib.get_close_matches(word, self.commands, 1):
            raise click.UsageError(f"no command and no file '{word}'; did you mean retarget {near[0]}?", ctx)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """A command or a file, which stands first: bash's script forgets what came before it."""
        return [CompletionItem(incomplete, type="file"), *super().shell_complete(ctx, incomplete)]


def _explain(ctx: click.Context, _: click.Parameter, rule: str | None) -> None:
    if rule is None or ctx.resilient_parsing:
        return
    text = explanation(rule) or semantics.explained(rule)
    if text is None:
        near = difflib.get_close_matches(rule, [*rule_names(), *(r.name for r in semantics.rows())], 3)
        hint = f"; did you mean {', '.join(near)}?" if near else f"; the rules are {', '.join(rule_names())}"
        raise click.UsageError(f"no rule '{rule}'{hint}")
    click.echo(text, nl=False)
    ctx.exit()


def _cmake_dir(ctx: click.Context, _: click.Parameter, is_asked: bool) -> None:
    if is_asked and not ctx.resilient_parsing:
        click.echo(templates() / "cmake")
        ctx.exit()


@click.group(
    cls=_DefaultToTranslate,
    epilog=examples.TRANSLATE,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__)
@click.option("--explain", metavar="RULE", callback=_explain, is_eager=True, expose_value=False, help="Explain a rule.")
@click.option(
    "--cmake-dir",
    is_flag=True,
    callback=_cmake_dir,
    is_eager=True,
    expose_value=False,
    help="Print the folder of our CMake module, for CMAKE_MODULE_PATH.",
)
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Takes CUDA programs to AMD GPUs: source to source, with the smallest possible diff."""
    if ctx.invoked_subcommand is None and isinstance(ctx.obj, Invocation) and ctx.obj.behind:
        raise click.UsageError("name a FILE in front of --: what stands behind it is for the compiler", ctx)
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


@cli.command(epilog=examples.TRANSLATE)
@click.argument("files", nargs=-1, metavar="FILE...")
@translation_options.TO
@click.option("-o", "--output", metavar="PATH", help="A file for one input (- prints it), or a folder (a tree).")
@click.option("--in-place", is_flag=True, help="Change the files themselves, keeping each original as FILE.orig.")
@click.option("--diff", "show_diff", is_flag=True, help="Show the changes as a unified diff; write nothing.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if an output is absent or out of date.")
@click.option("--json", "as_json", is_flag=True, help="Print a report as JSON.")
@click.option("--format", "form", type=click.Choice(FORMS), default=TEXT, help="Form of diagnostics [default: text].")
@click.option(
    "--fail-on", type=click.Choice(FAIL_ON), default="error", show_default=True, help="Exit 4 from this severity on."
)
@click.option("--build", is_flag=True, help="Compile the output, and show what each kernel costs.")
@translation_options.ARCHITECTURES
@click.option("--hip-include", "headers", metavar="DIR", help="HIP headers to build with, not the installed ones.")
@click.option("--unsafe-fp-atomics", is_flag=True, help="Build atomics of float and double as one instruction.")
@translation_options.LAUNCH_BOUNDS
@translation_options.PARSE
@translation_options.PROJECT_HIP
@click.option("--force", is_flag=True, help="Overwrite outputs that are not ours.")
@click.option("--include", "patterns", multiple=True, metavar="PATTERN", help="Of a folder, take only these files.")
@click.option("--exclude", "unwanted", multiple=True, metavar="PATTERN", help="Of a folder, leave out these files.")
@click.option("--stamp", metavar="FILE", help="Touch FILE after success, for a build system.")
@click.option("--depfile", metavar="FILE", help="Write which files were read, as a rule for Make or Ninja.")
@host_options
@source_options
@click.pass_obj
def translate(run: Invocation, /, to: str, sources: Sources, host: HostOptions, **options: Any) -> None:
    """Translate CUDA files and what they include to HIP (the default command); run them on this machine (--to cpu)."""
    asked = OutputOptions(**{f.name: options.pop(f.name) for f in fields(OutputOptions)})
    if TARGETS[to].runs_here:
        contradictions.refuse_outputs(asked, options["headers"], host)
        _refuse_others(to)
        _on_host("run", sources, host, run, asked.as_json)
    _refuse_others(to)
    if host != HostOptions():
        raise click.UsageError("--wave, --shuffle, --seed, --sanitize and --limit are for --to cpu")
    if asked.in_place and asked.output:
        raise click.UsageError("--in-place and -o contradict each other")
    contradictions.refuse_pairs(asked)
    sources = _whole(sources, asked, options.pop("patterns"), options.pop("unwanted"))
    if asked.is_alone:
        contradictions.refuse_for_stdout(asked, len(sources.inputs()))
    if asked.build and TARGETS[to].tools().build is None:
        raise click.UsageError(f"--to {to} writes {TARGETS[to].translation.name}: build it with a compiler of its own")
    if asked.output and not sources.whole and sources.place(asked.output, asked.in_place) is Place.TREE:
        sources, outputs = sources.without_outputs(asked.output)
        if outputs:
            told = f"skipped, as an earlier run wrote them to {asked.output}: {listed(outputs)}"
            remark(f"retarget: {told}")
    given = replace(sources, options=run.behind, compiled_alike=asked.build or to != "amd")
    if options["parse"] is None and asked.build:
        options["parse"] = False  # the build says what the parse would
    settings = TextOptions(**{name: options[name] for name in _TEXT_OPTIONS})
    levels = sources.configuration.levels()
    task = Task(given, TARGETS[to], settings, asked.output, asked.in_place, options["unsafe_fp_atomics"], levels)
    if asked.check and (code := checked_by_lock(asked, task, sources.verbose)) is not None:
        raise SystemExit(code)
    total = len(given.inputs())
    with progress.counted("translating", total) if total >= _SEVERAL else nullcontext(lambda: None) as advance:
        try:
            result = translated(task, asked.show_diff and not asked.check, lambda _: advance())
        except Unplaceable as error:
            if not asked.check:
                raise
            if not given.whole:
                rest_on(run, (*given.depends(), *depended_on(error.program, {})), error.program)
            click.echo(f"retarget: error: {error}", err=True)
            raise SystemExit(exits.OUTPUT) from None
    raise SystemExit(finish(asked, result, run, sources.verbose))


@cli.command(epilog=examples.VERIFY)
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option("--capture", metavar="DIR", help="Replay this capture's launches; no host program runs.")
@click.option("--json", "as_json", is_flag=True, help="Print a report as JSON.")
@compare_options
@host_options
@source_options
@click.pass_obj
def verify(run: Invocation, capture: str | None, as_json: bool, sources: Sources, host: HostOptions) -> None:
    """Run the original and the translated program on this machine, and compare their results."""
    if capture is None:
        _on_host("verify", sources, host, run, as_json)
    from retarget.cli import on_capture  # noqa: PLC0415  (most runs only translate)

    raise SystemExit(on_capture.carry_out(sources, host, capture, run.behind, as_json))


@cli.command(epilog=examples.SPACE)
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option("--arch", default="gfx90a", show_default=True, metavar="GFX", help="Architecture to compile for.")
@click.option(
    "--total",
    type=click.IntRange(2, 1024),
    default=TOTAL,
    show_default=True,
    help="Maximum of logical threads for each physical one.",
)
@click.option("--no-build", is_flag=True, help="Generate and filter; compile nothing.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@unscheduled_options("it lists all that are legal")
@click.pass_obj
def space(run: Invocation, arch: str, total: int, no_build: bool, as_json: bool, sources: Sources) -> None:
    """List the variants of every kernel: which are legal, their cost, which are dropped or refused, and why."""
    from retarget.cli import space_report  # noqa: PLC0415  (slow to import, and most runs only translate)
    from retarget.system import typed_json  # noqa: PLC0415  (slow to import, and most runs only translate)

    with progress.steps("looking for variants") as tell:
        found = explored(replace(sources, options=run.behind), arch, total=total, build=not no_build, tell=tell)
    if as_json:
        click.echo(typed_json.text(space_report.answer(found)))
    else:
        space_report.show(found, sources.verbose)
    raise SystemExit(exits.INTERRUPTED if found.is_cut_short else exits.OK)


@cli.command(epilog=examples.TUNE)
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option("--to", "target", type=click.Choice(list(TARGETS)), default="amd", show_default=True, help="Target.")
@click.option(
    "--build-command", "build", default="", metavar="COMMAND", help="The project's build; runs in a copy."
)
@click.option("--compare", multiple=True, metavar="FILE", help="Compare this output file of the program, too.")
@click.option(
    "--check", default="", metavar="COMMAND", help="Command that reads a run's output, and fails if it is wrong."
)
@click.option("--tolerance", default=TOLERANCE, show_default=True, help="Relative tolerance of printed fractions.")
@click.option("--ignore", multiple=True, metavar="REGEX", help="Do not compare lines that match, such as times.")
@click.option("--compare-times", is_flag=True, help="Compare numbers on lines that look like times too.")
@click.option("--budget", type=Duration(), metavar="TIME", help="Timeout of all runs together, such as 90s, 5m, 1h.")
@click.option("--limit", type=Duration(), metavar="TIME", help="Timeout of one run [default: 10 x (original + 1s)].")
@comparison_options
@click.option(
    "--variants", type=click.IntRange(0), default=48, show_default=True, help="Variants of each kernel; 0: all."
)
@click.option("--seed", default=1, show_default=True, help="Random seed.")
@click.option("--report", metavar="HTML", help="Write the page of `retarget report`.")
@click.option("--kernel", metavar="NAME", help="Tune this kernel alone, with --case; of a template 'NAME<ARGS>'.")
@click.option("--case", metavar="PY", help="Python file whose function `cases` returns launches and arguments.")
@click.option(
    "--search", metavar="STRATEGY", help="Search the whole space by this strategy of Kernel Tuner's."
)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@unscheduled_options("the tuning finds the schedules")
@click.pass_obj
def tune(run: Invocation, /, sources: Sources, **options: Any) -> None:
    """Run a program with variants of its kernels on this machine's device, and keep the fastest correct ones.

    The program's arguments go behind --; with --build-command, the whole command that runs it.
    """
    own = {name: options.pop(name) for name in ("kernel", "case")}
    if any(own.values()):
        from retarget.cli import tune_kernel  # noqa: PLC0415  (optional libraries, and slow to import)

        raise SystemExit(tune_kernel.tune(options, own, sources, run.behind))
    from retarget.cli import tune as command  # noqa: PLC0415  (slow to import, and most runs only translate)

    raise SystemExit(command.tune(command.TuneOptions(**options), sources, run.behind))


@cli.command(epilog=examples.APPLY)
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option("--to", "target", type=click.Choice(WRITTEN), default="amd", show_default=True, help="Target.")
@click.option("-o", "--output", metavar="PATH", help="A file for one input (- prints it), or a folder (a tree).")
@click.option("--chosen", "listing", metavar="FILE", help="Write the schedules alone, for `retarget nvcc --tuned`.")
@click.option("--force", is_flag=True, help="Overwrite outputs that are not ours.")
@unscheduled_options("it writes what was chosen")
def apply(sources: Sources, target: str, output: str | None, listing: str | None, force: bool) -> None:
    """Write a program with the variants that `retarget tune` chose; needs no device."""
    from retarget.cli import tune as command  # noqa: PLC0415  (slow to import, and most runs only translate)

    if listing and output:
        raise click.UsageError("--chosen writes no program: leave out -o")
    if listing:
        raise SystemExit(command.list_schedules(sources, target, listing, force))
    raise SystemExit(command.apply(sources, target, output, force))


@cli.command("report", epilog=examples.REPORT)
@click.argument("files", nargs=-1, metavar="FILE...")
@click.option("--to", "target", type=click.Choice(WRITTEN), help="Target of the diff [default: the tuning's].")
@click.option("-o", "--output", default="report.html", show_default=True, metavar="HTML", help="The page.")
@click.option("--force", is_flag=True, help="Overwrite a page that is not ours.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as JSON too.")
@unscheduled_options("it shows what was chosen")
def write_report(sources: Sources, **options: Any) -> None:
    """Write a page about the last `retarget tune` of a program; needs no device."""
    from retarget.cli import tune as command  # noqa: PLC0415  (slow to import, and most runs only translate)

    raise SystemExit(command.write_report(sources, **options))


def _on_host(what: str, sources: Sources, host: HostOptions, run: Invocation, as_json: bool) -> NoReturn:
    """Never returns: the exit code is the program's, or that of the comparison."""
    from retarget.cli import on_host  # noqa: PLC0415  (most runs only translate)

    raise SystemExit(on_host.carry_out(what, sources, host, run.behind, as_json))


_AMDS = {"architectures": "--arch", "headers": "--hip-include", "unsafe_fp_atomics": "--unsafe-fp-atomics"}


def _refuse_others(to: str) -> None:
    """Options of another target than the one that is written for."""
    context = click.get_current_context()
    given = [name for name in _AMDS if context.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    if given and to != AMD.name:
        raise click.UsageError(f"--to {to} and {_AMDS[given[0]]} contradict each other: that is for AMD GPUs alone")
    if to == NVIDIA.name and context.get_parameter_source("project_hip") is ParameterSource.COMMANDLINE:
        raise click.UsageError(f"--to {to} and --project-hip contradict each other: that is for outputs in HIP alone")


def _whole(sources: Sources, asked: OutputOptions, include: Sequence[str], exclude: Sequence[str]) -> Sources:
    """With the files of the folders that are named."""
    folders = [f for f in sources.files if os.path.isdir(f)]
    if folders and asked.is_alone:
        raise click.UsageError(f"-o - writes one file, and {folders[0]} is a folder: -o FOLDER/ writes all of it")
    if folders and not (asked.output or asked.in_place or (asked.show_diff and not asked.check)):
        return sources  # to be refused with its remedy
    return expanded(sources, asked.output, include, exclude)


@cli.command(epilog=examples.REGENERATE)
@click.argument("folders", nargs=-1, metavar="[FOLDER...]")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if an output is absent or out of date.")
@click.option("--diff", "show_diff", is_flag=True, help="The same, and show what would change in the outputs.")
@click.option("--force", is_flag=True, help="Overwrite outputs that were changed by hand.")
@click.option("-j", "--jobs", type=click.IntRange(1), metavar="N", help="Processes [default: one a core].")
@click.option("-v", "--verbose", is_flag=True, help="Show warnings and notes too.")
def regenerate(folders: tuple[str, ...], **options: Any) -> None:
    """Write outputs anew from what the retarget.lock in FOLDER says.

    Without FOLDER: all locks here and below that git does not ignore.
    """
    from retarget.cli import regenerate as command  # noqa: PLC0415  (most runs only translate)

    raise SystemExit(command.regenerate(folders, command.RegenerateOptions(**options)))


@cli.command(epilog=examples.HOOK)
@click.option("--install", "what", flag_value="install", help="Install it as the repository's pre-commit hook.")
@click.option("--uninstall", "what", flag_value="uninstall", help="Remove it.")
@click.option("--run", "what", flag_value="run", help="Check what is about to be committed.")
def hook(what: str | None) -> None:
    """Have git refuse a commit whose outputs are not what retarget makes of its inputs."""
    from retarget.cli import hook as command  # noqa: PLC0415  (most runs only translate)

    if what is None:
        raise click.UsageError("say --install, --uninstall or --run")
    raise SystemExit({"install": command.install, "uninstall": command.uninstall, "run": command.run}[what]())


for _command in (*overview_commands.COMMANDS, *build_commands.COMMANDS):
    cli.add_command(_command)
