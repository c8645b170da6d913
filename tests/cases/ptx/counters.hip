// Counting in a circle, with an order: the last block to arrive sees what the others wrote.
#include <hip/hip_runtime.h>
#include "retarget_hip/ptx_memory.h"
__device__ unsigned arrive(unsigned *counter, unsigned last) {
  unsigned old;
  asm volatile("" ::: "memory");
  old = retarget_hip::ptx_atom_inc_release_gpu(retarget_hip::ptx_at<uint32_t>(counter), last);
  asm volatile("" ::: "memory");
  return old;
}
__device__ unsigned leave(unsigned *counter, unsigned last) {
  unsigned old;
  old = retarget_hip::ptx_atom_dec_acq_rel_cta(retarget_hip::ptx_at<uint32_t>(counter), last);
  return old;
}
__device__ void count(unsigned *counter) { asm volatile("" ::: "memory"); retarget_hip::ptx_atom_inc_relaxed_sys(retarget_hip::ptx_at<uint32_t>(counter), 7u); asm volatile("" ::: "memory"); }
__global__ void k(unsigned *out) { out[0] = arrive(out + 1, 3) + leave(out + 2, 4); count(out + 3); }
