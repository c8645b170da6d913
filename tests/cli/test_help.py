"""The help texts: they fit a terminal of eighty columns, and offer nothing that is always refused."""

from __future__ import annotations

import pytest

from retarget.cli.commands import cli
from retarget.system import exits
from tests.command_line import retarget


@pytest.mark.parametrize("command", ["", *sorted(cli.commands)])
def test_it_fits_a_terminal(command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    told = retarget(*command.split(), "--help")
    assert told.code == exits.OK
    assert [line for line in told.out.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("command", ["tune", "space", "apply", "report"])
def test_a_schedule_is_offered_only_where_it_is_taken(command: str) -> None:
    assert "--schedule" not in retarget(command, "--help").out.partition("Examples")[0]
    told = retarget(command, "foo.cu", "--schedule", "block(x=2)")
    assert told.code == exits.USAGE and f"--schedule and {command} contradict each other" in told.err
    assert "--schedule" in retarget("verify", "--help").out
