"""link-probe: a function of CUDA's that a configure script declares, to see whether a library has it.

    char cuInit();                           char hipInit();
    int main() { return cuInit(); }    -->   int main() { return hipInit(); }

    char cublasInit();                 -->   char cublasInit() { return 0; }

Autoconf, CMake and Meson link such a program, and do not run it: the result `char` is their mark. The second form is
that of a function whose counterpart is a support header's, and no library's. Legal where the file declares the name as
`char` without parameters at namespace scope, as no function of CUDA's is.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.text import Edit
from retarget.translation.file import File
from retarget.translation.rule import rule

RULE = "link-probe"
_NOTHING = (("(", ")", ";"), ("(", "void", ")", ";"))


@rule(RULE)
def link_probes(file: File) -> Iterator[Edit]:
    for index in file.named("char"):
        name = file.dialect.name(file.at(index + 1))
        behind = [file.at(i) for i in range(index + 2, index + 6)]
        nothing = next((n for n in _NOTHING if behind[: len(n)] == list(n)), None)
        if name is None or nothing is None or not file.dialect.is_function(name):
            continue
        if name.status != "mapped" and not (name.status == "same" and name.part):
            continue
        if not file.is_users(file.code[index + 1]) or name.cuda not in file.unit.own_names:
            continue
        if name.part or not name.hip.isidentifier():
            yield Edit(file.span(index + 1 + len(nothing)), " { return 0; }", RULE)
        else:
            uses = (i for i in file.named(name.cuda) if file.is_users(file.code[i]))
            yield from (Edit(file.span(i), name.hip, RULE) for i in uses)
