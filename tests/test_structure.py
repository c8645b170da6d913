"""The shape of the code base: which way imports point, who knows clang, rules and their pages, sizes of files."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from retarget.schedule.steps import STEPS
from retarget.system.toolchain import CUDA_RELEASE, OWN, templates
from retarget.translation.cuda import CUDA
from retarget.translation.explanations import explanation, page_names, rule_names
from retarget.translation.hip import HIP, MENDS
from retarget.translation.translation import Translation

PARTS = ("MAJOR", "MINOR", "BUILD")
PACKAGE = Path(__file__).parents[1] / "retarget"
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST = 400  # lines of a file


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {name_of(p): p for p in MODULES}


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """All of a module's, listed once: to walk a tree costs more than what most tests do with it."""
    return tuple(ast.walk(tree(path)))


def imported(node: ast.AST) -> list[str]:
    """The modules that a statement imports, absolute."""
    if isinstance(node, ast.Import):
        return [a.name for a in node.names]
    if isinstance(node, ast.ImportFrom):
        assert not node.level, "relative import"
        whole = [f"{node.module}.{a.name}" for a in node.names]
        return [w if w in NAMES else str(node.module) for w in whole]
    return []


@cache
def imports(path: Path) -> frozenset[str]:
    """What a module imports anywhere."""
    return frozenset(m for node in nodes(path) for m in imported(node))


@cache
def at_top(path: Path) -> set[str]:
    """What a module imports when it is imported; what stands under TYPE_CHECKING is for the type checker alone."""
    return {m for node in tree(path).body for m in imported(node) if m in NAMES}


def test_imports_point_one_way() -> None:
    """The modules can be put in an order in which each imports only earlier ones."""
    left = {name: at_top(path) - {name} for name, path in NAMES.items()}
    while ready := {name for name, needed in left.items() if not needed & set(left)}:
        left = {name: needed for name, needed in left.items() if name not in ready}
    assert not left, f"in a cycle, or above one: {sorted(left)}"


FOLDERS = ("system", "source", "unit", "analysis", "dialects", "translation", "targets", "schedule", "capture", "tuning", "api", "batch", "cli")
LIMITS = "retarget.targets.amd.architecture"  # values alone


def test_folders_import_those_above_them() -> None:
    """In the order of the table in docs/architecture.md."""
    table = re.findall(r"^\| `(\w+)/` \|", ARCHITECTURE, re.M)
    assert tuple(table) == FOLDERS
    assert {p.parent.name for p in PACKAGE.glob("*/__init__.py")} == set(FOLDERS)
    for name, path in NAMES.items():
        for other in at_top(path) - {LIMITS}:
            below, above = (m.split(".")[1] if m.count(".") else "" for m in (name, other))
            if below in FOLDERS and above in FOLDERS:
                assert FOLDERS.index(above) <= FOLDERS.index(below), f"{name} imports {other}"


def test_no_import_stands_inside_a_function() -> None:
    unexplained = set()
    for path in MODULES:
        if all(n in tree(path).body for n in nodes(path) if isinstance(n, ast.Import | ast.ImportFrom)):
            continue
        lines = path.read_text().splitlines()
        for function in nodes(path):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                for node in ast.walk(function):
                    if isinstance(node, ast.Import | ast.ImportFrom):
                        reason = lines[node.lineno - 1].partition("# noqa: PLC0415")[2].strip()
                        if not reason.startswith("(") or len(reason) <= 12:
                            unexplained.add(f"{name_of(path)}:{node.lineno}")
    assert unexplained == set()


def test_only_the_parser_and_the_derivation_of_tables_know_clang() -> None:
    for path in MODULES:
        if any(m.split(".")[0] == "clang" for m in imports(path)):
            assert path.is_relative_to(PACKAGE / "unit" / "parse") or path.is_relative_to(PACKAGE / "dialects" / "derive"), path


PUBLISHED = {name for name in NAMES if name.startswith("retarget.cli.") and name.endswith("_answers")}


