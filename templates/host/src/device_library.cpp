// What device code has of the C and C++ libraries: its heap, assertions, and the making of static variables. The program is linked so that its calls
// arrive here (--wrap), those of host code too.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "memory.h"
#include "report.h"

namespace {

using namespace retarget_host;

bool of_kernel() { return this_worker && this_worker->inside && this_worker->preemptible; }

// With checks, what kernels allocate is device memory, whose bounds are known.
bool on_checked_heap() { return settings().check && of_kernel(); }

void* taken(std::size_t size) {
  const Unpreempted here;
  return allocate(size, Kind::device);
}

void given_back(void* address) {
  const Unpreempted here;
  if (!release(address)) fault("a kernel frees what is no allocation, or was freed");
}

// What a kernel allocated, host code may not free; the other way round, there is nothing to find.
bool of_checked_heap(void* address) { return settings().check && address && is_device_range(address) && of_kernel(); }

}  // namespace

extern "C" {

void* __real_malloc(std::size_t);
void __real_free(void*);
void* __wrap_malloc(std::size_t size) { return on_checked_heap() ? taken(size) : __real_malloc(size); }
void __wrap_free(void* address) { of_checked_heap(address) ? given_back(address) : __real_free(address); }

#define ALLOCATE(name)                \
  void* __real_##name(unsigned long); \
  void* __wrap_##name(unsigned long size) { return on_checked_heap() ? taken(size) : __real_##name(size); }
ALLOCATE(_Znwm)
ALLOCATE(_Znam)
#define RELEASE(name)           \
  void __real_##name(void*);    \
  void __wrap_##name(void* address) { of_checked_heap(address) ? given_back(address) : __real_##name(address); }
RELEASE(_ZdlPv)
RELEASE(_ZdaPv)
#define RELEASE_SIZED(name)                                                              \
  void __real_##name(void*, unsigned long);                                              \
  void __wrap_##name(void* address, unsigned long size) {                                \
    of_checked_heap(address) ? given_back(address) : __real_##name(address, size); \
  }
RELEASE_SIZED(_ZdlPvm)
RELEASE_SIZED(_ZdaPvm)

[[noreturn]] void __real___assert_fail(const char*, const char*, unsigned, const char*);
[[noreturn]] void __wrap___assert_fail(const char* text, const char* file, unsigned line, const char* function) {
  if (!of_kernel()) __real___assert_fail(text, file, line, function);
  worker().preemptible = false;
  std::fflush(stdout);
  const std::string kernel = kernel_of(*worker().grid);
  std::fprintf(stderr, "%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n", file, line,
               std::strstr(function, "operator()") ? kernel.c_str() : function, ::blockIdx.x, ::blockIdx.y, ::blockIdx.z, ::threadIdx.x, ::threadIdx.y, ::threadIdx.z, text);
  if (settings().check) fault("an assertion of the kernel failed");
  device_fails(710);
  worker().abandon();
}

// While a thread makes a variable, no other one of its block may come: it would wait for its own host thread.
int __real___cxa_guard_acquire(void*);
void __real___cxa_guard_release(void*);
void __real___cxa_guard_abort(void*);
static thread_local int made_now = 0;
static thread_local bool kernel_makes = false;
static void made() {
  if (--made_now == 0 && kernel_makes) this_worker->preemptible = true;
}
int __wrap___cxa_guard_acquire(void* guard) {
  const bool kernel = of_kernel();
  if (kernel) this_worker->preemptible = false;
  if (!__real___cxa_guard_acquire(guard)) {
    if (kernel) this_worker->preemptible = true;
    return 0;
  }
  if (made_now++ == 0) kernel_makes = kernel;
  return 1;
}
void __wrap___cxa_guard_release(void* guard) {
  __real___cxa_guard_release(guard);
  made();
}
void __wrap___cxa_guard_abort(void* guard) {
  __real___cxa_guard_abort(guard);
  made();
}

}  // extern "C"
