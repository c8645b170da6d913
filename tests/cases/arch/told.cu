// retarget: -DRETARGET_CUDA_ARCH_LIST=620
// The build says which of CUDA's devices AMD's count as: code for tensor cores, which WMMA's names stand in, is left out.
#if __CUDA_ARCH__ >= 700
#define HAS_TENSOR_CORES
#endif
#ifdef HAS_TENSOR_CORES
#include <mma.h>
#endif

__global__ void k(float *out) {
#ifdef HAS_TENSOR_CORES
    nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sums;
    nvcuda::wmma::fill_fragment(sums, 1.0f);
    nvcuda::wmma::store_matrix_sync(out, sums, 16, nvcuda::wmma::mem_row_major);
#elif __CUDA_ARCH__ >= 600
    atomicAdd(out, 1.0f);
#endif
}
