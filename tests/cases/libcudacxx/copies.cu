// Asynchronous copies of single threads are done at once; what several threads wait for is refused.
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda_pipeline.h>
__device__ void f(float *shared, const float *global) {
    cuda::pipeline<cuda::thread_scope_thread> stages = cuda::make_pipeline();
    stages.producer_acquire();
    cuda::memcpy_async(shared, global, cuda::aligned_size_t<16>(16), stages);
    stages.producer_commit();
    cuda::pipeline_consumer_wait_prior<0>(stages);
    __pipeline_memcpy_async(shared + 4, global, 16);
    __pipeline_memcpy_async(shared + 8, global, 4, 2);
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __shared__ cuda::barrier<cuda::thread_scope_block> bar; // want [libcudacxx] __syncthreads [parse] initialization
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state; // want [libcudacxx] waits for all
    cuda::std::latch count(1);  // want [libcudacxx] counter in shared memory
}
