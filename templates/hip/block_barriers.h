// Stands for libcu++'s barriers of a block and for the pipelines whose stages its threads share. Threads meet by counters
// in shared memory; copies are done at once. A lane that waits in one branch for a lane of its own wave in another never
// goes on, since AMD's waves take one branch after the other: it traps instead, after some ten seconds.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_BLOCK_BARRIERS_H
#define RETARGET_HIP_BLOCK_BARRIERS_H
#ifdef __cplusplus

#include <cstddef>
#include <hip/hip_runtime.h>

#include "async_copies.h"
#include "scoped_atomics.h"

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

#pragma push_macro("arrive")
#pragma push_macro("barrier")
#pragma push_macro("init")
#pragma push_macro("max")
#pragma push_macro("size")
#pragma push_macro("sync")
#pragma push_macro("wait")
#undef arrive
#undef barrier
#undef init
#undef max
#undef size
#undef sync
#undef wait

namespace retarget_hip {

template <thread_scope scope_>
class barrier {
  static_assert(scope_ == thread_scope_block, "a barrier of more than a block: use a grid's cooperative group");
  unsigned due_, left_, phase_;  // arrivals of each phase, those that this one still waits for, phases that are over

  template <typename Held_>
  __device__ static Held_ seen_(const Held_* place_) {
    return __hip_atomic_load(place_, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_WORKGROUP);
  }
  template <typename Over_>
  __device__ void until_(Over_ over_) const {
    for (unsigned turns_ = 0; !over_(seen_(&phase_)); ++turns_) {
#if defined(__AMDGCN__)
      if (turns_ >> 27) __builtin_trap();
#endif
      __builtin_amdgcn_s_sleep(1);
    }
  }

 public:
  class arrival_token {
    unsigned phase_;
    friend class barrier;
    __device__ explicit arrival_token(unsigned at_) : phase_(at_) {}
  };

  barrier() = default;
  __device__ explicit barrier(ptrdiff_t count_) { start_(count_); }
  barrier(const barrier&) = delete;
  barrier& operator=(const barrier&) = delete;
  static constexpr __host__ __device__ ptrdiff_t max() { return (1 << 20) - 1; }

  __device__ void start_(ptrdiff_t count_) {
    due_ = left_ = static_cast<unsigned>(count_);
    phase_ = 0;
    __threadfence_block();
  }
  __device__ arrival_token arrive(ptrdiff_t times_ = 1) {
    const unsigned many_ = static_cast<unsigned>(times_), now_ = seen_(&phase_);
    if (__hip_atomic_fetch_add(&left_, 0u - many_, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_WORKGROUP) == many_) {
      __hip_atomic_store(&left_, seen_(&due_), __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
      __hip_atomic_store(&phase_, now_ + 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);
    }
    return arrival_token(now_);
  }
  __device__ void wait(arrival_token&& token_) const {
    const unsigned then_ = token_.phase_;
    until_([=](unsigned now_) { return now_ != then_; });
  }
  __device__ void wait_parity(bool parity_) const {
    until_([=](unsigned now_) { return (now_ & 1) != static_cast<unsigned>(parity_); });
  }
  __device__ bool try_wait(arrival_token&& token_) const { return seen_(&phase_) != token_.phase_; }
  __device__ bool try_wait_parity(bool parity_) const {
    return (seen_(&phase_) & 1) != static_cast<unsigned>(parity_);
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ void arrive_and_drop() {
    __hip_atomic_fetch_add(&due_, 0u - 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
    (void)arrive();
  }
};

template <thread_scope scope_>
__device__ inline void init(barrier<scope_>* place_, ptrdiff_t count_) {
  place_->start_(count_);
}

template <thread_scope scope_>
__device__ inline void memcpy_async(void* to_, const void* from_, size_t bytes_, barrier<scope_>&) {
  async_detail_::share_(to_, from_, bytes_, 0, 1);
}
template <typename Group_, thread_scope scope_>
__device__ inline void memcpy_async(const Group_& group_, void* to_, const void* from_, size_t bytes_,
                                    barrier<scope_>&) {
  async_detail_::share_(to_, from_, bytes_, group_.thread_rank(), group_.size());
}

template <thread_scope scope_, unsigned char stages_>
struct pipeline_shared_state {
  barrier<scope_> produced_[stages_], consumed_[stages_];
};

// Of a group in which each thread produces and consumes.
template <>
struct pipeline<thread_scope_block> {
  barrier<thread_scope_block>*produced_, *consumed_;
  unsigned count_, head_, tail_;
  bool is_free_, is_full_;  // parities of the phases that are over then

  __device__ void producer_acquire() { consumed_[head_].wait_parity(is_free_); }
  __device__ void producer_commit() {
    (void)produced_[head_].arrive();
    if (++head_ < count_) return;
    head_ = 0;
    is_free_ = !is_free_;
  }
  __device__ void consumer_wait() { produced_[tail_].wait_parity(is_full_); }
  __device__ void consumer_release() {
    (void)consumed_[tail_].arrive();
    if (++tail_ < count_) return;
    tail_ = 0;
    is_full_ = !is_full_;
  }
};

template <typename Group_, unsigned char stages_>
__device__ inline pipeline<thread_scope_block> make_pipeline(
    const Group_& group_, pipeline_shared_state<thread_scope_block, stages_>* state_) {
  for (unsigned i_ = 0; i_ < stages_ && group_.thread_rank() == 0; ++i_) {
    state_->produced_[i_].start_(static_cast<ptrdiff_t>(group_.size()));
    state_->consumed_[i_].start_(static_cast<ptrdiff_t>(group_.size()));
  }
  group_.sync();
  return {state_->produced_, state_->consumed_, stages_, 0, 0, true, false};
}

}  // namespace retarget_hip

#pragma pop_macro("wait")
#pragma pop_macro("sync")
#pragma pop_macro("size")
#pragma pop_macro("max")
#pragma pop_macro("init")
#pragma pop_macro("barrier")
#pragma pop_macro("arrive")

#endif
#endif
#endif
