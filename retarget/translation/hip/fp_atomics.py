"""fp-atomics: floating-point atomics are a loop of compare-and-swap unless the compiler is let off it.

    atomicAdd(&sum[i], 1.5f);  -->  (the same; noted once a program, with the option that makes it one instruction)

A note where an architecture asked for has the instruction: clang leaves it out because memory of the host's, or shared
with it (fine-grained), drops such an atomic in silence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.translation.file import File, Finding, Met
from retarget.translation.rule import calls_of, rule

RULE, OPTION = "fp-atomics", "-munsafe-fp-atomics"
FUNCTIONS = frozenset({"atomicAdd", "atomicAdd_block", "atomicAdd_system", "atomicSub"})
_TYPE = re.compile(r"\b(float|double)\b")


@rule(RULE, asks=calls_of(FUNCTIONS))
def fp_atomics(file: File) -> Iterator[Finding]:
    for call in file.unit.calls:
        if call.span.path != file.source.path or call.name not in FUNCTIONS or not call.argument_types:
            continue
        match = _TYPE.search(call.argument_types[0])
        if match and match[1] == "float":
            yield Met("atomic-denormals", "none", call.span)
        names = [a.name for a in file.options.architectures if match and match[1] in a.fp_atomics]
        if match and names:
            told = (
                f"{call.name} of {match[1]} is a loop of compare-and-swap, and one instruction on {', '.join(names)} "
            )
            why = f"with {OPTION}, which --build passes with --unsafe-fp-atomics: right where no atomic goes to the "
            yield file.note(RULE, call.span, f"{told}{why}host's memory or to managed memory")
