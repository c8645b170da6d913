"""Symbolic values of integer expressions, and how they change with each logical index.

An expression is a polynomial of symbols: the built-in indices and extents, parameters, and variables that are assigned
once by an expression which is no polynomial. Variables with one assignment, their initialiser, are replaced by it.
Overflow does not count: where the original does not overflow, equal polynomials are equal numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from retarget.analysis.assignments import assigned, runs
from retarget.analysis.dependence import ALL, Axes, Dependence
from retarget.analysis.effects import EffectsOf
from retarget.analysis.lvalues import is_memory, root
from retarget.errors import MissingTool
from retarget.unit.tree import STATEMENTS, Function, Kind, Node, Storage

try:
    import sympy
except ImportError:
    raise MissingTool("sympy, which finds the strides of indices, is missing", "pip install 'sympy>=1.12,<2'") from None

# Types that hold a polynomial of 32 bits: narrower ones cut it, and what is then made of it is none.
_SIGNED, _UNSIGNED = ("int",), ("unsigned int",)
_WIDE = ("long", "unsigned long", "long long", "unsigned long long")


def _plain(canonical: str) -> str:
    return canonical.removeprefix("const ").removesuffix(" const").removeprefix("volatile ").strip()


def is_integer(canonical: str) -> bool:
    """Whether a type has at least 32 bits."""
    return _plain(canonical) in (*_SIGNED, *_UNSIGNED, *_WIDE)


class Exact(Enum):
    """What is known of a number of 32 bits, or more, when it is made wider: int, and what fits it, keeps its sign;
    unsigned numbers keep their value where nothing in them can be negative, and else wrap."""

    SIGNED = "signed"
    UNSIGNED = "unsigned"
    WIDE = "wide"
    WRAPS = "wraps"


@dataclass
class Strides:
    """Symbolic values within one function."""

    function: Function
    dependence: Dependence
    effects: EffectsOf
    _symbols: dict[str, sympy.Symbol] = field(default_factory=dict)
    _texts: dict[sympy.Symbol, str] = field(default_factory=dict)
    _once: dict[str, Node] | None = None

    @property
    def once(self) -> Mapping[str, Node]:
        """Variables that have one assignment, their initialiser, by key."""
        if self._once is None:
            counts: dict[str, int] = {}
            first: dict[str, Node] = {}
            for statement in _expressions(self.function.body):
                for target, value in assigned(statement, self.function.variables, self.effects):
                    key = root(target).variable
                    counts[key] = counts.get(key, 0) + 1
                    if target.kind is Kind.VARIABLE and value is not None:
                        first[key] = value
            for key in self._held():
                counts[key] = counts.get(key, 0) + 2
            self._once = {k: v for k, v in first.items() if counts[k] == 1}
            self._assigned = frozenset(counts)
        return self._once

    def _held(self) -> frozenset[str]:
        """Variables that something may change by an address or a reference."""
        calls = runs(self.function.body, self.effects)
        return frozenset().union(*self.dependence.aliases.values(), *map(self.dependence.reached_by, calls))

    def value(self, node: Node) -> sympy.Expr | None:
        """The polynomial of an integer expression, or None where it is none, such as where a cast cuts it."""
        if not all(map(is_integer, node.casts)):
            return None
        if node.kind is Kind.BUILTIN:
            return self._symbol(node.name, node.name)
        if node.kind is Kind.LITERAL:
            text = node.name or ""
            return sympy.Integer(int(text)) if text.isdigit() else None
        if node.kind is Kind.NAME:
            return self._of_variable(node)
        if node.kind is Kind.UNARY and node.name in ("-", "+"):
            inner = self.value(node.parts[0])
            return None if inner is None else (-inner if node.name == "-" else inner)
        if node.kind is Kind.BINARY and node.name in ("+", "-", "*", "<<"):
            return self._binary(node)
        if node.kind is Kind.CALL and node.name in ("__mul24", "__umul24", "__imul24") and len(node.parts) == 2:
            left, right = map(self.value, node.parts)
            return None if left is None or right is None else left * right
        return None

    def is_exact(self, key: str) -> bool:
        """Whether a variable's value is its polynomial, not only its last 32 bits are: of 64 bits, it may be made of
        unsigned numbers that wrap, such as `size_t i = threadIdx.x - 1`."""
        variable = self.function.variables[key]
        return _plain(variable.canonical) not in _WIDE or self._exact(self.once[key]) is not Exact.WRAPS

    def _exact(self, node: Node) -> Exact:
        found = self._exact_inside(node)
        for to in map(_plain, node.casts):
            is_natural = found is Exact.UNSIGNED or node.kind is Kind.LITERAL
            if to in _SIGNED:
                found = Exact.SIGNED
            elif to in _UNSIGNED:
                found = Exact.UNSIGNED if is_natural else Exact.WRAPS
            elif to not in _WIDE or found is Exact.WRAPS:
                return Exact.WRAPS
            else:
                found = Exact.WIDE
        return found

    def _exact_inside(self, node: Node) -> Exact:
        if node.kind is Kind.BUILTIN:
            return Exact.UNSIGNED
        if node.kind is Kind.LITERAL:
            return Exact.SIGNED if (node.name or "").isdigit() else Exact.WRAPS
        if node.kind is Kind.NAME and (variable := self.function.variables.get(node.variable)):
            kind = _plain(variable.canonical)
            own = {**dict.fromkeys(_SIGNED, Exact.SIGNED), **dict.fromkeys(_UNSIGNED, Exact.UNSIGNED)}
            as_declared = own.get(kind, Exact.WIDE if kind in _WIDE else Exact.WRAPS)
            if as_declared is Exact.SIGNED or not self.dependence.variables.get(node.variable, frozenset()):
                return as_declared
            inner = self._exact(self.once[node.variable]) if node.variable in self.once else Exact.WRAPS
            return Exact.WRAPS if inner is Exact.WRAPS else as_declared
        if node.kind is Kind.UNARY and node.name in ("-", "+"):
            of = self._exact(node.parts[0])
            return Exact.WRAPS if node.name == "-" and of is Exact.UNSIGNED else of
        if node.kind is Kind.BINARY and node.name in ("+", "-", "*", "<<"):
            left, right = map(self._exact, node.parts)
            if left is not right and node.name != "<<":
                return Exact.WRAPS
            return Exact.WRAPS if node.name == "-" and left is Exact.UNSIGNED else left
        return Exact.WRAPS

    def _binary(self, node: Node) -> sympy.Expr | None:
        left, right = map(self.value, node.parts)
        if left is None or right is None:
            return None
        if node.name == "<<":
            return left * 2 ** int(right) if right.is_Integer and 0 <= right < 31 else None
        made = {"+": left + right, "-": left - right, "*": left * right}[node.name]
        return sympy.expand(made)

    def _of_variable(self, node: Node) -> sympy.Expr | None:
        variable = self.function.variables.get(node.variable)
        if variable is None or not is_integer(variable.canonical) or variable.is_volatile:
            return None
        uniform = not self.dependence.variables.get(node.variable, frozenset())
        if node.variable in self.once and not uniform:
            inner = self.value(self.once[node.variable])
            if inner is not None:
                return inner
        stable = node.variable in self.once or node.variable not in self._assigned
        local = variable.storage in (Storage.PARAMETER, Storage.LOCAL, Storage.CONSTANT)
        if not local or is_memory(node, self.function.variables) or not stable:
            return None
        return self._symbol(node.variable, variable.name)

    def _symbol(self, key: str, text: str) -> sympy.Symbol:
        if key not in self._symbols:
            made = sympy.Symbol(f"v{len(self._symbols)}", integer=True)
            self._symbols[key], self._texts[made] = made, text
        return self._symbols[key]

    def stride(self, value: sympy.Expr, axis: str) -> sympy.Expr | None:
        """By how much a value grows from one index to the next along `axis`; None where that is no constant of it, or
        where it holds a variable that changes along the axis and is no polynomial itself, such as `i & mask`."""
        index = self._symbol(axis, axis)
        if any(axis in self.dependence.variables.get(key, frozenset()) for key in self.keys(value)):
            return None
        slope = sympy.expand(sympy.diff(value, index))
        return None if index in slope.free_symbols else slope

    def is_wide(self, key: str) -> bool:
        """Whether a variable has 64 bits."""
        return _plain(self.function.variables[key].canonical) in _WIDE

    def can_wrap(self, value: sympy.Expr) -> bool:
        """Whether a polynomial's text may be computed in unsigned numbers of 32 bits, and be negative: it has one of
        them in it, and a negative coefficient or a signed variable."""
        known = [self.function.variables.get(key) for key in self.keys(value)]
        kinds = {"unsigned int" if v is None else _plain(v.canonical) for v in known}  # None: a built-in
        coefficients = sympy.Poly(value, *value.free_symbols).coeffs() if value.free_symbols else [value]
        is_signed = any("unsigned" not in kind for kind in kinds)
        return "unsigned int" in kinds and (is_signed or any(c < 0 for c in coefficients))

    def axes(self, value: sympy.Expr) -> Axes:
        """The axes that a polynomial names, itself or by the variables in it."""
        found: Axes = frozenset()
        by_symbol = {s: k for k, s in self._symbols.items()}
        for symbol in value.free_symbols:
            key = by_symbol[symbol]
            found |= frozenset({key}) & ALL if key in ALL else self.dependence.variables.get(key, frozenset())
        return found

    def keys(self, value: sympy.Expr) -> frozenset[str]:
        """The variables and built-ins that a polynomial names."""
        by_symbol = {s: k for k, s in self._symbols.items()}
        return frozenset(by_symbol[s] for s in value.free_symbols)

    def text(self, value: sympy.Expr) -> str | None:
        """A polynomial in C, in the same order in every process; None where it holds what C has no operator for."""
        terms = []
        for term in value.as_ordered_terms():
            factors = []
            for factor in term.as_ordered_factors():
                base, power = factor.as_base_exp()
                if not power.is_Integer or not 0 < power <= 4 or not (base.is_Integer or base in self._texts):
                    return None
                factors += [self._texts[base] if base in self._texts else f"({base})" if base < 0 else str(base)] * int(
                    power
                )
            terms.append(" * ".join(factors))
        return " + ".join(terms)


def _expressions(node: Node) -> list[Node]:
    if node.kind not in STATEMENTS:
        return [node]
    return [e for part in node.parts for e in _expressions(part)]
