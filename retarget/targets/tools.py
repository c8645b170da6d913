"""What checks, builds and runs the programs of a target: functions, each of which a target may lack."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct

from retarget.source.text import Severity
from retarget.targets.drop_in import DropIn
from retarget.targets.emitted import Emitted
from retarget.targets.parsed import Parsed
from retarget.targets.platform import Platform
from retarget.targets.usage import Usage
from retarget.translation.emit import Output
from retarget.translation.merge import Program

if TYPE_CHECKING:
    from retarget.targets.device import Device, Identity


class Refused(Exception):
    """The target's compiler does not take a program; the message is the beginning of what it says."""


class Executable(Struct, frozen=True):
    """A program that was built, and what its kernels take."""

    path: str
    usages: tuple[Usage, ...] = ()


class CodeObject(Struct, frozen=True):
    """The GPU code of a unit, as drivers load it. symbols: of its kernels, as the linker named them."""

    code: bytes
    symbols: tuple[str, ...]
    usages: tuple[Usage, ...]


class Wishes(Struct, frozen=True):
    """What the user asks of a check or a build. architectures: as the compiler takes them; headers: a folder of the
    target's, instead of those at hand; takes_branches: the project's own branches for the target are to be taken;
    options: more of the compiler's."""

    architectures: tuple[str, ...]
    headers: str | None = None
    takes_branches: bool = False
    options: tuple[str, ...] = ()


class Message(Struct, frozen=True):
    """What a compiler says. at: a place as file:line:column, where it has one."""

    rule: str
    severity: Severity
    at: str | None
    message: str


class Compiled(Struct, frozen=True):
    """One call of a compiler. resources: of each kernel and architecture, by the target's own names."""

    inputs: tuple[str, ...]
    architectures: tuple[str, ...]
    command: str
    returncode: int
    seconds: float
    outputs: tuple[str, ...]
    diagnostics: tuple[Message, ...]
    resources: tuple[Mapping[str, int | str | bool | None], ...]


class Built(Protocol):
    """A build for the user."""

    @property
    def failed(self) -> bool: ...
    def messages(self) -> Iterator[str]: ...
    def show(self) -> None:
        """Prints the compiler's messages, what each kernel takes, and what was made."""

    def calls(self) -> tuple[Compiled, ...]: ...


class Tools(Struct, frozen=True):
    """check: parses outputs in the target's dialect, before they are written. build: compiles them for the user.

    platform: finds the device at hand, which is the one that programs use by default, and what builds for
    it: whole programs, or kernels alone; raises MissingTool with the command that installs what is missing,
    DeviceError.
    executable, code_object: build a program with variants, or the GPU code of one of its units; raise Refused.
    opened: a device, for launches from Python, the one at hand or that of a number; devices: all of this machine, that
    one first; bindings: the library that this takes, which no process has to share; raise MissingTool. users: processes
    that compute on a device, by their names. drop_in: the compiler behind nvcc's command line; toolkit: lays out a
    folder that stands for a CUDA toolkit around it, by default one of the cache's, given options of `retarget nvcc`.
    build_files: of the files that a whole tree has beside its sources, those of build systems, for the target; given
    the outputs of its sources, and architectures. injection: builds what captures the launches of a running program,
    and gives the variables of its environment by which it is loaded; raises MissingTool.
    """

    check: Callable[[Emitted, Wishes], Parsed] | None = None
    build: Callable[[Emitted, Wishes], Built] | None = None
    platform: Callable[[bool], Platform] | None = None
    executable: Callable[[Emitted, Platform], Executable] | None = None
    code_object: Callable[[Emitted, str, str], CodeObject] | None = None
    opened: Callable[..., Device] | None = None
    bindings: Callable[[], object] | None = None
    drop_in: DropIn | None = None
    toolkit: Callable[[Path | None, tuple[str, ...]], Path] | None = None
    build_files: Callable[[Program, Sequence[Output], Sequence[str], tuple[str, ...]], Program] | None = None
    injection: Callable[[], Mapping[str, str]] | None = None
    devices: Callable[[], tuple[Identity, ...]] | None = None
    users: Callable[[Identity], tuple[str, ...]] | None = None

    @property
    def captures(self) -> bool:
        """Whether launches of its programs can be captured, and replayed."""
        return None not in (self.injection, self.opened, self.bindings)
