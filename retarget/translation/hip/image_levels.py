"""image_levels: samples of a mipmap's level, of gradients and of four neighbours, where they give nothing.

    tex2DLod<float>(t, x, y, level)  -->  (the same, with an error for gfx90a)

gfx90a has images and only samples their base level: of the rest the compiler makes no instruction, and says nothing
(LLVM calls the lacking feature extended-image-insts). HIP's own headers (5.2 to 6.2) leave `texCubemapGrad` empty, and
read the base level where a level of a layered texture is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from retarget.source.lexer import NAME
from retarget.translation.file import File, Finding
from retarget.translation.rule import rule

_EXTENDED = re.compile(r"tex(?:[123]D|Cubemap)(?:Layered)?(?:Lod|Grad)|tex2Dgather")
_EMPTY = frozenset({"texCubemapGrad", "texCubemapLayeredGrad"})
_BASE_LEVEL = frozenset({"tex1DLayeredLod", "tex2DLayeredLod"})


@rule("image-levels", "texture")
def image_levels(file: File) -> Iterator[Finding]:
    names = sorted(word for word in file.words if _EXTENDED.fullmatch(word))
    base_alone = ", ".join(a.name for a in file.options.architectures if a.images and not a.image_levels)
    for index in file.named(*names):
        token, name = file.code[index], file.at(index)
        if (
            file.is_users(token)
            or file.skipped(token.start)
            or file.at(index - 1) in (".", "->")
            or _is_inner(file, index)
        ):
            continue
        if name in _EMPTY:
            told = f"HIP's '{name}' is declared and gives no value: sample a level with texCubemapLod"
            yield file.error("texture", file.span(index), told)
        elif base_alone:
            told = f"'{name}' gives nothing on {base_alone}, which samples the base level of an image alone, one texel "
            yield file.error("texture", file.span(index), told + "or filtered: use tex1D, tex2D, tex3D, or plain loads")
        elif name in _BASE_LEVEL:
            told = (
                f"HIP's '{name}' reads the base level, whatever level is asked for: keep each level in an array of its"
            )
            yield file.warning("texture", file.span(index), f"{told} own")


def _is_inner(file: File, index: int) -> bool:
    return file.at(index - 1) == "::" and index >= 2 and file.code[index - 2].kind == NAME
