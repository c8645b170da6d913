"""The commands that tell: of a program before its port, of names, of settings, of this machine, of rules."""

from __future__ import annotations

from typing import Any

import click
from msgspec.structs import replace

from retarget.batch.manifest import STEPS
from retarget.cli import common_options, examples, translation_options
from retarget.cli.diagnostics import FORMS, TEXT
from retarget.cli.invocation import COMPLETE, Invocation
from retarget.cli.source_options import Sources, source_options, unscheduled_options
from retarget.system.duration import Duration
from retarget.system.size import ByteSize


@common_options.command(epilog=examples.SCAN)
@click.argument("files", nargs=-1, metavar="FILE|DIR...")
@click.option("--exact", is_flag=True, help="Have clang read each unit, as a translation does.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option("--format", "form", type=click.Choice(FORMS), default=TEXT, help="Form of diagnostics [default: text].")
@click.option("--html", "page", metavar="HTML", help="Write a page for a browser.")
@click.option("--force", is_flag=True, help="Overwrite a page that is not ours.")
@translation_options.ARCHITECTURES
@unscheduled_options("it counts what the program has")
@click.pass_obj
def scan(run: Invocation, /, sources: Sources, **options: Any) -> None:
    """Count what a port will meet: names and their counterparts, kernels, PTX, warps, libraries. Writes no output."""
    from retarget.cli import scan as command  # noqa: PLC0415  (slow to import, and most runs only translate)

    if options["as_json"] and options["form"] != TEXT:
        raise click.UsageError("--json and --format contradict each other")
    raise SystemExit(command.run(command.ScanOptions(**options), replace(sources, options=run.behind), run))


@common_options.command(epilog=examples.QUERY)
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option("--map", "maps", multiple=True, metavar="TSV", help="Your own names: columns cuda and hip.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def query(names: tuple[str, ...], maps: tuple[str, ...], as_json: bool) -> None:
    """Show what a name, header or struct's member of CUDA's becomes; exit 4 if one has no counterpart."""
    from retarget.cli import query as command  # noqa: PLC0415  (it reads all tables)

    raise SystemExit(command.run(names, maps, as_json))


@common_options.command("config")
@click.argument("files", nargs=-1, metavar="[FILE...]")
@translation_options.TO
@translation_options.ARCHITECTURES
@translation_options.LAUNCH_BOUNDS
@translation_options.PARSE
@translation_options.PROJECT_HIP
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@source_options
@click.pass_obj
def show_config(run: Invocation, /, sources: Sources, as_json: bool, **options: Any) -> None:
    """Show what holds for FILEs, and where it comes from: configuration, environment, command line."""
    from retarget.cli import config_report  # noqa: PLC0415  (slow to import, and most runs only translate)

    config_report.show(replace(sources, options=run.behind), as_json)


@common_options.command(epilog=examples.DOCTOR)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def doctor(as_json: bool) -> None:
    """Show what is installed, and the commands that install what is missing."""
    from retarget.cli import doctor as clinic  # noqa: PLC0415  (slow: it asks compilers and devices)

    raise SystemExit(clinic.report(as_json))


@common_options.command(epilog=examples.RULES)
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def rules(as_json: bool) -> None:
    """List the rules, a line each; `retarget --explain RULE` explains one, or a row of docs/semantics.md."""
    from retarget.cli import rule_list  # noqa: PLC0415  (slow to import, and most runs only translate)

    rule_list.show(as_json)


@common_options.command(epilog=examples.COMPLETION)
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print what completes this command line in a shell."""
    from click.shell_completion import get_completion_class  # noqa: PLC0415  (slow to import)

    kind = get_completion_class(shell)
    assert kind is not None  # of the three that there are
    whole = click.get_current_context().find_root().command
    click.echo(kind(whole, {}, "retarget", COMPLETE).source())


@common_options.command(epilog=examples.BATCH)
@click.argument("what", metavar="DIR|MANIFEST")
@click.option("-o", "--output", metavar="FOLDER", help="Folder of the results [default: batch].")
@click.option("--discover", is_flag=True, help="Find the programs of DIR, and write their manifest; run nothing.")
@click.option("--baseline", "before", metavar="FOLDER", help="Compare the results in DIR with those in FOLDER.")
@click.option("--steps", metavar="STEP,...", help="Of translate, build, verify, tune [default: the manifest's].")
@click.option("--only", multiple=True, metavar="NAME", help="Only this program.")
@click.option("--show", "shows", is_flag=True, help="Show what is done, also while another process goes on.")
@click.option("--again", "anew", is_flag=True, help="Do again what is done already.")
@click.option("--to", "target", type=click.Choice(["amd", "nvidia", "cpu"]), help="Target that programs are tuned on.")
@click.option("--by", type=click.Choice(["runs", "figures"]), help="How a tuning chooses.")
@click.option("--arch", "architectures", metavar="GFX,...", help="Architectures.")
@click.option("--shuffle", type=click.IntRange(0), metavar="N", help="Random orders that `verify` tries.")
@click.option("--limit", type=Duration(), metavar="TIME", help="Timeout of one run.")
@click.option("--timeout", type=Duration(), metavar="TIME", help="Timeout of one step.")
@click.option("--budget", type=Duration(), metavar="TIME", help="Timeout of all runs of a tuning.")
@click.option("-j", "--jobs", type=click.IntRange(1), metavar="N", help="Local workers [default: one a core].")
@click.option("--dask", default="", metavar="ADDRESS", help="Use the workers of this Dask scheduler.")
@click.option("--slurm", type=click.IntRange(0), default=0, metavar="JOBS", help="Ask Slurm for so many workers.")
@click.option("--slurm-option", "slurm_options", multiple=True, metavar="K=V", help="Option of dask-jobqueue's.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option("-v", "--verbose", is_flag=True, help="Show programs that went well, too.")
def batch(what: str, before: str | None, steps: str | None, by: str | None, verbose: bool, **options: Any) -> None:
    """Take many programs through translation, build, verification and tuning; resume where the last run stopped."""
    from retarget.cli import batch as command  # noqa: PLC0415  (slow to import, and most runs only translate)

    if before is not None:
        raise SystemExit(command.compare(before, what, options["as_json"]))
    names = ("target", "architectures", "shuffle", "limit", "timeout", "budget")
    settings = {name: options.pop(name) for name in names} | {"figures": None if by is None else by == "figures"}
    chosen = tuple(s.strip() for s in steps.split(",")) if steps else ()
    if unknown := [s for s in chosen if s not in STEPS]:
        raise click.UsageError(f"--steps: no step '{unknown[0]}': they are {', '.join(STEPS)}")
    raise SystemExit(command.run(what, command.BatchOptions(steps=chosen, settings=settings, **options), verbose))


@common_options.command("capture", epilog=examples.CAPTURE)
@click.argument("what", nargs=-1, metavar="[show|prove DIR]")
@click.option("-o", "--output", default="capture", show_default=True, metavar="DIR", help="The folder to write.")
@click.option("--memory", type=ByteSize(), default="4GB", show_default=True, metavar="SIZE", help="Limit of memory.")
@click.option("--no-proof", is_flag=True, help="Replay nothing: `retarget capture prove DIR` does it later.")
@click.option("--force", is_flag=True, help="Replace a capture that is there.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
@click.option("-v", "--verbose", is_flag=True, help="Show each launch.")
@click.pass_obj
def capture_launches(run: Invocation, /, what: tuple[str, ...], **options: Any) -> None:
    """Run a program as it is, write representative launches of its kernels to files, and replay them.

    The program and its arguments go behind --.
    """
    from retarget.cli import capture as command  # noqa: PLC0415  (slow to import, and most runs only translate)

    raise SystemExit(command.carry_out(what, run.behind, command.CaptureOptions(**options)))


COMMANDS = (batch, capture_launches, scan, query, show_config, doctor, rules, completion)
