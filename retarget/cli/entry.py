"""One run of the command line: errors become messages and exit codes, and what it printed is remembered."""

from __future__ import annotations

import json
import signal
import sys
import traceback
from collections.abc import Sequence
from io import StringIO
from typing import Any

import click

from retarget.cli import commands, finish
from retarget.errors import Error, OutputError
from retarget.system import cache, evidence, exits

_REMEMBERED = (exits.OK, exits.STALE, exits.TRANSLATION, exits.OUTPUT)
_DEEPEST = 4000  # frames: programs call functions in functions a hundred deep, and each is followed in several


def run(arguments: Sequence[str]) -> None:
    """Runs a command line; remembers what it printed, for the next time. Never returns."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # an end like any interrupt, with its message
    sys.setrecursionlimit(_DEEPEST)
    words = list(arguments)
    name = cache.key(words)
    stdout, stderr = _Tee(sys.stdout), _Tee(sys.stderr)
    sys.stdout, sys.stderr = stdout, stderr
    try:
        if "--" in words:
            at = words.index("--")
            commands.behind_dashes = words[at + 1 :]
            words = words[:at]
        code = _guarded(words)
    finally:
        sys.stdout, sys.stderr = stdout.under, stderr.under
    if finish.depends and code in _REMEMBERED and "--build" not in words:
        seen = cache.stamps(dict.fromkeys(finish.depends), finish.texts_read)
        if seen is not None:
            cache.remember(name, cache.cache_folder(), cache.Run(stdout.text(), stderr.text(), code, seen))
    sys.stdout.flush()
    raise SystemExit(code)


def _guarded(words: list[str]) -> int:
    try:
        commands.cli.main(words, prog_name="retarget", standalone_mode=False)
    except SystemExit as stop:
        return _bug() if isinstance(stop.code, str) else stop.code or 0
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except click.ClickException as error:
        error.show()
        _as_json(Error(error.format_message()), "--json" in words)
        return exits.USAGE
    except (KeyboardInterrupt, click.Abort):
        return _told("interrupted; outputs are whole, or were not written", exits.INTERRUPTED)
    except Error as error:
        return _failed(error, "--json" in words)
    except OSError as error:
        return _failed(OutputError(f"{error.filename or 'output'}: {error.strerror}"), "--json" in words)
    except Exception:
        return _bug()
    return exits.OK


def _failed(error: Error, as_json: bool) -> int:
    _as_json(error, as_json)
    return _told(str(error), error.code)


def _as_json(error: Error, is_asked: bool) -> None:
    """Programs read what went wrong where they read everything else."""
    if is_asked:
        click.echo(json.dumps({"error": error.as_json()}, indent=1, ensure_ascii=False))


def _told(message: str, code: int) -> int:
    finish.depends.clear()  # what ends a run halfway leaves open what else it would have looked at
    click.echo(f"retarget: error: {message}", err=True)
    return code


def _bug() -> int:
    """A bug of ours: says so, and keeps the evidence in a file."""
    place = evidence.kept(traceback.format_exc())
    last = traceback.format_exc().strip().splitlines()[-1]
    return _told(f"this is a bug of retarget ({last}); the evidence is in {place}", exits.INTERNAL)


class _Tee(StringIO):
    """Passes on what is written, and keeps it."""

    def __init__(self, under: Any) -> None:
        super().__init__()
        self.under = under

    def write(self, text: str) -> int:
        self.under.write(text)
        return super().write(text)

    def flush(self) -> None:
        self.under.flush()

    def isatty(self) -> bool:
        return bool(self.under.isatty())

    def fileno(self) -> int:
        return int(self.under.fileno())

    def text(self) -> str:
        return self.getvalue()
