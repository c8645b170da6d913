"""A command line of gcc, g++ or clang that compiles host code: its sources, what it writes, what it parses with."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace

from retarget.source.flags import CPP_ENDINGS, Flags, expanded, read_flags
from retarget.source.project import Project
from retarget.system.stand_in_toolkits import is_stand_in

_ENDINGS = (".c", *CPP_ENDINGS)
_VALUED = frozenset("-o -MF -MT -MQ -I -isystem -iquote -idirafter -include -D -U -L -l -x -Xlinker -T -u".split())


@dataclass(frozen=True)
class HostCommand:
    """words: the compiler and its arguments, options files read; sources: where among them its sources stand."""

    words: tuple[str, ...]
    sources: tuple[int, ...]
    flags: Flags

    @classmethod
    def of(cls, words: Sequence[str]) -> HostCommand:
        """Raises FlagError for an options file that cannot be read."""
        given = (words[0], *expanded(words[1:]))
        valued = {at + 1 for at, w in enumerate(given) if w in _VALUED}
        sources = tuple(
            at for at, w in enumerate(given)
            if at and at not in valued and w.endswith(_ENDINGS) and not w.startswith("-") and os.path.isfile(w)
        )  # fmt: skip
        return cls(given, sources, read_flags(given[1:], strict=False))

    @property
    def paths(self) -> tuple[str, ...]:
        """Its sources."""
        return tuple(self.words[at] for at in self.sources)

    @property
    def lists_alone(self) -> bool:
        """Whether it compiles nothing, and lists the files that are read."""
        return not {"-M", "-MM"}.isdisjoint(self.words)

    @property
    def listed(self) -> str | None:
        """The list of files that are read, which the command writes, as a rule beside its output; None where it writes
        none."""
        if self.lists_alone:
            return self.after("-MF") or self.after("-o")
        if not {"-MD", "-MMD"} & set(self.words) and not any(w.startswith(("-Wp,-MD", "-Wp,-MMD")) for w in self.words):
            return None
        for name, value in zip(self.words, self.words[1:], strict=False):
            if name == "-MF":
                return value
        joined = [w.partition(",-M")[2].partition(",")[2] for w in self.words if w.startswith("-Wp,-M")]
        if joined:
            return joined[-1]
        output = self.after("-o") or os.path.basename(self.paths[0])
        return os.path.splitext(output)[0] + ".d"

    def after(self, option: str) -> str | None:
        """What stands behind the last of these options."""
        ends = [at for at, w in enumerate(self.words[:-1]) if w == option]
        return self.words[ends[-1] + 1] if ends else None

    def parsed(self, path: str) -> Flags:
        """Of one source, as a unit of the user's."""
        own = replace(self.flags, project=Project.of(os.sep, (path,)))
        return own.parted()

    def without_toolkit(self) -> tuple[str, ...]:
        """The words without the folders of ours that stand for a toolkit's headers."""
        kept: list[str] = []
        rest = iter(self.words)
        for word in rest:
            folder = next(rest, "") if word in ("-I", "-isystem") else word[2:] if word.startswith("-I") else ""
            if folder and is_stand_in(folder):
                continue
            kept += [word, folder] if word in ("-I", "-isystem") else [word]
        return tuple(kept)
