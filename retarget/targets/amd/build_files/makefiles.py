"""Makefiles: nvcc, its options, CUDA's libraries and the names of sources. What stands for an installed CUDA toolkit
(its folders, its tools) is reported, not changed.

    NVCC = /usr/local/cuda/bin/nvcc  -->  NVCC = hipcc
    $(NVCC) -arch=sm_70 -c a.cu      -->  $(NVCC) --offload-arch=gfx90a -c a.hip
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.text import Source
from retarget.targets.amd.build_files import options
from retarget.targets.amd.build_files.options import Word
from retarget.targets.amd.build_files.renamed_sources import Found, Tree, edit, warning

NAMES = re.compile(r"(?:GNU)?[Mm]akefile(?:\..+)?|.+\.(?:mk|mak|make)")
_LINE = re.compile(r"(?:[^\n\\]|\\.|\\\r?\n)+", re.DOTALL)  # with what continues it
_COMMENT = re.compile(r"(?:^|(?<=\s))#(?:[^\n\\]|\\.|\\\r?\n)*", re.DOTALL)
_WORD = re.compile(r"(?:[^\s\\]|\\[^\r\n])+")
_ASSIGNED = re.compile(r"[\w.-]+(?:[:?+!]{0,2}=)(?=.)")
_NVCC = re.compile(r"(?<![\w.$({/-])(?:[^\s\"'=:@]*/)?nvcc(?![\w./-])")
_OF_NVCC = re.compile(r"nvcc|cuda", re.IGNORECASE)
_LOOKED_FOR = re.compile(r"\$\(shell|\$\(wildcard|\bwhich\b|\bcommand -v\b|^\s*if|-v nvcc")
_TOOLKIT = re.compile(
    r"\$[({]\w*CUDA\w*[)}]|/cuda\b|\b(?:sm|compute)_\d+|\bnvprof\b|\bcuda-(?:memcheck|gdb)\b|\bptxas\b"
)


def migrated(source: Source, tree: Tree) -> Iterator[Found]:
    """The edits of a Makefile, and what the user has to do."""
    for line in _LINE.finditer(source.text):
        comment = _COMMENT.search(source.text, line.start(), line.end())
        end = comment.start() if comment else line.end()
        found = list(_of_line(source, line.start(), end, tree))
        yield from found
        covered = [f.span for f in found if f.span]
        for left in _TOOLKIT.finditer(source.text, line.start(), end):
            if not any(s.start <= left.start() < s.end for s in covered):
                message = f"'{left[0]}' stands for a CUDA toolkit: see whether the build needs it"
                yield warning(source, left.start(), left.end(), message)


def _of_line(source: Source, start: int, end: int, tree: Tree) -> Iterator[Found]:
    text = source.text[start:end]
    for match in _NVCC.finditer(source.text, start, end):
        if _LOOKED_FOR.search(text):
            yield warning(source, match.start(), match.end(), "the build looks for nvcc: have it use hipcc")
        else:
            yield edit(source, match.start(), match.end(), "hipcc")
    yield from options.migrated(source, list(_words(source, start, end)), tree, bool(_OF_NVCC.search(text)))
    yield from tree.sources(source, start, end)


def _words(source: Source, start: int, end: int) -> Iterator[Word]:
    for match in _WORD.finditer(source.text, start, end):
        assigned = _ASSIGNED.match(match[0]) if not match[0].startswith("-") else None
        cut = assigned.end() if assigned else 0
        yield Word(match[0][cut:], match.start() + cut, match.end())
