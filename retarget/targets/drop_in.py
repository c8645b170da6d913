"""What a drop-in compiler asks of a target, in nvcc's words: objects, links of device code, executables."""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from retarget.source.nvcc_command import NvccCommand, NvccInput
from retarget.targets.emitted import Emitted


class ProductKind(StrEnum):
    """What is made of one source."""

    OBJECT = "object"
    DEVICE_CODE = "device"
    PREPROCESSED = "preprocessed"
    DEPENDENCIES = "dependencies"


class StepResult(Struct, frozen=True):
    """What came of one step. code: of the compiler, 0 where all is well; is_programs: it is that of
    the program which was built, and run; said: its messages, at the user's lines;
    commands: what was run, or would be; text: what goes to the standard output."""

    code: int = 0
    said: tuple[str, ...] = ()
    commands: tuple[tuple[str, ...], ...] = ()
    text: str = ""
    is_programs: bool = False


class DropIn(Protocol):
    """A target's compiler behind nvcc's command line. All of it raises MissingTool, Error, and OSError where an output
    cannot be written; a dry run only says what it would do. needs_tree: whether translations are written to a folder of
    their own before they are compiled."""

    needs_tree: bool

    def unit(
        self, command: NvccCommand, emitted: Emitted, source: NvccInput, kind: ProductKind, output: str | None
    ) -> StepResult:
        """Compiles one source; without output, to the standard output."""

    def device_link(self, command: NvccCommand, output: str) -> StepResult:
        """Links the device code of objects into one more object."""

    def link(self, command: NvccCommand, objects: tuple[str, ...], output: str) -> StepResult:
        """Makes an executable or a shared library of `objects` and what the command links."""

    def unknown(self, command: NvccCommand) -> tuple[str, ...]:
        """Options for the host's compiler that the target's does not know."""

    def host_linker(self) -> str:
        """The program that links, for build systems that ask nvcc for it."""
