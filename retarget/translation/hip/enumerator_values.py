"""enumerator-values: numbers of enumerators that are others in HIP.

    1 - int(op)               the same, with a warning: CUBLAS_OP_N is 0, HIPBLAS_OP_N is 111
    (cublasFillMode_t)k       the same, with a warning
    op == CUBLAS_OP_N         the same

A warning, where a program takes such an enumerator as a number, or a number as one: it may be stored and taken back,
which is well, or computed with. Codes of status are left out: programs print them.
"""

from __future__ import annotations

from collections.abc import Iterator

from retarget.translation.file import File, Finding
from retarget.translation.rule import Vocabulary, rule
from retarget.unit.parse import Interest

# Those of which CUDA 12.4's headers and ROCm 6.2.2's number an enumerator otherwise.
ENUMERATIONS = frozenset(
    """
    CUdevice_P2PAttribute CUdevice_attribute cublasComputeType_t cublasDiagType_t cublasFillMode_t cublasGemmAlgo_t
    cublasMath_t cublasOperation_t cublasSideMode_t cudaDeviceAttr cudaDeviceP2PAttr curandRngType_t cusolverAlgMode_t
    cusolverEigMode_t cusolverEigRange_t cusolverEigType_t cusparseCsr2CscAlg_t
""".split()
)
_BEGINNINGS = ("CUBLAS_", "CUSOLVER_", "CURAND_RNG_", "cudaDev", "CU_DEVICE_", "CUSPARSE_CSR2CSC")


def _asks(vocabulary: Vocabulary) -> Interest:
    is_met = not ENUMERATIONS.isdisjoint(vocabulary.words)
    is_met |= any(word.startswith(_BEGINNINGS) for word in vocabulary.words)
    return Interest(enumerations=ENUMERATIONS if is_met else frozenset())


@rule("enumerator-values", asks=_asks)
def enumerator_values(file: File) -> Iterator[Finding]:
    for found in file.unit.enumerators:
        if found.span.path == file.source.path:
            what = "is taken as a number" if found.to == "integer" else "is made of a number"
            told = f"'{found.handle}' {what} here, and its enumerators have other numbers in HIP"
            yield file.warning("enumerator-values", found.span, told)
