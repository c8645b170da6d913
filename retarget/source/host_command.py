"""A command line of gcc, g++ or clang that compiles host code: its sources, what it writes, what it parses with."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from msgspec import Struct

from retarget.source.flags import CPP_ENDINGS, Flags, expanded, read_flags
from retarget.source.project import Project
from retarget.system.stand_in_toolkits import is_stand_in

_ENDINGS = (".c", *CPP_ENDINGS)
_VALUED = frozenset(
    """-o -MF -MT -MQ -I -isystem -iquote -idirafter -include -imacros -D -U -L -l -x --language -Xlinker
    -Xpreprocessor -Xassembler -T -u -z -A -B --param -wrapper -dumpbase -dumpdir -aux-info -arch -target
    -Xclang""".split()
)
_BY_COMPILERS = {"c": "c", "c++": "c++", "c-header": "c", "c++-header": "c++"}  # those of `-x` that are host code
NO_LINK = frozenset({"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only"})
_CUDAS = frozenset({"cu", "cuda", "hip"})


_LANGUAGE = re.compile(r"-x(?=.)|--language=")


def without_languages(words: Sequence[str]) -> Iterator[str]:
    """The words without those that name a language."""
    listed = iter(words)
    for word in listed:
        if word in ("-x", "--language"):
            next(listed, "")
        elif not _LANGUAGE.match(word):
            yield word


def _files(words: Sequence[str]) -> Iterator[tuple[int, str]]:
    """The files among the words, each with the language that `-x` gives it; empty where none does."""
    named, option = "", ""  # option: which takes the word
    for at, word in enumerate(words[1:], 1):
        if option:
            named, option = (word if option in ("-x", "--language") else named), ""
        elif word in _VALUED:
            option = word
        elif _LANGUAGE.match(word):
            named = _LANGUAGE.sub("", word)
        elif not word.startswith("-") and os.path.isfile(word):
            yield at, "" if named == "none" else named


class HostCommand(Struct, frozen=True):
    """words: the compiler and its arguments, options files read; sources: where among them its sources stand;
    languages: what `-x` says of each of these, empty where its ending tells; cuda: sources that it says are CUDA's."""

    words: tuple[str, ...]
    sources: tuple[int, ...]
    flags: Flags
    languages: tuple[str, ...] = ()
    cuda: tuple[str, ...] = ()

    @classmethod
    def of(cls, words: Sequence[str]) -> HostCommand:
        """Raises FlagError for an options file that cannot be read."""
        given = (words[0], *expanded(words[1:]))
        listed = list(_files(given))
        host = [(at, named) for at, named in listed if named in _BY_COMPILERS or given[at].endswith(_ENDINGS)]
        host = [(at, named) for at, named in host if named in _BY_COMPILERS or not named]
        is_clang = "clang" in os.path.basename(given[0])  # gcc takes a file of another ending for the linker's
        cuda = tuple(
            given[at] for at, named in listed
            if named in _CUDAS or (is_clang and not named and given[at].endswith(".cu"))
        )  # fmt: skip
        languages = tuple(_BY_COMPILERS.get(named, "") for _, named in host)
        return cls(given, tuple(at for at, _ in host), read_flags(given[1:], strict=False), languages, cuda)

    @property
    def paths(self) -> tuple[str, ...]:
        """Its sources."""
        return tuple(self.words[at] for at in self.sources)

    @property
    def lists_alone(self) -> bool:
        """Whether it compiles nothing, and lists the files that are read."""
        return not {"-M", "-MM"}.isdisjoint(self.words)

    @property
    def made(self) -> tuple[str, ...]:
        """The files that the compiler writes, where `-o` names one or a source is compiled to an object."""
        named, objects = self.after("-o"), [f"{os.path.splitext(os.path.basename(p))[0]}.o" for p in self.paths]
        output = [named] if named else objects if "-c" in self.words else []
        return (*output, *([self.listed] if self.listed else []))

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

    @property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """A command for each source, without the output of a link; none where there is one source alone, or where what
        is written does not tell sources apart (compilers refuse `-c -o`)."""
        links = NO_LINK.isdisjoint(self.words)
        is_told_apart = not self.listed if links else "-c" in self.words and not self.after("-o")
        if len(self.sources) < 2 or not is_told_apart:
            return ()
        options = tuple(self._options())
        return tuple((*options, "-x", self.language(at), self.words[at], "-x", "none") for at in self.sources)

    def linked(self, objects: Sequence[str]) -> tuple[str, ...]:
        """The command with these objects in the places of the sources."""
        words = list(self.words)
        for at, made in zip(self.sources, objects, strict=True):
            words[at] = made
        return tuple(without_languages(words))

    def _options(self) -> Iterator[str]:
        """The words without files, languages and the output."""
        files = {at for at, _ in _files(self.words)}
        listed = without_languages([word for at, word in enumerate(self.words) if at not in files])
        for word in listed:
            if word == "-o":
                next(listed, "")
            elif not word.startswith("-o"):
                yield word

    def after(self, option: str) -> str | None:
        """What stands behind the last of these options."""
        ends = [at for at, w in enumerate(self.words[:-1]) if w == option]
        return self.words[ends[-1] + 1] if ends else None

    def language(self, at: int) -> str:
        """Of the source at a place among the words: "c" or "c++"."""
        named = self.languages[self.sources.index(at)]
        return named or ("c" if self.words[at].endswith(".c") and not self.is_cpp else "c++")

    @property
    def is_cpp(self) -> bool:
        """Whether the compiler takes C for C++."""
        return "++" in os.path.basename(self.words[0])

    def parsed(self, at: int) -> Flags:
        """Of the source at a place among the words, as a unit of the user's."""
        own = replace(self.flags, project=Project.of(os.sep, (self.words[at],)), language=self.language(at))
        return own.parted()

    def options(self, at: int) -> tuple[str, ...]:
        """For the translation of one source: without the languages of the others."""
        return (*without_languages(self.words[1:]), "-x", self.language(at))

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
