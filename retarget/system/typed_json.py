"""Values as JSON and back: frozen structs are what JSON holds, and their types are its schema.

Every kind of JSON that leaves the tool has a field `format`, raised when a field goes or changes its meaning; fields
may be added at any time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any, TypeVar

import msgspec

T = TypeVar("T")

Amount = Annotated[float, msgspec.Meta(ge=0, lt=1e15)]  # times, sizes, dates: of a size that can be drawn
Count = Annotated[int, msgspec.Meta(ge=0, lt=10**15)]


class Unreadable(ValueError):
    """A text is no JSON, or its values are not of the kind that was asked for; the message gives the place."""


def text(value: Any, indent: int | None = 1) -> str:
    """JSON of a struct or dataclass, and of what is made of them. Text that is not Unicode, such as a path of other
    bytes, is escaped."""
    return json.dumps(msgspec.to_builtins(value), indent=indent)


def read(kind: type[T], given: str) -> T:
    """Raises Unreadable."""
    try:
        return msgspec.convert(json.loads(given), kind)
    except (ValueError, RecursionError) as error:  # what msgspec raises is a ValueError too
        raise Unreadable(str(error)) from None


def schemas(kinds: Iterable[type]) -> dict[str, Any]:
    """JSON Schema (draft 2020-12) of several kinds: their definitions by name, each with its docstring."""
    found = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")[1]
    for kind in found.values():
        if "description" in kind:
            kind["description"] = " ".join(kind["description"].split())
    return found