def test_a_class_has_a_name_of_its_own() -> None:
    """But for the types of JSON, whose names docs/schema.json publishes: what shares its name with one of them is
    never imported from there by its name alone."""
    places: dict[str, set[str]] = {}
    for name, path in NAMES.items():
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, set()).add(name)
    twins = {name: found for name, found in places.items() if len(found) > 1}
    assert {name: found for name, found in twins.items() if len(found - PUBLISHED) > 1 or len(found & PUBLISHED) > 1} == {}
    for path in MODULES:
        for node in nodes(path):
            if isinstance(node, ast.ImportFrom) and node.module in PUBLISHED:
                assert not {a.name for a in node.names} & set(twins), path


RULES = ("translation.hip", "translation.cuda")  # beside what clang, or an analysis, sees for them
COMMANDS = ("cli", "api", "batch")  # what a command does, and how it is asked for


def test_a_module_has_a_name_of_its_own() -> None:
    """But for what each target has, a rule and what it rests on, and a command and what it does."""
    places: dict[str, list[str]] = {}
    for name, path in NAMES.items():
        folder, _, own = name.removeprefix("retarget.").rpartition(".")
        if not path.name.startswith("__"):
            places.setdefault(own, []).append(folder)
    for own, folders in places.items():
        of_targets = all(f.split(".")[0] == "targets" for f in folders) or {f.split(".")[0] for f in folders} == {"targets", "api"}
        rests_on = [f for f in folders if f in RULES] and {*folders} <= {*RULES, "analysis", "unit.parse"}
        of_command = {*folders} <= {*COMMANDS}
        assert len(folders) == 1 or of_targets or rests_on or of_command, (own, folders)


def test_the_bottom_imports_nothing_of_ours() -> None:
    assert at_top(PACKAGE / "source" / "text.py") == set()
    assert at_top(PACKAGE / "source" / "recent.py") == set()
    assert at_top(PACKAGE / "source" / "lexer.py") == {"retarget.source.recent"}
    assert at_top(PACKAGE / "system" / "cache.py") <= {"retarget", "retarget.system"}, "the warm path loads nothing else"


def test_files_are_short() -> None:
    assert [name_of(path) for path in MODULES if len(path.read_text().splitlines()) > LONGEST] == []


def test_modules_that_texts_name_are_there() -> None:
    """Docstrings, scripts within strings and pages name modules by their dots, or by their paths."""
    root = PACKAGE.parent
    pages = [*root.glob("*.md"), *root.glob("docs/*.md"), *root.glob("tests/**/*.py"), *root.glob("bench/*.py")]
    for path in (*MODULES, *pages):
        text = path.read_text()
        for dotted in re.findall(r"\bretarget(?:\.[a-z_]+)+", text):
            assert dotted in NAMES or dotted.rpartition(".")[0] in NAMES, f"{path}: {dotted}"
        for place in re.findall(r"\bretarget(?:/[a-z_]+)+\.\w+", text):
            assert (root / place).exists(), f"{path}: {place}"


ARCHITECTURE = (PACKAGE.parent / "docs" / "architecture.md").read_text()


def test_modules_that_the_architecture_names_are_there() -> None:
    """In a row of its table, below that row's folder; elsewhere, below the package."""
    for line in ARCHITECTURE.splitlines():
        row = re.match(r"\| `(\w+)/` \|", line)
        folder = PACKAGE / row[1] if row else PACKAGE
        for place in re.findall(r"`([\w/]+(?:\.py|/))`", line):
            within = (folder, PACKAGE, PACKAGE.parent) if place.endswith("/") else (folder, PACKAGE.parent)
            assert any((one / place).exists() for one in within), place


def test_one_module_alone_knows_a_library() -> None:
    """As the table of libraries on the page of the architecture says."""
    names = {"hip-python": {"hip"}, "cuda-bindings": {"cuda"}, "dask-jobqueue": {"dask_jobqueue"}}
    known = re.findall(r"^\| (\S+)[^\n]*only (`[\w/.]+`(?: and `[\w/.]+`)*) knows?", ARCHITECTURE, re.M)
    assert len(known) > 6
    for library, places in known:
        own = names.get(library, {library})
        users = {p for p in MODULES for m in imports(p) if m.split(".")[0] in own}
        assert users == {PACKAGE / place for place in re.findall(r"[\w/.]+(?=`)", places)}, library


def test_documentation_has_each_step() -> None:
    page = (PACKAGE.parent / "docs" / "granularity.md").read_text()
    assert [name for name in STEPS if not re.search(rf"^\| `{name}\(", page, re.M)] == []


