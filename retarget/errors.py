"""What keeps the tool from its work, and is no bug of its own: one kind of error, reported alike everywhere."""

from __future__ import annotations

from typing import ClassVar

from retarget.system import exits
from retarget.system.full_disk import is_full

_MOST_SHOWN = 4000  # characters of a compiler's messages


class Error(Exception):
    """what: is wrong; advice: what to do about it, empty where `what` says so. code: of `retarget.system.exits`."""

    code: int = exits.USAGE
    advice_is_command: ClassVar[bool] = False

    def __init__(self, what: str, advice: str = "") -> None:
        super().__init__(what, advice)
        self.what, self.advice = what, advice

    def __str__(self) -> str:
        if not self.advice:
            return self.what
        return f"{self.what}{'; install it with: ' if self.advice_is_command else ': '}{self.advice}"


class MissingTool(Error):
    """Something that the work needs is not installed; the advice is the command that installs it."""

    code = exits.MISSING
    advice_is_command = True


class WrongTool(MissingTool):
    """A tool that was named cannot be used."""

    advice_is_command = False


class InputError(Error):
    """An input cannot be read, or is refused."""

    code = exits.INPUT


class OutputError(Error):
    """An output cannot be written, or must not be."""

    code = exits.OUTPUT


class DoesNotBuild(Error):
    """A compiler refuses a program. messages: all of the compiler's; the user sees the last of them."""

    code = exits.BUILD

    def __init__(self, what: str, messages: str) -> None:
        super().__init__(f"{what}\n{messages[-_MOST_SHOWN:]}")
        self.messages, self.args = messages, (what, messages)
        self.code = exits.OUTPUT if is_full(messages) else exits.BUILD
