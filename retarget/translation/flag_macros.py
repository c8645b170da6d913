"""Macros of a command line, as compilers of the output need them.

    -DSTREAM=cudaStream_t  -->  -DSTREAM=hipStream_t
"""

from __future__ import annotations

from retarget.dialects import Dialect
from retarget.source.lexer import NAME, tokens


def translated(definition: str, dialect: Dialect) -> str:
    """`NAME=VALUE` with the names of CUDA's in the value as their counterparts; those that need a support header, or
    have no counterpart, stay.

    >>> from retarget.dialects import load
    >>> translated("STREAM=cudaStream_t*", load()), translated("cudaFree=cudaFreeAsync", load())
    ('STREAM=hipStream_t*', 'cudaFree=hipFreeAsync')
    """
    name, equals, value = definition.partition("=")
    made, end = "", 0
    for token in tokens(value):
        row = dialect.name(token.text) if token.kind == NAME else None
        if row is not None and row.status == "mapped" and not row.part and row.hip.replace("::", "").isidentifier():
            made += value[end : token.start] + row.hip
            end = token.end
    return f"{name}{equals}{made}{value[end:]}"
