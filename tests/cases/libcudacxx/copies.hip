// Asynchronous copies are refused.
#include <hip/hip_runtime.h>
#include "retarget_hip/scoped_atomics.h"
#include <cuda/barrier>  // want [no-header] libhipcxx
__device__ void f(float *shared, const float *global) {
    cuda::pipeline<retarget_hip::thread_scope_thread> pipe = cuda::make_pipeline(); // want [libcudacxx] plain loads [libcudacxx] make_pipeline [parse] no member named
    cuda::memcpy_async(shared, global, 16, pipe); // want [libcudacxx] plain loads
    __pipeline_memcpy_async(shared, global, 16); // want [libcudacxx] plain loads
    __shared__ cuda::barrier<retarget_hip::thread_scope_block> bar; // want [libcudacxx] __syncthreads
    cuda::memcpy_async(shared, global, 32, pipe);
    cuda::std::latch count(1);
}
