"""semantic_uses: calls of functions of CUDA's whose results the machines may differ in, by `semantics.tsv`.

Nothing is written here: the tables of names, and other rules, do. It is counted for the report.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.translation.file import File, Finding, Met
from retarget.translation.rule import rule
from retarget.translation.semantics import by_use


@rule("semantic-uses")
def semantic_uses(file: File) -> Iterator[Finding]:
    known = by_use()
    for index in file.named(*known):
        token = file.code[index]
        is_device = file.on_device(token.start) or token.directive == "define"
        if is_device and file.at(index + 1) == "(" and not file.skipped(token.start) and not file.is_users(token):
            row = known[token.text]
            yield Met(row.name, row.does, file.span(index))
