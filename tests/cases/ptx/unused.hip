// What nothing uses traps, with a warning: `named`, and `by_hand`, which names it. All else stays an error.
#include <hip/hip_runtime.h>
#define PASTED(n) pasted_##n
static __device__ void named(int id, int count);
static __device__ void named(int id, int count) {
  __builtin_trap(); // want [ptx] nothing here uses the function around it
}
__device__ void by_hand(int id) {
  if (id) {
    named(id, 64);
    __builtin_trap(); // want [ptx] nothing here uses the function around it
  }
}
__device__ void used(int id) noexcept(true) {
  asm volatile("bar.arrive %0, 64;" ::"r"(id)); // want [ptx] let all of them wait$
}
__device__ void pasted_1(int id) {
  asm volatile("bar.arrive %0, 64;" ::"r"(id)); // want [ptx] let all of them wait$
}
__device__ int valued(int id) {
  asm volatile("bar.arrive %0, 64;" ::"r"(id)); // want [ptx] let all of them wait$
  return id;
}
__device__ decltype(valued(1)) initial;
struct Member {
  __device__ void called() {
    asm volatile("bar.arrive 1, 64;"); // want [ptx] let all of them wait$
  }
};
static __device__ int of_lambda(int id) {
  asm volatile("bar.arrive %0, 64;" ::"r"(id)); // want [ptx] let all of them wait$
  return id;
}
auto made() {
  return [] __device__(int id) { return of_lambda(id); };
}
__device__ void branches(int id) {
#ifdef ODD
  if (id % 2) {
#else
  if (id) {
#endif
    ++id;
  }
}
__device__ void behind_branches(int id) {
  asm volatile("bar.arrive %0, 64;" ::"r"(id)); // want [ptx] let all of them wait$
}
__global__ void k() {
  used(1);
  behind_branches(1);
  PASTED(1)(2);
}
