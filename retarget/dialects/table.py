"""Rows of the translation tables and the reader of their files (UTF-8, tab-separated, a header line)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from msgspec import Struct

from retarget.errors import Error
from retarget.system.regular import read_bytes
from retarget.system.toolchain import templates

KINDS = frozenset({"function", "type", "enumerator", "macro", "device", "namespace"})
STATUSES = frozenset({"mapped", "same", "none"})
NAME_COLUMNS = ("cuda", "hip", "kind", "status", "since", "part", "note")
USER_COLUMNS = ("cuda", "hip")
KEYWORDS = frozenset(
    """
    alignas alignof and asm auto bool break case catch char class const constexpr continue decltype default delete do
    double else enum explicit extern false float for friend goto if inline int long mutable namespace new noexcept not
    nullptr operator or private protected public register return short signed sizeof static struct switch template this
    throw true try typedef typename union unsigned using virtual void volatile wchar_t while xor
""".split()
)
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
_QUALIFIED = re.compile(rf"(?:::)?{_IDENTIFIER.pattern}(?:::{_IDENTIFIER.pattern})*", re.ASCII)


class TableError(Error):
    """A table that cannot be read: `file:line: error: message`."""

    def __init__(self, path: Path, line: int, message: str) -> None:
        super().__init__(f"{path}:{line}: error: {message}")
        self.args = path, line, message
        self.path = path
        self.line = line
        self.message = message


class Name(Struct, frozen=True):
    """A CUDA identifier and what stands for it.

    `since` is the HIP release that first declares `hip` where the oldest supported one (5.2.3) does not;
    `part` the emitted support header that provides it where HIP does not.
    """

    cuda: str
    hip: str
    kind: str
    status: str
    since: str
    part: str
    note: str
    library: str

    @property
    def shows_cuda(self) -> bool:
        """Whether a text that has it is CUDA: names that C and C++ share with it do not show that."""
        return self.status != "same" or self.kind == "type" or self.cuda.startswith("__")


class Header(Struct, frozen=True):
    """A header path of the CUDA toolkit; `hip` is empty where none corresponds, `-` where the include goes."""

    cuda: str
    hip: str
    part: str
    note: str


class StructMember(Struct, frozen=True):
    """A member of a CUDA struct: `hip` is another member's name, or an expression on `{object}`."""

    struct: str
    field: str
    hip: str
    since: str
    part: str
    note: str


class CallRule(Struct, frozen=True):
    """What one argument of a call (counted from 0) needs: `symbol`, `funcptr`, `voidpp`, `drop` (HIP has
    none such), `insert:TEXT` (before it), `default:TEXT` (where a call leaves it
    out), `part:NAME` (the support header with an overload that has it), or
    `overload:NAME` (the support header with an overload for calls that end before it)."""

    cuda: str
    argument: int
    action: str
    note: str


Cells = list[str]


class Table(Struct, frozen=True):
    """The rows of one library by CUDA name, as cells: a `Name` is made when it is looked up."""

    library: str
    rows: Mapping[str, Cells]

    def name(self, identifier: str) -> Name | None:
        cells = self.rows.get(identifier)
        if cells is None:
            return None
        cuda, hip, kind, status, since, part, note = cells
        return Name(cuda, hip, kind, status, since, part, note, self.library)


def read_names(path: Path, library: str) -> Table:
    """Rows of one library's table."""
    rows: dict[str, Cells] = {}
    for number, cells in _rows(path, NAME_COLUMNS):
        rows[cells[0]] = cells
        if fault := _fault(*cells[:4]):
            raise TableError(path, number, fault)
    return Table(library, rows)


def read_includes(path: Path) -> tuple[Header, ...]:
    return tuple(Header(*cells) for _, cells in _rows(path, ("cuda", "hip", "part", "note")))


def read_fields(path: Path) -> tuple[StructMember, ...]:
    columns = ("struct", "field", "hip", "since", "part", "note")
    return tuple(StructMember(*cells) for _, cells in _rows(path, columns))


def read_calls(path: Path) -> tuple[CallRule, ...]:
    columns = ("cuda", "argument", "action", "note")
    return tuple(_call_rule(path, number, *cells) for number, cells in _rows(path, columns))


def read_tags(path: Path) -> tuple[tuple[str, str], ...]:
    """A type of the target's, and how alone it is declared: `typedef`, or the keyword of its tag."""
    return tuple((hip, declared) for _, (hip, declared) in _rows(path, ("hip", "declared")))


