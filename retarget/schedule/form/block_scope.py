"""What in a kernel concerns the threads of one block alone: a block whose threads run as several has none of it.

Listed is what concerns no block: CUDA's atomic operations and fences of the device's or the system's scope, and
barriers behind which nothing runs. All other atomic operations and fences count, whatever their scope.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from retarget.analysis import device_calls
from retarget.schedule.form.inline_assembly import is_of_block
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.unit.tree import Kind, Node, Storage

_WIDER = re.compile(
    r"atomic(Add|Sub|Exch|Min|Max|Inc|Dec|CAS|And|Or|Xor)(_system)?|__threadfence(_system)?|__nanosleep"
)


def of_one_block(subject: Subject) -> Iterator[Refusal]:
    done, last = subject.done, _at_the_end(subject)
    for node in (n for n in (*done.barriers, *done.votes, *done.groups) if not any(n is one for one in last)):
        yield Refusal(node.span, "the threads of one block wait for each other here")
    for variable in subject.function.variables.values():
        if variable.storage in (Storage.SHARED, Storage.DYNAMIC):
            yield Refusal(variable.span, "shared memory is that of one block")
    if subject.shared_elsewhere is not None:
        yield Refusal(subject.shared_elsewhere, "shared memory is that of one block")
    for function in (subject.function, *subject.reached):
        for node in function.body.walk():
            ordering = device_calls.is_atomic(node.name) or node.name in device_calls.FENCES or "atomic" in node.name
            if (node.kind is Kind.CALL or node.callee) and ordering and not _WIDER.fullmatch(node.name):
                if node.callee not in subject.functions:  # what the user's own does counts where it does it
                    yield Refusal(node.span, f"the scope of '{node.name}' may be one block")
            elif node.kind is Kind.ASM and is_of_block(node, subject.unit):
                yield Refusal(node.span, "this assembly names the scope of one block")


def _at_the_end(subject: Subject) -> tuple[Node, ...]:
    """The barriers behind which nothing of the kernel runs: destructors of its objects would."""
    if subject.function.ends:
        return ()
    statements = reversed(subject.function.body.parts)
    return tuple(takewhile(lambda s: s.kind is Kind.CALL and s.name in device_calls.BARRIERS, statements))
