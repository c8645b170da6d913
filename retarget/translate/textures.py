"""textures: placeholder until the rule is written."""

from __future__ import annotations

from collections.abc import Iterator

from retarget.translate.file import File, Finding


def textures(file: File) -> Iterator[Finding]:
    yield from ()
