"""Errors that a unit has in CUDA and in HIP: whether they may be this machine's alone.

A text that is not whole here, or lacks a header, may lack what a name is. Nothing is in doubt

- where clang knows all names, and complains of something else;
- where the header is CUDA's own and HIP's counterpart was read: the output's errors stand for themselves;
- where a class template's own member looks for a name in it in vain. nvcc looks for it once the member is instantiated,
  clang where it is written:

    template <typename T> struct Matrix { Matrix inverse() const { return Matrix<T>::zeros(); } };
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence

from retarget.dialects import load
from retarget.source.text import Diagnostic
from retarget.unit import Unit

_IS_UNKNOWN = re.compile(r"undeclared|unknown (?:type|template)|no (?:type|member|template) named|not refer to a")
_IN_TEMPLATE = re.compile(r"no (?:member|type|template) named '[^']*' in '[\w:]+<([^']+)>'")


def are_doubtful(unit: Unit, errors: Sequence[Diagnostic], texts: Mapping[str, str]) -> bool:
    """Whether a whole text might be without these errors of the output; texts: by absolute path."""
    if any(load().include(name) is None for name in unit.missing):
        return True
    told = errors if unit.missing else (*errors, *unit.errors)
    return any(_IS_UNKNOWN.search(d.message) and not _is_of_own_template(d, texts) for d in told)


def _is_of_own_template(error: Diagnostic, texts: Mapping[str, str]) -> bool:
    """Whether an error is about a name in a class template whose arguments are parameters where it stands."""
    told = _IN_TEMPLATE.match(error.message)
    if not told or error.span is None:
        return False
    ahead = texts.get(os.path.abspath(error.span.path), "")[: error.span.start]
    return all(_is_parameter(argument.strip().removesuffix("..."), ahead) for argument in told.group(1).split(","))


def _is_parameter(name: str, text: str) -> bool:
    return name.isidentifier() and re.search(rf"\btemplate\s*<[^;{{}}]*\b{name}\s*[,>=]", text) is not None
