// A macro right behind a string: C++11 takes its name for the literal's suffix, and nvcc warns of no more.
#include <hip/hip_runtime.h>
#include <cinttypes>
#include <cstdio>
#define NAME "kernel"
__global__ __launch_bounds__(1) void k(uint64_t *p) { printf("%" PRIu64"\n", p[0]); }
void run(uint64_t *p) {
    printf("start " NAME" of %" PRIu64 "\n", p[0]);
    k<<<1, 1>>>(p);
}
#define LOG(format, ...) ::printf("[log] " format, __VA_ARGS__)
void log(hipStream_t s) { LOG("%p\n", (void *)s); }
