"""half_header: the header of halves, which CUDA's libraries bring along and HIP's do not.

    #include <cublasLt.h>            #include <hip/hip_fp16.h>        at the head of the file
    half x;                    -->   #include <hipblaslt/hipblaslt.h>
                                     half x;

Legal where code that is compiled names what the header declares. Needed in the files that include such a library and
reach the header in no other way.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.source.lexer import NAME, includes
from retarget.source.reach import resolve
from retarget.translation.file import File, Finding, Need, users_code
from retarget.translation.rule import rule

HEADER = "hip/hip_fp16.h"
_HALVES = frozenset({"cuda_fp16.h", "cuda_fp16.hpp", "cuda_fp8.h", "cuda_fp8.hpp", HEADER})
# CUDA 12: headers that include cuda_fp16.h, and those that include these.
_BRINGS = frozenset(
    "cublas_v2.h cublas_api.h cublas.h cublasLt.h cublasXt.h cuda_bf16.h cuda_bf16.hpp cusparse.h cusparse_v2.h "
    "cusolverDn.h cusolverSp.h cusolverRf.h cusolverMg.h nccl.h".split()
)


@rule("half-header", "standard")
def half_header(file: File) -> Iterator[Finding]:
    if not file.is_cuda or file.is_hip:
        return
    bringing = next((i for i in file.includes if i.path in _BRINGS and not file.skipped(i.start)), None)
    name = _first_name_of_header(file) if bringing and not _reaches(file) else None
    if bringing and name:
        span = file.source.span(bringing.start, bringing.end)
        yield Need(HEADER, span, is_part=False)
        yield file.note("standard", span, f"<{HEADER}> is included for '{name}': HIP's library does not bring it")


def _reaches(file: File) -> bool:
    """Whether a file includes the header, or a file of the user's that does."""
    seen, queue = set(), [file.source.path]
    while queue:
        path = queue.pop()
        source = file.unit.by_path.get(path)
        if source is None or path in seen:
            continue
        seen.add(path)
        live = [i for i in includes(source.text) if not file.unit.is_skipped(path, i.start)]
        if any(i.path in _HALVES for i in live):
            return True
        queue += [users for i in live if (users := resolve(i, path, file.flags))]
    return False


def _first_name_of_header(file: File) -> str | None:
    """What the unit names of the header's; None where it names nothing."""
    for source in file.unit.sources:
        for token in users_code(source.text):
            row = file.dialect.name(token.text) if token.kind == NAME and not token.directive else None
            if row is None or row.library != "half" or row.part or not row.hip:
                continue
            if not file.unit.is_skipped(source.path, token.start) and not _is_users(
                file, source.path, token.text, token.start
            ):
                return token.text
    return None


def _is_users(file: File, path: str, name: str, start: int) -> bool:
    return file.unit.is_users(name, path, start) if file.unit.parsed else name in file.own_names
