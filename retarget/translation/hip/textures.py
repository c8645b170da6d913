"""textures: fetches from linear memory become plain loads.

    texture<float, 1> t;          -->  __constant__ retarget_hip::linear_texture<float, 1> t;
    tex1Dfetch(t, i)              -->  (the same: found by the type of its argument, as are binds and unbinds)
    tex1Dfetch<float>(object, i)  -->  retarget_hip::tex1Dfetch<float>(object, i), for targets without images
    surf2Dread<float>(s, x, y)    -->  (the same: of the support header `surface`, as HIP's read returns nothing)

A reference is rewritten on every target, where it has one dimension, and is only set up, bound to linear memory and
fetched by `tex1Dfetch` in all compiled text of the unit. Objects are HIP's own where all targets have images; else
they are rewritten where nothing in the unit asks for more than linear memory. What remains is an error for a target
that has no images.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from retarget.source.lexer import NAME
from retarget.source.recent import mentioned
from retarget.source.text import Edit, Related
from retarget.translation.file import File, Finding, Need
from retarget.translation.hip.texture_references import ReferenceUse, TextureReference, references, stem, uses
from retarget.translation.rule import rule

LINEAR = "__constant__ retarget_hip::linear_texture"
_OBJECT_CALLS = frozenset({"CreateTextureObject", "DestroyTextureObject"})
_BLOCKING = re.compile(
    r"(?:tex|surf)[123]D(?!fetch$)\w*|(?:tex|surf)Cubemap\w*"
    r"|(?:cuda|hip)(?:ResourceType(?:Array|MipmappedArray|Pitch2D)|CreateSurfaceObject"
    r"|GetTextureObject\w+Desc|Bind(?:Texture2D|TextureTo\w+|SurfaceTo\w+))"
)
_SURFACE_READ = re.compile(r"surf(?:[123]D|Cubemap)\w*read")
_may_name = mentioned(
    re.compile(r"\b(?:texture|surface)\s*<|\btex1Dfetch\b|TextureObject\b|\b(?:tex|surf)(?:[123]D|Cubemap)")
)
REMEDY = "read the memory itself, or bind it as linear memory and fetch it with tex1Dfetch"


@rule("texture")
def textures(file: File) -> Iterator[Finding]:
    if not _may_name(file.source.text):
        return
    files = tuple(replace(file, source=s) if s is not file.source else file for s in file.unit.sources)
    known = tuple(r for f in files for r in references(f))
    for reference in references(file):
        yield from _reference(file, files, reference)
    yield from _surfaces(file)
    lacking = ", ".join(a.name for a in file.options.architectures if not a.images)
    if lacking:
        names = frozenset(n for r in known for n in r.names)
        yield from _objects(file, files, names, lacking)


def _reference(file: File, files: tuple[File, ...], reference: TextureReference) -> Iterator[Finding]:
    span = file.span(reference.index)
    refused = None if reference.why_not else _refused(files, reference)
    spelled = ", ".join(reference.names) or "texture"
    if not reference.why_not and refused is None:
        yield Edit(span, LINEAR, "texture")
        yield Need("texture", span)
        yield file.note("texture", span, f"'{spelled}' is read by plain loads: it only ever has linear memory")
        return
    why = reference.why_not or (refused.why_not if refused else "")
    related = [Related(refused.file.span(refused.index), "used here")] if refused else []
    lacking = ", ".join(a.name for a in file.options.architectures if not a.images)
    if lacking:
        message = f"'{spelled}' needs images, which {lacking} lacks: {why}; {REMEDY}"
        yield file.error("texture", span, message, *related)
    else:
        yield file.note("texture", span, f"'{spelled}' stays a texture reference, deprecated in HIP: {why}", *related)


def _refused(files: tuple[File, ...], reference: TextureReference) -> ReferenceUse | None:
    """The first use of a reference that plain loads cannot stand in for. One of several declarations of a name, in
    branches that exclude each other, answers for the text that is compiled along with it."""
    skipped = reference.file.skipped(reference.file.code[reference.index].start)
    return next((use for name in reference.names for use in uses(files, name, skipped) if use.why_not), None)


def _surfaces(file: File) -> Iterator[Finding]:
    for index in file.named("surface"):
        if file.at(index + 1) == "<" and file.at(index + 2) == "void":
            yield file.error("texture", file.span(index), "HIP has no surface references: pass a surface object")
    for index in (i for i, t in enumerate(file.code) if _SURFACE_READ.fullmatch(t.text)):
        if file.at(index + 1) != "<" or file.is_users(file.code[index]):
            continue
        if "CubemapLayered" in file.at(index):
            why = f"HIP's '{file.at(index)}' returns nothing, and takes the face and the layer apart"
            yield file.error("texture", file.span(index), why)
        else:
            yield Need("surface", file.span(index))


def _objects(file: File, files: tuple[File, ...], known: frozenset[str], lacking: str) -> Iterator[Finding]:
    """Texture objects for targets without images: linear memory alone, or what stands in the way of that."""
    blocked = any(True for f in files for _ in _blocking(f, known))
    if blocked:
        yield from _needs_images(file, known, lacking)
        return
    told = False
    for index in _object_places(file, known):
        start = file.code[index].start
        yield Edit(file.source.span(start, start), "retarget_hip::", "texture")
        yield Need("texture", file.span(index))
        if stem(file.at(index)) == "CreateTextureObject" and not told:
            told = True
            yield file.note("texture", file.span(index), f"fetches become plain loads: no images on {lacking}")


def _needs_images(file: File, known: frozenset[str], lacking: str) -> Iterator[Finding]:
    told: set[str] = set()
    for index in _blocking(file, known):
        name = file.at(index)
        if name not in told:
            told.add(name)
            yield file.error("texture", file.span(index), f"'{name}' needs images, which {lacking} lacks: {REMEDY}")


def _blocking(file: File, known: frozenset[str]) -> Iterator[int]:
    """Compiled places, other than of references, that need images."""
    if not _BLOCKING.search(file.source.text):
        return
    of_references = {i for r in references(file) for i in range(r.index, r.end)}
    for index, token in enumerate(file.code):
        if token.kind != NAME or not _BLOCKING.fullmatch(token.text):
            continue
        if index in of_references or file.is_users(token) or file.skipped(token.start):
            continue
        if not _names_one(file, index, known):
            yield index


def _names_one(file: File, index: int, known: frozenset[str]) -> bool:
    """Whether one of the first two arguments of a call is a reference: the diagnostic is at its declaration."""
    arguments = file.arguments(index + 1) if file.at(index + 1) == "(" else None
    return any(file.at(i) in known for first, last in (arguments or [])[:2] for i in range(first, last + 1))


def _object_places(file: File, known: frozenset[str]) -> Iterator[int]:
    for index, token in enumerate(file.code):
        if token.kind != NAME or file.at(index - 1) in ("::", ".", "->") or file.is_users(token):
            continue
        if stem(token.text) in _OBJECT_CALLS or (token.text == "tex1Dfetch" and _fetches_object(file, index, known)):
            yield index


def _fetches_object(file: File, index: int, known: frozenset[str]) -> bool:
    """`tex1Dfetch<T>(object, i)` or `tex1Dfetch(&value, object, i)`; of a reference it is `tex1Dfetch(t, i)`."""
    if file.at(index + 1) == "(":
        return len(file.arguments(index + 1) or ()) == 3
    opening = next((i for i in range(index + 1, len(file.code)) if file.at(i) == "("), index)
    return file.at(index + 1) == "<" and file.at(opening + 1) not in known
