// Asynchronous copies of single threads are done at once; what several threads wait for is refused.
#include <hip/hip_runtime.h>
#include "retarget_hip/async_copies.h"
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
    __shared__ cuda::barrier<retarget_hip::thread_scope_block> bar; // want [libcudacxx] __syncthreads [parse] initialization
    __shared__ cuda::pipeline_shared_state<retarget_hip::thread_scope_block, 2> state; // want [libcudacxx] waits for all
    cuda::std::latch count(1);  // want [libcudacxx] counter in shared memory
}
