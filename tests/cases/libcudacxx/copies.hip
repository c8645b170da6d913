// Asynchronous copies are done at once; pipelines whose threads have roles are refused.
#include <hip/hip_runtime.h>
#include "retarget_hip/async_copies.h"
#include "retarget_hip/block_barriers.h"
#include "retarget_hip/cooperative_groups.h"
#include "retarget_hip/scoped_atomics.h"
__device__ void f(float *shared, const float *global) {
    retarget_hip::pipeline<retarget_hip::thread_scope_thread> stages = retarget_hip::make_pipeline();
    stages.producer_acquire();
    retarget_hip::memcpy_async(shared, global, retarget_hip::aligned_size<16>(16), stages);
    stages.producer_commit();
    retarget_hip::pipeline_consumer_wait_prior<0>(stages);
    retarget_hip::copy_now(shared + 4, global, 16);
    retarget_hip::copy_now(shared + 8, global, 4, 2);
    retarget_hip::copies_committed();
    retarget_hip::copies_waited(0);
    __shared__ __align__(alignof(retarget_hip::pipeline_shared_state<retarget_hip::thread_scope_block, 2>)) unsigned char retarget_state[sizeof(retarget_hip::pipeline_shared_state<retarget_hip::thread_scope_block, 2>)]; auto &state = reinterpret_cast<retarget_hip::pipeline_shared_state<retarget_hip::thread_scope_block, 2> &>(retarget_state);
    auto group = retarget_hip::cooperative_groups::this_thread_block();
    auto roles = cuda::make_pipeline(group, &state, threadIdx.x < 32 ? cuda::pipeline_role::producer : cuda::pipeline_role::consumer);  // want [libcudacxx] make_pipeline [libcudacxx] pipeline_role
    auto shared_by_all = retarget_hip::make_pipeline(group, &state);
}
