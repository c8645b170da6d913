// Barriers, fences and clocks of a block, spelled alike in CUDA and HIP.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_SYNCHRONIZATION_H
#define RETARGET_HOST_SYNCHRONIZATION_H

#include <assert.h>
#include <stdio.h>
#include <time.h>

inline __attribute__((always_inline)) void __syncthreads() { ::retarget_host::barrier(); }
inline __attribute__((always_inline)) int __syncthreads_count(int p) { return ::retarget_host::barrier_count(p); }
inline __attribute__((always_inline)) int __syncthreads_and(int p) { return ::retarget_host::barrier_and(p); }
inline __attribute__((always_inline)) int __syncthreads_or(int p) { return ::retarget_host::barrier_or(p); }

inline void __threadfence() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_block() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
inline void __threadfence_system() { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

// Nanoseconds of the host stand for ticks.
inline long long clock64() {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000000ll + now.tv_nsec;
}
inline long long wall_clock64() { return clock64() / 10; }
inline void __nanosleep(unsigned) { ::retarget_host::pause(); }
inline void __trap() { ::retarget_host::trap("the kernel stopped itself (__trap)"); }

#endif
