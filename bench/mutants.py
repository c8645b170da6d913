"""One condition less: copies of a module in which one thing that makes a schedule illegal is not seen.

refusal    raise Unsuited(...), yield Refusal(...)     -->  pass
operand    if a or b: raise Unsuited(...)              -->  if a: raise Unsuited(...)
worst      return ALL                                  -->  return NONE
finding    yield call; found |= inner  (of analyses)   -->  pass
reason     return f"{name} is another"                 -->  return ""
place      yield v.span; return v.span  (of modules)   -->  pass; return None
open       is_open = True; return False  (of a bool)   -->  is_open = False; return True
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "retarget"
KINDS = ("refusal", "operand", "worst", "finding", "reason", "place", "open")
REFUSING = ("schedule",)  # folders whose refusals are conditions
FINDING = ("dependence", "effects", "assignments", "waiting", "lockstep", "indirect")  # analyses, where they are there
# Modules that say what is not known: of each, the functions whose answer widens, and that answer.
OPENING = {
    "analysis/indirect.py": (("_has_marked_lambda", "_begins_lambda"), True),
    "unit/parse/instances.py": (("_is_known",), False),
    "unit/parse/variables.py": (("is_default", "is_assignable"), False),
}
# Modules whose functions of these types say why, or where, a step is refused.
SAYING = {
    "schedule/readings.py": "str",
    "schedule/form/in_step.py": "Iterator[Span]",
    "schedule/form/kept.py": "Iterator[Span]",
    "schedule/form/owners.py": "Span | None",
    "schedule/form/redefined.py": "str | None",
}
_REFUSALS = frozenset({"Unsuited", "Refusal"})
# Mutants, by module, kind and first line, that no program can tell from the module; why.
ALIKE: dict[tuple[str, str, str], str] = {
    (
        "schedule/form/inline.py", "refusal",
        """raise Unsuited(call.span, f"'{inner.name}' holds a barrier, and '{hidden}' means something else here")""",
    ): "the names of what was inlined are compared once more when the text is parsed again (meaning)",
    (
        "schedule/form/pieces.py", "refusal", """raise Unsuited(v.span, "retarget does not follow this declaration")""",
    ): "only kernels whose instances differ come here, and what has no variable in the tree is an obstacle to those",
    (
        "schedule/form/pieces.py", "operand", """if not value.startswith("{") or v.parts[0].kind is not Kind.LIST:""",
    ): "an initialiser that begins with a brace is a list",
    (
        "schedule/form/template.py", "refusal",
        """raise Unsuited(node.span, "the size of this shared array comes from a variable of the kernel")""",
    ): "such a variable is no constant: brought.py refuses it first",
    (
        "analysis/dependence.py", "worst",
        "found = found.union(*(_inside(inner, effects) for inner in meant)) if meant else ALL",
    ): "a call counts as one that uses indices by what the functions do that it may mean: there is one",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """The `number`-th of its kind in a module; line: that of what is dropped; text: its first line."""

    path: str  # below the package's folder
    kind: str
    number: int
    line: int
    text: str

    @property
    def module(self) -> str:
        return ".".join([PACKAGE, *Path(self.path).with_suffix("").parts])

    @property
    def name(self) -> str:
        return f"{self.path}:{self.kind}:{self.number}"


def mutants(package: Path) -> list[Mutant]:
    """All of them, by path, kind and number."""
    listed = [p for folder in REFUSING for p in sorted((package / folder).rglob("*.py"))]
    listed += [p for name in FINDING if (p := package / "analysis" / f"{name}.py").is_file()]
    listed += [p for name in OPENING if (p := package / name).is_file() and p not in listed]
    return [m for path in listed for m in _of(path, str(path.relative_to(package)))]


def mutated(package: Path, mutant: Mutant) -> ast.Module:
    """The module's tree without what the mutant drops. Raises LookupError where the text has changed since."""
    tree = ast.parse((package / mutant.path).read_text())
    editor = _Editor(mutant.path, mutant)
    tree = ast.fix_missing_locations(editor.visit(tree))
    if not editor.done:
        raise LookupError(f"{mutant.name} is not there")
    return tree


