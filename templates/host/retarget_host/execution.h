// Kernels on the processor: what the text of a lowered program calls, and what the runtime (src/) provides.
// SPDX-License-Identifier: MIT
//
// `k<<<grid, block, shared, stream>>>(a)`  becomes  `(::retarget_host::configure(grid, block, shared, stream), k(a))`,
// and the body of a kernel  `{ ... }`      becomes  `{ ::retarget_host::grid(name, [=]() mutable { ... }); }`:
// the call converts the arguments as any call does, the closure holds them, and every thread runs a copy of it.
#ifndef RETARGET_HOST_EXECUTION_H
#define RETARGET_HOST_EXECUTION_H

#include <cstddef>
#include <cstdint>
#include <typeinfo>

// The runtime and the programs name CUDA's types alike, whichever header declares them.
#if !defined(RETARGET_HOST_TYPES)
#error "include hip/hip_runtime.h or cuda_runtime.h"
#endif

extern __thread uint3 threadIdx;
extern __thread uint3 blockIdx;
extern __thread dim3 blockDim;
extern __thread dim3 gridDim;

#if defined(__clang__)
#define RETARGET_CONVERGENT __attribute__((convergent))
#else
#define RETARGET_CONVERGENT
#endif
#define RETARGET_NOTHING_MOVES __asm__ volatile("" ::: "memory")  // no memory access, over this place

namespace retarget_host {

// Sets grid, block and dynamic shared memory (bytes) of the next kernel that this host thread calls.
void configure(dim3 grid, dim3 block, std::size_t shared = 0, const void* stream = nullptr);
void configure_cooperative();
int launch_status();  // the error of this host thread's latest launch, or 0
int processors();     // of the device that is imitated

using Threads = void (*)(const void* closure);  // runs all threads that next_batch() gives
void launch(const char* kernel, const void* closure, std::size_t size, Threads threads);

// Threads that run one after another while none of them has to wait; then the batch ends with the one that does.
struct Batch {
  unsigned next, end;     // places in `order`
  const unsigned* order;  // numbers of the block's threads
  const uint3* indices;   // of the threads, by number
  unsigned* current;      // number of the thread that runs
  unsigned first;
  bool closed;
  volatile bool* preemptible;  // whether the code that runs is the program's
};
bool next_batch(Batch& batch);  // false where all threads of the block have started
void end_batch(Batch& batch);

template <typename Closure>
__attribute__((no_sanitize("thread"))) void run_threads(const void* closure) {
  Batch batch;
  while (next_batch(batch)) {
    while (batch.next < batch.end) {
      const unsigned number = batch.order[batch.next++];
      *batch.current = number;
      ::threadIdx = batch.indices[number];
      // a thread that runs long is set aside by a signal, between the two marks: the batch may have ended behind them
      *batch.preemptible = true;
      RETARGET_NOTHING_MOVES;
      {
        Closure mine(*static_cast<const Closure*>(closure));
        mine();
      }
      RETARGET_NOTHING_MOVES;
      *batch.preemptible = false;
    }
    end_batch(batch);
  }
}

template <typename Closure>
__attribute__((noinline)) void grid(const char* kernel, const Closure& closure) {
  launch(kernel, &closure, sizeof(closure), &run_threads<Closure>);
}

// What text that is built for `retarget capture` tells beside: a kernel's arguments, its name by the type of its closure,
// and the device's variables.
struct GivenArgument {
  const void* address;
  std::size_t size, alignment;
};
void give_arguments(const GivenArgument* first, std::size_t count);
void name_closure(const char* type);
struct RecordedVariable {
  RecordedVariable(const void* address, std::size_t size, bool is_own);  // is_own: of its unit, by the source
};

template <typename... P>
void given(const P&... each) {
  const GivenArgument all[] = {{(const void*)__builtin_addressof(each), sizeof(P), alignof(P)}..., {nullptr, 0, 1}};
  give_arguments(all, sizeof...(P));
}

#if defined(__cpp_rtti) || defined(__GXX_RTTI)
template <typename Closure>
__attribute__((noinline)) void recorded_grid(const char* kernel, const Closure& closure) {
  name_closure(typeid(Closure).name());
  grid(kernel, closure);
}
#else
template <typename Closure>
void recorded_grid(const char* kernel, const Closure& closure) {
  grid(kernel, closure);
}
#endif

bool on_device();  // whether a kernel's thread runs here
void* dynamic_shared();

// While one lives, this host thread does the work of a device's library: device memory is its own.
struct Library {
  Library();
  ~Library();
  Library(const Library&) = delete;
};

// What `extern __shared__ T name[];` declares outside of a function.
template <typename T>
struct DynamicShared {
  operator T*() const { return static_cast<T*>(dynamic_shared()); }
};

// Where a kernel's thread has an object: in its block's shared memory, or on its own stack.
bool is_shared(const void* address);
bool is_private(const void* address);

struct Place {  // in the source
  const char* file;
  int line;
};

// Barriers of the block; the place tells one barrier from another.
void barrier(Place place);
int barrier_count(int predicate, Place place);
int barrier_and(int predicate, Place place);
int barrier_or(int predicate, Place place);
void grid_barrier(Place place);
bool grid_is_cooperative();
// Whether the thread runs a block of the program's: of those that a schedule packs, some lie beyond the grid.
void has_block(bool does);

// A wave is 32 or 64 threads with consecutive numbers. Its operations gather the lanes of `expected` that have not
// returned; 0 stands for the lanes that reach the operation together, as on a device without masks. They are told apart by
// the address of the call, which the compiler is kept from doubling.
unsigned wave_size();
unsigned lane_id();
RETARGET_CONVERGENT void wave_sync(std::uint64_t expected);
RETARGET_CONVERGENT std::uint64_t wave_ballot(bool predicate, std::uint64_t expected);
// The `value` of the lane `source`; `otherwise`, where that lane takes no part.
RETARGET_CONVERGENT std::uint64_t wave_exchange(std::uint64_t value, unsigned source, std::uint64_t expected,
                                                std::uint64_t otherwise);

void pause();  // lets other threads of the block run: for loops that wait for them
void unsupported(const char* what);  // ends the program with a message that names the feature
void trap(const char* what);  // ends the program as a device's trap does

}  // namespace retarget_host

#endif
