"""One run of the command line: what was given, and what it rests on, by which the next one like it is answered."""

from __future__ import annotations

from dataclasses import dataclass, field

AS_GIVEN = ("nvcc", "host")  # commands that read their words themselves
COMPLETE = "_RETARGET_COMPLETE"  # the variable by which a shell asks what completes a line


@dataclass
class Invocation:
    """behind: the words behind `--`. depends: files and folders, whether they are there or not; none where the run is
    not to be remembered. looked_for: files alone, whose folders do not matter. read: what their texts were, by path."""

    behind: tuple[str, ...] = ()
    depends: list[str] = field(default_factory=list)
    looked_for: list[str] = field(default_factory=list)
    read: dict[str, bytes] = field(default_factory=dict)
