"""Files that a compiler is to see without their being written: clang's overlay of the file system."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec.structs import replace

from retarget.source.text import digest
from retarget.translation.emit import Output
from retarget.translation.merge import Program


def overlay(outputs: Iterable[Output], folder: Path) -> Path:
    """Writes what clang's `-ivfsoverlay` takes: each output where it would stand, its text below `folder`."""
    by_folder: dict[str, list[dict[str, str]]] = {}
    texts: dict[str, str] = {}
    for number, output in enumerate(sorted(outputs, key=lambda o: bool(o.link))):
        path, text = os.path.abspath(output.path), str(folder / f"{number}")
        if output.link:
            leads_to = os.path.normpath(os.path.join(os.path.dirname(path), output.link))
            if leads_to not in texts:
                continue
            text = texts[leads_to]
        else:
            Path(text).write_bytes(output.data)
        texts[path] = text
        place, name = os.path.split(path)
        entry = {"name": name, "type": "file", "external-contents": text}
        by_folder.setdefault(place, []).append(entry)
    roots = [{"name": place, "type": "directory", "contents": files} for place, files in by_folder.items()]
    described = folder / "overlay.yaml"  # JSON is YAML
    described.write_text(json.dumps({"version": 0, "use-external-names": "false", "roots": roots}))
    return described


def with_links(outputs: Sequence[Output], program: Program, unit: str = "") -> tuple[Output, ...]:
    """The outputs, and once more in the place of each link by which units reach their files. unit: how the command line
    spells the first unit, which may be such a link, too."""
    own = {o.source: o for o in outputs if o.source and not o.link}
    links = {(s.path, link) for u in program.units for s in u.sources for link in s.aliases}
    if os.path.islink(unit):
        links.add((program.units[0].root, unit))
    return (*outputs, *(replace(own[path], path=link) for path, link in sorted(links) if path in own))


def stub(path: str, folder: Path) -> Path:
    """A file on the disk that includes one of the overlay: clang's driver looks for its inputs on the disk."""
    place = folder / f"{digest(path.encode('utf-8', 'surrogateescape'))[:16]}.unit"
    name = os.fsencode(os.path.abspath(path))
    place.write_bytes(b'#include ' + (b'<%b>\n' if b'"' in name else b'"%b"\n') % name)
    return place