# Rules and their pages. A diagnostic's rule is the first argument of what makes one; what stands before it.

_MAKERS = {"Diagnostic": "", "note": "", "warning": "", "error": "", "WarpFact": "warp-"}


@cache
def constants(path: Path) -> dict[str, list[str]]:
    """Texts by the names that a module gives them, anywhere in it."""
    found: dict[str, list[str]] = {}
    for node in nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module in NAMES:
            given = {a.name: a.asname or a.name for a in node.names if a.name.isupper()}
            known = constants(NAMES[node.module]) if given else {}
            found |= {own: list(known[name]) for name, own in given.items() if name in known}
        if isinstance(node, ast.Assign):
            for target in node.targets:
                names = target.elts if isinstance(target, ast.Tuple) else [target]
                values = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value] * len(names)
                for name, value in zip(names, values, strict=False):
                    if isinstance(name, ast.Name):
                        found.setdefault(name.id, []).extend(texts_in(value, found))
    return found


def texts_in(node: ast.AST, known: dict[str, list[str]]) -> list[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.IfExp):
        return texts_in(node.body, known) + texts_in(node.orelse, known)
    if isinstance(node, ast.Name):
        return known.get(node.id, [])
    return []


def rules_in(path: Path) -> Iterator[str]:
    known = constants(path)
    for node in nodes(path):
        if isinstance(node, ast.Call) and node.args:
            made = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if made in _MAKERS:
                yield from (_MAKERS[made] + text for text in texts_in(node.args[0], known))


def rules() -> set[str]:
    found = {rule for path in MODULES for rule in rules_in(path)}
    assert all(rule.replace("-", "").isalnum() and rule == rule.lower() for rule in found), sorted(found)
    return found


def test_every_rule_is_explained() -> None:
    assert sorted(rules() - set(rule_names())) == []


def test_every_page_is_of_a_rule() -> None:
    assert sorted(set(page_names()) - rules()) == []


@pytest.mark.parametrize("translation", [HIP, CUDA], ids=lambda t: t.name)
def test_a_translation_reaches_other_processes(translation: Translation) -> None:
    again = pickle.loads(pickle.dumps(translation))
    assert again == translation and all(a is b for a, b in zip(again.rules, translation.rules, strict=True))


def test_rules_of_a_translation_have_names_of_their_own() -> None:
    for listed in ((*HIP.rules, *MENDS), CUDA.rules):
        names = [rule.name for rule in listed]
        assert len(set(names)) == len(names)


def test_a_page_explains_each_rule() -> None:
    for rule in rule_names():
        title, _, text = (explanation(rule) or "").partition("\n\n")
        assert title.startswith("# ") and rule in title
        assert len(text.split()) > 12, rule


def test_there_is_no_page_of_what_is_no_rule() -> None:
    assert explanation("no-such-rule") is None
    assert explanation("../rules/parse") is None


@pytest.mark.parametrize("text", [OWN / "preamble.cuh", templates() / "hip" / "arch.h"], ids=lambda p: p.name)
def test_headers_state_the_release_of_cuda_that_translations_answer_for(text: Path) -> None:
    parts = {name: re.findall(rf"define \w*CUDACC_VER_{name}\w* (\d+)", text.read_text()) for name in PARTS}
    assert parts == {name: [number] for name, number in zip(PARTS, CUDA_RELEASE.split("."), strict=True)}
    major, minor = map(int, CUDA_RELEASE.split(".")[:2])
    assert set(re.findall(r"define \w*CUDA_VERSION (\d+)", text.read_text())) == {f"{1000 * major + 10 * minor}"}


def test_structs_have_fields_of_their_own_library() -> None:
    """One of dataclasses' would be the value itself."""
    wrong = []
    for path in MODULES:
        imports = (n for n in nodes(path) if isinstance(n, ast.ImportFrom) and n.module == "dataclasses")
        names = {a.asname or a.name for n in imports for a in n.names}
        structs = (n for n in nodes(path) if isinstance(n, ast.ClassDef) and any(ast.unparse(b) == "Struct" for b in n.bases))
        values = (x.value for s in structs for x in s.body if isinstance(x, ast.AnnAssign))
        wrong += [name_of(path) for v in values if isinstance(v, ast.Call) and ast.unparse(v.func) in names]
    assert wrong == []
