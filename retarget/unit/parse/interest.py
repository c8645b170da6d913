"""What the caller of a parse wants to know."""

from __future__ import annotations

from msgspec import Struct


class Interest(Struct, frozen=True):
    """Names that a dialect would rename, fields that it knows, functions whose argument types matter, types whose
    conversions do, enumerations whose numbers do, names at global scope whose uses behind `using namespace std` do;
    trees of device functions, each once; or bodies: those of a template's instances too, what clang could not read, and
    members' initialisers, of all device functions or of those that kernels may reach (bodies_reached), all kernels or
    some (by clang's identity); what else the rules of translation ask of a walk; errors_alone: nothing but what clang
    says."""

    names: frozenset[str] = frozenset()
    fields: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()
    handles: frozenset[str] = frozenset()
    enumerations: frozenset[str] = frozenset()
    globals: frozenset[str] = frozenset()
    trees: bool = False
    bodies: bool = False
    bodies_reached: bool = False
    kernels: frozenset[str] = frozenset()
    rules: bool = False
    errors_alone: bool = False

    def __or__(self, other: Interest) -> Interest:
        """What either asks."""
        return Interest(**{name: getattr(self, name) | getattr(other, name) for name in self.__struct_fields__})
