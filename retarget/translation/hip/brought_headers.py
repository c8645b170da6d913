"""brought_headers: headers that CUDA's libraries bring along and HIP's do not: halves, cuBLAS, cuSPARSE.

    #include <cusolverDn.h>          #include <hipblas/hipblas.h>     at the head of the file
    cublasHandle_t h;          -->   #include <hipsolver/hipsolver.h>
                                     hipblasHandle_t h;

Legal where code that is compiled names what the header declares. Needed in the files that include such a library and
reach the header in no other way.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from retarget.source.lexer import NAME, includes
from retarget.source.reach import resolve
from retarget.translation.file import File, Finding, Need, users_code
from retarget.translation.rule import rule


class Brought(Struct, frozen=True):
    """A header of HIP's for the names of one table. spellings: the headers that give it; bringing: the headers of
    CUDA 12 that include one of CUDA's among them, or a folder of such headers, which ends in a slash; part: the support
    header that includes it; but: how names begin that HIP's counterpart of `bringing` declares."""

    library: str
    header: str
    spellings: frozenset[str]
    bringing: frozenset[str]
    part: str = ""
    but: tuple[str, ...] = ()

    def brought_by(self, path: str) -> bool:
        return path in self.bringing or f"{path.partition('/')[0]}/" in self.bringing


_SOLVERS = frozenset({"cusolverDn.h", "cusolverSp.h", "cusolverRf.h", "cusolverMg.h"})
_BLAS = frozenset({"cublas_v2.h", "cublas_api.h", "cublas.h", "cublasXt.h"})
_SPARSE = frozenset({"cusparse.h", "cusparse_v2.h"})
_HALVES = frozenset({"cuda_fp16.h", "cuda_fp16.hpp", "cuda_fp8.h", "cuda_fp8.hpp", "hip/hip_fp16.h"})
_BF16 = frozenset({"cuda_bf16.h", "cuda_bf16.hpp"})
_GIVES_BLAS = _BLAS | {"hipblas/hipblas.h", "hipblas.h"}
_OF_SOLVER = tuple(
    "cublasOperation_t CUBLAS_OP_ cublasFillMode_t CUBLAS_FILL_ cublasDiagType_t CUBLAS_DIAG_ cublasSideMode_t "
    "CUBLAS_SIDE_".split()
)
_OF_LT = tuple(
    "cublasLt CUBLASLT_ cublasOperation_t CUBLAS_OP_ cublasStatus_t CUBLAS_STATUS_ cublasComputeType_t "
    "CUBLAS_COMPUTE_".split()
)
_BROUGHT = (
    Brought(
        "half",
        "hip/hip_fp16.h",
        _HALVES,
        _BLAS | _SPARSE | _SOLVERS | _BF16 | {"cublasLt.h", "nccl.h", "cub/", "thrust/", "cuda/"},
    ),
    Brought("cublas", "hipblas/hipblas.h", _GIVES_BLAS, _SOLVERS, "blas", _OF_SOLVER),
    Brought("cublas", "hipblas/hipblas.h", _GIVES_BLAS, frozenset({"cublasLt.h"}), "blas", _OF_LT),
    Brought(
        "cusparse",
        "hipsparse/hipsparse.h",
        _SPARSE | {"hipsparse/hipsparse.h", "hipsparse.h"},
        frozenset({"cusolverSp.h", "cusolverRf.h"}),
    ),
)


@rule("brought-headers", "standard")
def brought_headers(file: File) -> Iterator[Finding]:
    if not file.is_cuda or file.is_hip:
        return
    for one in _BROUGHT:
        include = next((i for i in file.includes if one.brought_by(i.path) and not file.skipped(i.start)), None)
        name = _first_name(file, one) if include and not _reaches(file, one.spellings) else None
        if include and name:
            span = file.source.span(include.start, include.end)
            yield Need(one.part, span) if one.part else Need(one.header, span, is_part=False)
            told = f"<{one.header}> is included for '{name}': HIP's library does not bring it"
            yield file.note("standard", span, told)


def _reaches(file: File, spellings: frozenset[str]) -> bool:
    """Whether a file includes a header, or a file of the user's that does."""
    seen, queue = set(), [file.source.path]
    while queue:
        path = queue.pop()
        source = file.unit.by_path.get(path)
        if source is None or path in seen:
            continue
        seen.add(path)
        live = [i for i in includes(source.text) if not file.unit.is_skipped(path, i.start)]
        if any(i.path in spellings for i in live):
            return True
        queue += [users for i in live if (users := resolve(i, path, file.flags))]
    return False


def _first_name(file: File, one: Brought) -> str | None:
    """What the unit names of a table's; None where it names nothing."""
    for source in file.unit.sources:
        for token in users_code(source.text):
            row = file.dialect.name(token.text) if token.kind == NAME and not token.directive else None
            if row is None or row.library != one.library or row.part or not row.hip or row.cuda.startswith(one.but):
                continue
            if not file.unit.is_skipped(source.path, token.start) and not _is_users(
                file, source.path, token.text, token.start
            ):
                return token.text
    return None


def _is_users(file: File, path: str, name: str, start: int) -> bool:
    return file.unit.is_users(name, path, start) if file.unit.parsed else name in file.own_names
