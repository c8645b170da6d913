// Barriers, fences and clocks of a block, spelled alike in CUDA and HIP.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_SYNCHRONIZATION_H
#define RETARGET_HOST_SYNCHRONIZATION_H

#include <assert.h>
#include <stdio.h>
#include <time.h>

// The caller's file and line, which compilers give to default arguments.
#define RETARGET_CALLER const char *file = __builtin_FILE(), int line = __builtin_LINE()
inline void __syncthreads(RETARGET_CALLER) { ::retarget_host::barrier({file, line}); }
inline int __syncthreads_count(int p, RETARGET_CALLER) { return ::retarget_host::barrier_count(p, {file, line}); }
inline int __syncthreads_and(int p, RETARGET_CALLER) { return ::retarget_host::barrier_and(p, {file, line}); }
inline int __syncthreads_or(int p, RETARGET_CALLER) { return ::retarget_host::barrier_or(p, {file, line}); }

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
inline void __brkpt() { ::retarget_host::trap("the kernel stopped itself (__brkpt)"); }
inline void __prof_trigger(int) {}

#endif