def _call_rule(path: Path, number: int, cuda: str, argument: str, action: str, note: str) -> CallRule:
    if not (argument.isascii() and argument.isdigit() and len(argument) <= 2):
        raise TableError(path, number, f"argument {argument!r} is not a small number")
    plain = action in ("symbol", "funcptr", "voidpp")
    if not plain and not action.startswith(("default:", "insert:", "part:", "overload:", "drop:")):
        raise TableError(path, number, f"unknown action {action!r}")
    return CallRule(cuda, int(argument), action, note)


def read_user_map(path: Path) -> Table:
    """A user's own table: the columns `cuda` and `hip`, and any of the others, in any order."""
    lines = _lines(path)
    header, columns = next(((number, line.split("\t")) for number, line in lines), (1, [""]))
    _check_user_columns(path, header, columns)
    rows: dict[str, Cells] = {}
    numbers: dict[str, int] = {}
    for number, line in lines:
        cell = dict(zip(columns, _cells(path, number, line, len(columns)), strict=True))
        cuda, hip = cell["cuda"], cell["hip"]
        status = cell.get("status") or ("none" if not hip else "same" if hip == cuda else "mapped")
        kind = cell.get("kind") or "function"
        fault = _fault(cuda, hip, kind, status) or _fault_of_users(cell)
        if numbers.setdefault(cuda, number) != number:
            fault = fault or f"{cuda} has a row on line {numbers[cuda]} already"
        if fault:
            raise TableError(path, number, fault)
        rows[cuda] = [cuda, hip, kind, status, *(cell.get(column, "") for column in NAME_COLUMNS[4:])]
    return Table("user", rows)


def _check_user_columns(path: Path, number: int, columns: Sequence[str]) -> None:
    for column in USER_COLUMNS:
        if column not in columns:
            raise TableError(path, number, f"column {column!r} is missing")
    for column in columns:
        if column not in NAME_COLUMNS or columns.count(column) > 1:
            raise TableError(path, number, f"column {column!r} is unknown or stands twice")


def _fault(cuda: str, hip: str, kind: str, status: str) -> str:
    """What is wrong with a row, or nothing."""
    if not cuda:
        return "the CUDA name is empty"
    if not hip.isascii():
        return f"{cuda}: the replacement is not ASCII"
    if kind not in KINDS:
        return f"unknown kind {kind!r}"
    if status not in STATUSES:
        return f"unknown status {status!r}"
    if (status == "none") != (not hip) or (status == "same") != (hip == cuda):
        return f"{cuda}: status {status!r} does not agree with the replacement {hip!r}"
    return ""


def _fault_of_users(cell: Mapping[str, str]) -> str:
    """What is wrong with a row that a user wrote, or nothing."""
    cuda, hip, part = cell["cuda"], cell["hip"], cell.get("part", "")
    if not _IDENTIFIER.fullmatch(cuda):
        return f"'{cuda}' is no name of C++"
    if {cuda, *hip.split("::")} & KEYWORDS:
        return f"{cuda}: a keyword of C++ is nobody's name"
    if hip and not _QUALIFIED.fullmatch(hip):
        return f"{cuda}: the replacement '{hip}' is no name of C++"
    known = sorted(p.stem for p in (templates() / "hip").glob("*.h"))
    if part and part not in known:
        near = get_close_matches(part, known, 1)
        return f"{cuda}: no support header '{part}'" + (f"; did you mean {near[0]}?" if near else "")
    return ""


def _rows(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, Cells]]:
    lines = _lines(path)
    header, line = next(lines, (1, ""))
    if tuple(line.split("\t")) != columns:
        raise TableError(path, header, f"the header is not {' '.join(columns)}")
    for number, line in lines:
        yield number, _cells(path, number, line, len(columns))


def _cells(path: Path, number: int, line: str, width: int) -> Cells:
    cells = line.split("\t")
    if len(cells) != width:
        raise TableError(path, number, f"{len(cells)} columns where {width} are due")
    return cells


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """Numbered lines but for the empty ones and the comments (`# `)."""
    try:
        text = read_bytes(path).decode("utf-8")
    except OSError as error:
        raise TableError(path, 1, error.strerror or str(error)) from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start].count(b"\n")
        raise TableError(path, before + 1, "not UTF-8") from None
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        if line and not line.startswith("# "):
            yield number, line
