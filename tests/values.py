"""Values with some fields changed: frozen structs, and the dataclasses among them."""

from __future__ import annotations

import dataclasses
from typing import TypeVar

from msgspec import Struct, structs

T = TypeVar("T")


def replace(value: T, **changes: object) -> T:
    return (structs if isinstance(value, Struct) else dataclasses).replace(value, **changes)  # type: ignore[type-var]
