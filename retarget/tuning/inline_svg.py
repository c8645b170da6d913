"""A drawing as a file, made a part of a page: its colours become the page's, its names are unique there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

_USE = re.compile(r"url\(#([^)]+)\)")
_METADATA = "metadata"
_FITS = "max-width: max(100%, calc(0.7 * {}))"  # as narrow as the screen, as long as its letters can be read


def inlined(text: str, name: str, label: str, colours: Mapping[str, str]) -> str:
    """name: begins the ids, one for each drawing of a page; label: what is read out instead of it; colours: the page's
    for those of the drawing."""
    root = ElementTree.fromstring(text)
    _plain(root, _used(root), name)
    width = root.attrib.pop("width", "100%")
    root.attrib.pop("height", None)
    style = f"width: {width}; {_FITS.format(width)}; aspect-ratio: {_ratio(root)}"
    root.attrib |= {"role": "img", "aria-label": label, "style": style}
    made = ElementTree.tostring(root, encoding="unicode", short_empty_elements=False)
    for own, new in colours.items():
        made = made.replace(own, new)
    return made


def _plain(element: ElementTree.Element, used: set[str], name: str) -> None:
    """Without namespaces, which a page does not want, and without ids that nothing refers to."""
    element.tag = element.tag.rpartition("}")[2]
    for child in list(element):
        if child.tag.rpartition("}")[2] == _METADATA:
            element.remove(child)
        else:
            _plain(child, used, name)
    for key, value in list(element.attrib.items()):
        del element.attrib[key]
        own = key.rpartition("}")[2]
        if own == "id":
            if value in used:
                element.set("id", f"{name}-{value}")
        elif own == "href":
            element.set("href", f"#{name}-{value[1:]}")
        else:
            element.set(own, _USE.sub(rf"url(#{name}-\1)", value))


def _used(root: ElementTree.Element) -> set[str]:
    """What is referred to within the drawing."""
    found: set[str] = set()
    for element in root.iter():
        for key, value in element.attrib.items():
            found.update(_USE.findall(value))
            if key.rpartition("}")[2] == "href":
                found.add(value.removeprefix("#"))
    return found


def _ratio(root: ElementTree.Element) -> str:
    _, _, width, height = root.get("viewBox", "0 0 1 1").split()
    return f"{width} / {height}"
