"""streaming(stores, loads): accesses that go past the caches, for what is written, or read, once.

    out[i] = x;      -->    __stcs(&out[i], x);         and on AMD    __builtin_nontemporal_store(x, &out[i]);
    y = in[i];       -->    y = __ldcs(&in[i]);                       y = __builtin_nontemporal_load(&in[i]);

Legal: always; it is worth it for an array that the kernel writes and does not read, or reads once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from retarget.schedule.candidates import Reach
from retarget.schedule.form.streaming_arrays import streamed_loads, streamed_stores
from retarget.schedule.form.subject import Subject
from retarget.schedule.refusal import Refusal
from retarget.schedule.steps.base import Arguments, BadArgument, Step, Steps, only
from retarget.schedule.steps.block import CoarsenBlocks
from retarget.schedule.steps.share import ShareLoads


@dataclass(frozen=True)
class Streaming(Step):
    name = "streaming"
    in_text = True
    stores: bool
    loads: bool

    @classmethod
    def of(cls, arguments: Arguments) -> Streaming:
        if (
            not arguments.words
            or not set(arguments.words) <= {"stores", "loads"}
            or arguments.named
            or arguments.numbers
        ):
            raise BadArgument("streaming takes `stores`, `loads` or both: streaming(stores)")
        return cls("stores" in arguments.words, "loads" in arguments.words)

    def words(self) -> Iterator[str]:
        yield from (word for word, on in (("stores", self.stores), ("loads", self.loads)) if on)

    def least(self) -> Streaming:
        return self

    @classmethod
    def candidates(cls, reach: Reach, before: Steps) -> Iterator[Streaming]:
        """Stores, as they are or of interleaved blocks."""
        if only(before, CoarsenBlocks, ShareLoads):
            yield cls(stores=True, loads=False)

    def refusals(self, subject: Subject) -> Iterator[Refusal]:
        yield from subject.of_its_name
        where = subject.function.name_span
        if self.stores and not streamed_stores(subject):
            yield Refusal(where, "it has no store to an array that it does not read")
        if self.loads and not streamed_loads(subject):
            yield Refusal(where, "it has no array that it reads once")
