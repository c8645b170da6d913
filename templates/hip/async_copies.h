// Stands for CUDA's asynchronous copies to shared memory by single threads, and for the pipelines of one thread that
// wait for them. AMD GPUs copy through registers: each copy is done at once, so that all waits end at once.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_ASYNC_COPIES_H
#define RETARGET_HIP_ASYNC_COPIES_H
#ifdef __cplusplus

#include <cstddef>
#include <hip/hip_runtime.h>

#include "scoped_atomics.h"

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

#pragma push_macro("size")
#undef size

namespace retarget_hip {
namespace async_detail_ {

struct __attribute__((may_alias, aligned(8))) pair_ {
  unsigned words_[2];
};
struct __attribute__((may_alias, aligned(16))) quad_ {
  unsigned words_[4];
};
typedef unsigned __attribute__((may_alias)) word_;

template <typename Word_>
__device__ inline bool is_whole_(const void* to_, const void* from_, size_t bytes_) {
  return (reinterpret_cast<size_t>(to_) | reinterpret_cast<size_t>(from_) | bytes_) % sizeof(Word_) == 0;
}
// The share of thread rank_ of count_ threads, of bytes that are whole words.
template <typename Word_>
__device__ inline void copy_(void* to_, const void* from_, size_t bytes_, size_t rank_, size_t count_) {
  for (size_t i_ = rank_; i_ < bytes_ / sizeof(Word_); i_ += count_)
    static_cast<Word_*>(to_)[i_] = static_cast<const Word_*>(from_)[i_];
}
__device__ inline void share_(void* to_, const void* from_, size_t bytes_, size_t rank_, size_t count_) {
  if (is_whole_<quad_>(to_, from_, bytes_)) return copy_<quad_>(to_, from_, bytes_, rank_, count_);
  if (is_whole_<word_>(to_, from_, bytes_)) return copy_<word_>(to_, from_, bytes_, rank_, count_);
  copy_<char>(to_, from_, bytes_, rank_, count_);
}

}  // namespace async_detail_

// Copies 4, 8 or 16 bytes that are aligned to their number; the last zeros_ of them are zeros instead.
__device__ inline void copy_now(void* to_, const void* from_, size_t bytes_, size_t zeros_ = 0) {
  using namespace async_detail_;
  if (zeros_ == 0 && bytes_ == 16) return copy_<quad_>(to_, from_, 16, 0, 1);
  if (zeros_ == 0 && bytes_ == 8) return copy_<pair_>(to_, from_, 8, 0, 1);
  if (zeros_ == 0 && bytes_ == 4) return copy_<word_>(to_, from_, 4, 0, 1);
  for (size_t i_ = 0; i_ < bytes_; ++i_)
    static_cast<char*>(to_)[i_] = i_ + zeros_ < bytes_ ? static_cast<const char*>(from_)[i_] : char(0);
}
__device__ inline void copies_committed() {}
__device__ inline void copies_waited(size_t) {}

template <size_t>
struct aligned_size {
  size_t held_;
  __host__ __device__ constexpr explicit aligned_size(size_t bytes_) : held_(bytes_) {}
  __host__ __device__ constexpr operator size_t() const { return held_; }
};

// That of one thread alone: others share stages between threads, and wait for each other.
template <thread_scope scope_>
struct pipeline {
  static_assert(scope_ == thread_scope_thread, "a pipeline of several threads waits for all of them: use barriers");
  __device__ void producer_acquire() {}
  __device__ void producer_commit() {}
  __device__ void consumer_wait() {}
  __device__ void consumer_release() {}
  __device__ bool quit() { return false; }
};
__device__ inline pipeline<thread_scope_thread> make_pipeline() { return {}; }
template <size_t>
__device__ inline void pipeline_consumer_wait_prior(pipeline<thread_scope_thread>&) {}

template <thread_scope scope_>
__device__ inline void memcpy_async(void* to_, const void* from_, size_t bytes_, pipeline<scope_>&) {
  async_detail_::share_(to_, from_, bytes_, 0, 1);
}
template <typename Group_, thread_scope scope_>
__device__ inline void memcpy_async(const Group_& group_, void* to_, const void* from_, size_t bytes_,
                                    pipeline<scope_>&) {
  async_detail_::share_(to_, from_, bytes_, group_.thread_rank(), group_.size());
}

}  // namespace retarget_hip

#pragma pop_macro("size")

#endif
#endif
#endif
