"""Names that a class template's own members look for in it, in vain.

    template <typename T> struct Matrix { Matrix inverse() const { return Matrix<T>::zeros(); } };

nvcc looks for such a name once the member is instantiated, clang where it is written, in CUDA and in HIP. The class
stands in the user's text, so nothing that is not installed here could declare it.
"""

from __future__ import annotations

import re

from retarget.source.text import Diagnostic

_IN_TEMPLATE = re.compile(r"no (?:member|type|template) named '[^']*' in '[\w:]+<([^']+)>'")


def is_of_own_template(error: Diagnostic, text: str) -> bool:
    """Whether an error in a text is about a name in a class template whose arguments are parameters there."""
    told = _IN_TEMPLATE.match(error.message)
    if not told or error.span is None:
        return False
    ahead = text[: error.span.start]
    return all(_is_parameter(argument.strip().removesuffix("..."), ahead) for argument in told.group(1).split(","))


def _is_parameter(name: str, text: str) -> bool:
    return name.isidentifier() and re.search(rf"\btemplate\s*<[^;{{}}]*\b{name}\s*[,>=]", text) is not None
