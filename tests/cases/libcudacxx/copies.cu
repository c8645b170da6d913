// Asynchronous copies are done at once; pipelines whose threads have roles are refused.
#include <cooperative_groups.h>
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
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    auto group = cooperative_groups::this_thread_block();
    auto roles = cuda::make_pipeline(group, &state, threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);  // want [libcudacxx] make_pipeline [libcudacxx] pipeline_role
    auto shared_by_all = cuda::make_pipeline(group, &state);
}
