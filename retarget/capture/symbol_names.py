"""What linkers call kernels and variables, and how a source spells them."""

from __future__ import annotations

import re

from msgspec import Struct

from retarget.targets.demangle import demangled, kernel_name

_OF_UNIT = re.compile(r"\.(?:static|intern)\.\w+$")  # what clang puts behind names that are a unit's own
_UNNAMED = re.compile(r"\(anonymous namespace\)::|\b_INTERNAL_\w+::")  # the latter is nvcc's


class SymbolName(Struct, frozen=True):
    """scope: its namespaces and classes, but for unnamed ones. arguments: of a template, in their brackets; types: of
    its parameters, in theirs, where the symbol tells them."""

    scope: tuple[str, ...]
    name: str
    arguments: str
    types: str

    @property
    def is_spelled(self) -> bool:
        """Whether a source can name it from outside of all functions."""
        return not re.search(r"[({']", "".join(self.scope)) and "lambda" not in self.arguments

    @property
    def shown(self) -> str:
        """For people."""
        return self.spelled().removeprefix("::")

    def spelled(self, name: str = "") -> str:
        """As a source names it at the end of its unit; name: of something else with these arguments."""
        return "".join(f"::{part}" for part in (*self.scope, name or self.name)) + self.arguments


def symbol_name(symbol: str) -> SymbolName:
    """
    >>> symbol_name("_ZN2ns4wideILi8EEEvPd").spelled()
    '::ns::wide<8>'
    >>> symbol_name("_ZN12_GLOBAL__N_16hiddenEPi").spelled(), symbol_name("plain").spelled()
    ('::hidden', '::plain')
    >>> symbol_name("_ZL5table.static.0af1").name, symbol_name("_ZZ1kPiE5table").scope
    ('table', ('k(int*)',))
    """
    own = _OF_UNIT.sub("", symbol)
    whole, named = demangled(own), kernel_name(own)
    if own.startswith("_ZZ"):
        scope_, _, local = whole.rpartition("::")
        return SymbolName((scope_,), local, "", "")
    types = whole.partition(named)[2] if whole != own else ""
    head, bracket, rest = _UNNAMED.sub("", named).partition("<")
    *scope, name = head.split("::")
    return SymbolName(tuple(scope), name, bracket + rest, _UNNAMED.sub("", types))
