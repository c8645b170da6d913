"""Where pages go: a file of ours is written anew, anybody else's is not touched."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from retarget.errors import OutputError
from retarget.source.text import digest
from retarget.translation import emit
from retarget.translation.emit import content_at, replace_whole


def refuse_place(path: str, inputs: Iterable[str], force: bool = False) -> None:
    """Before any work: what would keep a page from being written. Raises OutputError."""
    emit.refuse_place(path)
    if not Path(path).exists():
        return
    if any(Path(path).samefile(i) for i in inputs if Path(i).exists()):
        raise OutputError(f"{path} is the input itself: give the page another name")
    if not force and not _is_ours(content_at(path) or b""):
        raise OutputError(
            f"{path} exists and was not written by retarget, or was changed since: move it away, or give another name"
        )


def write_page(path: str, text: str) -> None:
    """Raises OutputError."""
    place, data = Path(path), text.encode()
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        replace_whole(place, data + _mark(data))
    except OSError as error:
        raise OutputError(f"{path}: cannot be written: {error.strerror}") from error


def _mark(page: bytes) -> bytes:
    """Stands behind a page: whoever changes the page leaves a mark that does not fit it."""
    return f"<!-- retarget {digest(page)} -->\n".encode()


def _is_ours(page: bytes) -> bool:
    return page.endswith(_mark(page[: -len(_mark(b""))]))
