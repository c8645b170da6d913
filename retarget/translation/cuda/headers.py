"""headers: those that the toolkit dropped give way to those that hold the same.

    #include <texture_fetch_functions.h>  -->  #include <cuda_runtime.h>
    #include <nvToolsExt.h>               -->  #include <nvtx3/nvToolsExt.h>

Legal where the directive means the toolkit's header: a name that resolves to a file of the user's is his own.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.reach import resolve
from retarget.source.text import Edit
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule


@rule("headers")
def headers(file: File) -> Iterator[Finding]:
    for include in file.includes:
        known = file.dialect.include(include.path)
        if known and not resolve(include, file.source.path, file.flags):
            yield Edit(file.source.span(include.start, include.end), known.hip, "headers")
