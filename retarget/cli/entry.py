"""One run of the command line: errors become messages and exit codes, and what it printed is remembered."""

from __future__ import annotations

import os
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from io import StringIO
from itertools import zip_longest
from typing import Any

import click

from retarget.cli import host_compilers
from retarget.cli.invocation import AS_GIVEN, COMPLETE, Invocation
from retarget.errors import Error, OutputError
from retarget.system import cache, evidence, exits, streams
from retarget.system.terminal import paint, wanted

_REMEMBERED = (exits.OK, exits.STALE, exits.TRANSLATION, exits.OUTPUT)
_SAME = 0.5  # seconds
_OF_CMAKE = "-forward-unknown-to-host-compiler"  # begins its command lines for nvcc
_DEEPEST = 4000  # frames: programs call functions in functions a hundred deep, and each is followed in several


def run(arguments: Sequence[str]) -> None:
    """Runs a command line; remembers what it printed, for the next time. Never returns."""
    _heed_signals()
    sys.setrecursionlimit(_DEEPEST)
    if os.environ.get(COMPLETE):
        from retarget.cli import commands  # noqa: PLC0415  (slow to import)

        commands.cli.main(prog_name="retarget", complete_var=COMPLETE)
    words = list(arguments)
    name = cache.key(words)
    stdout, stderr = _Tee(sys.stdout), _Tee(sys.stderr)
    sys.stdout, sys.stderr = stdout, stderr
    try:
        at = words.index("--") if "--" in words and words[0] not in AS_GIVEN else len(words)
        words, run = words[:at], Invocation(tuple(words[at + 1 :]))
        code = _guarded(words, run)
    finally:
        sys.stdout, sys.stderr = stdout.under, stderr.under
    if run.depends and code in _REMEMBERED and "--build" not in words:
        seen = cache.stamps(dict.fromkeys(run.depends), run.read, run.looked_for)
        if seen is not None:
            cache.remember(name, cache.cache_folder(), cache.RememberedRun(stdout.text(), stderr.text(), code, seen))
    streams.put(sys.stdout, "")
    raise SystemExit(code)


def _heed_signals() -> None:
    """Makes requests to end interrupts like any, with their message. Builds send two at once, the terminal's to all and
    make's to its children: the second would end what the first has to clear away."""
    asked = 0.0

    def interrupt(*_: object) -> None:
        nonlocal asked
        if time.monotonic() - asked > _SAME:
            asked = time.monotonic()
            raise KeyboardInterrupt

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # as by nohup
            signal.signal(number, interrupt)


def _guarded(words: list[str], run: Invocation) -> int:
    try:
        if words[:1] == ["host"]:
            return host_compilers.host(words[1:])
        if words[:1] == ["nvcc"]:
            from retarget.cli import nvcc  # noqa: PLC0415  (slow to import; a build needs no other command)

            return nvcc.run(words[1:])
        from retarget.cli import commands  # noqa: PLC0415  (slow to import)

        commands.cli.main(words, prog_name="retarget", standalone_mode=False, obj=run)
    except SystemExit as stop:
        return _bug(words) if isinstance(stop.code, str) else stop.code or 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except streams.Unwritable:
        raise
    except BaseException as error:
        run.depends.clear()  # what ends a run halfway leaves open what else it would have looked at
        return _failed(error, words, run)
    return exits.OK


def _failed(error: BaseException, words: Sequence[str], run: Invocation) -> int:
    if isinstance(error, KeyboardInterrupt | click.Abort):
        return _fail("interrupted; outputs are whole, or were not written", exits.INTERRUPTED, words)
    if isinstance(error, click.ClickException):
        named = next((w for w in words if w.startswith("-") and os.path.isfile(w)), None)
        if isinstance(error, click.NoSuchOption) and _OF_CMAKE in words:
            told = "CMake takes one word as CUDA's compiler: CUDACXX=$(retarget toolkit)/bin/nvcc"
            error = click.UsageError(told, error.ctx)
        elif isinstance(error, click.NoSuchOption) and named:
            error = click.UsageError(f"{named} reads as an option: name the file as ./{named}", error.ctx)
        error.show()
        _to_programs(Error(error.format_message()), words, run)
        return exits.USAGE
    if isinstance(error, OSError):
        error = OutputError(f"{error.filename or 'output'}: {error.strerror}")
    if not isinstance(error, Error):
        return _bug(words)
    _to_programs(error, words, run)
    return _fail(str(error), error.code, words)


def _to_programs(error: Error, words: Sequence[str], run: Invocation) -> None:
    """Programs read what went wrong where they read everything else."""
    form = _option("--format", words)
    if form:
        from retarget.cli import diagnostics  # noqa: PLC0415  (slow to import, and few runs fail)

        diagnostics.tell_failure(form, error, run)
    if "--json" in words:
        from retarget.cli import error_answers  # noqa: PLC0415  (few runs fail)
        from retarget.system import typed_json  # noqa: PLC0415  (slow to import, and few runs fail)

        advice = {"command" if error.advice_is_command else "advice": error.advice or None}
        failure = error_answers.Failure(type(error).__name__, error.code, error.what, **advice)
        click.echo(typed_json.text(error_answers.Failed(failure)))


def _option(name: str, words: Sequence[str]) -> str:
    """The value of an option, where the command line could not be read."""
    pairs = zip_longest(words, words[1:], fillvalue="")
    return next((w.partition("=")[2] or after for w, after in pairs if w.partition("=")[0] == name), "")


def _fail(message: str, code: int, words: Sequence[str]) -> int:
    colour = wanted(_option("--color", words) or None)
    click.echo(f"{paint('place', 'retarget:')} {paint('error', 'error:')} {message}", err=True, color=colour)
    return code


def _bug(words: Sequence[str]) -> int:
    """A bug of ours: says so, and keeps the evidence in a file."""
    place = evidence.keep(traceback.format_exc())
    last = traceback.format_exc().strip().splitlines()[-1]
    return _fail(f"this is a bug of retarget ({last}); the evidence is in {place}", exits.INTERNAL, words)


class _Tee(StringIO):
    """Passes on what is written, and keeps it."""

    def __init__(self, under: Any) -> None:
        super().__init__()
        self.under = under

    def write(self, text: str) -> int:
        streams.put(self.under, text, flush=False)
        return super().write(text)

    def flush(self) -> None:
        streams.put(self.under, "")

    def isatty(self) -> bool:
        return bool(self.under and self.under.isatty())

    def fileno(self) -> int:
        return int(self.under.fileno())

    def text(self) -> str:
        return self.getvalue()
