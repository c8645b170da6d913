"""Files that a compiler is to see without their being written: clang's overlay of the file system."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path

from retarget.source.text import digest
from retarget.translation.emit import Output


def overlay(outputs: Iterable[Output], folder: Path) -> Path:
    """Writes what clang's `-ivfsoverlay` takes: each output where it would stand, its text below `folder`."""
    by_folder: dict[str, list[dict[str, str]]] = {}
    for number, output in enumerate(o for o in outputs if not o.link):
        text = folder / f"{number}"
        text.write_bytes(output.data)
        place, name = os.path.split(os.path.abspath(output.path))
        entry = {"name": name, "type": "file", "external-contents": str(text)}
        by_folder.setdefault(place, []).append(entry)
    roots = [{"name": place, "type": "directory", "contents": files} for place, files in by_folder.items()]
    described = folder / "overlay.yaml"  # JSON is YAML
    described.write_text(json.dumps({"version": 0, "use-external-names": "false", "roots": roots}))
    return described


def stub(path: str, folder: Path) -> Path:
    """A file on the disk that includes one of the overlay: clang's driver looks for its inputs on the disk."""
    place = folder / f"{digest(path.encode('utf-8', 'surrogateescape'))[:16]}.unit"
    name = os.fsencode(os.path.abspath(path))
    place.write_bytes(b'#include ' + (b'<%b>\n' if b'"' in name else b'"%b"\n') % name)
    return place