def _of(path: Path, name: str) -> Iterator[Mutant]:
    text = path.read_text()
    editor = _Editor(name, None)
    editor.visit(ast.parse(text))
    lines = text.split("\n")
    for kind, found in editor.found.items():
        for number, line in enumerate(found):
            yield Mutant(name, kind, number, line, lines[line - 1].strip())


def _is_analysis(path: str) -> bool:
    return Path(path).parts[0] == "analysis"


def _called(node: ast.AST | None) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def _refuses(statement: ast.stmt) -> bool:
    if isinstance(statement, ast.Raise):
        return _called(statement.exc) in _REFUSALS
    value = statement.value if isinstance(statement, ast.Expr) else None
    return isinstance(value, ast.Yield) and _called(value.value) in _REFUSALS


def _is_text(value: ast.expr | None) -> bool:
    return isinstance(value, ast.JoinedStr) or (isinstance(value, ast.Constant) and value.value not in ("", None))


def _is(value: ast.expr | None, constant: object) -> bool:
    return value is not None and isinstance(value, ast.Constant) and value.value is constant


class _Editor(ast.NodeTransformer):
    """Lists what can be dropped, in the order of the text; with a mutant, drops that."""

    def __init__(self, path: str, mutant: Mutant | None) -> None:
        self.is_analysis, self.mutant = _is_analysis(path), mutant
        self.says = SAYING.get(path, "")
        self.widening, self.worst = OPENING.get(path, ((), True))
        self.within: list[ast.FunctionDef] = []
        self.found: dict[str, list[int]] = {kind: [] for kind in KINDS}
        self.done = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.within.append(node)
        made = self.generic_visit(node)
        self.within.pop()
        return made

    @property
    def _is_said(self) -> bool:
        """Whether what the function around gives is what the module says."""
        gives = self.within[-1].returns if self.within else None
        return bool(self.says) and gives is not None and ast.unparse(gives) == self.says

    def visit_Return(self, node: ast.Return) -> ast.AST:
        if self._is_said and self.says == "str" and _is_text(node.value) and self._drops("reason", node):
            return ast.copy_location(ast.Return(ast.Constant("")), node)
        may_lack = self._is_said and self.says.endswith("| None")
        if may_lack and not _is(node.value, None) and self._drops("place", node):
            return ast.copy_location(ast.Return(ast.Constant(None)), node)
        widens = bool(self.within) and self.within[-1].name in self.widening
        if widens and _is(node.value, self.worst) and self._drops("open", node):
            return ast.copy_location(ast.Return(ast.Constant(not self.worst)), node)
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        named = [t.id for t in node.targets if isinstance(t, ast.Name)]
        if self.widening and named == ["is_open"] and not _is(node.value, False) and self._drops("open", node):
            node.value = ast.copy_location(ast.Constant(False), node.value)
        return self.generic_visit(node)

    def _drops(self, kind: str, node: ast.AST) -> bool:
        listed = self.found[kind]
        listed.append(node.lineno)  # type: ignore[attr-defined]
        chosen = self.mutant is not None and (self.mutant.kind, self.mutant.number) == (kind, len(listed) - 1)
        self.done |= chosen
        return chosen

    def visit_Raise(self, node: ast.Raise) -> ast.AST:
        return ast.Pass() if _refuses(node) and self._drops("refusal", node) else node

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        if _refuses(node):
            return ast.Pass() if self._drops("refusal", node) else node
        yields = isinstance(node.value, ast.Yield | ast.YieldFrom)
        if self.is_analysis and yields and not self.widening and self._drops("finding", node):
            return ast.Pass()
        if yields and self._is_said and self._drops("place", node):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        if self.is_analysis and isinstance(node.op, ast.BitOr | ast.Add) and self._drops("finding", node):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        worst = self.is_analysis and node.id == "ALL" and isinstance(node.ctx, ast.Load)
        return ast.copy_location(ast.Name("NONE", node.ctx), node) if worst and self._drops("worst", node) else node

    def visit_If(self, node: ast.If) -> ast.AST:
        test = node.test
        if any(_refuses(s) for s in node.body) and isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or):
            kept = [v for v in test.values if not self._drops("operand", v)]
            node.test = kept[0] if len(kept) == 1 else ast.BoolOp(ast.Or(), kept)
        return self.generic_visit(node)
