// Granularity of kernels: which logical threads a physical one runs, and launches that fit.
// SPDX-License-Identifier: MIT
//
// The logical grid and block are those of the launch as its author wrote it. A physical thread runs some of their
// threads, its instances; which, the factors of a variant say.
#ifndef RETARGET_HIP_GRANULARITY_H
#define RETARGET_HIP_GRANULARITY_H
#ifdef __cplusplus

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>

#pragma push_macro("all")
#undef all
#pragma push_macro("block")
#undef block
#pragma push_macro("blocks")
#undef blocks
#pragma push_macro("bytes")
#undef bytes
#pragma push_macro("count")
#undef count
#pragma push_macro("fill")
#undef fill
#pragma push_macro("first")
#undef first
#pragma push_macro("grid")
#undef grid
#pragma push_macro("index")
#undef index
#pragma push_macro("lane")
#undef lane
#pragma push_macro("next")
#undef next
#pragma push_macro("none")
#undef none
#pragma push_macro("parts")
#undef parts
#pragma push_macro("put")
#undef put
#pragma push_macro("thread")
#undef thread
#pragma push_macro("threads")
#undef threads
#pragma push_macro("x")
#undef x
#pragma push_macro("y")
#undef y
#pragma push_macro("z")
#undef z

#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
#include <hip/hip_runtime.h>
#else
#include <cuda_runtime.h>
#endif

// Kernels and their launches concern compilers of device code alone.
#if defined(__HIPCC__) || defined(__CUDA__) || defined(__CUDACC__) || defined(RETARGET_HOST)

#define RETARGET_INLINE __host__ __device__ __forceinline__

#if defined(__clang__) && defined(__CUDA__) && !defined(RETARGET_PARSED) && __clang_major__ < 20
// These clangs have no such functions: what is streamed is kept in the caches as other data is.
template <class T_>
__device__ __forceinline__ T_ __ldcs(const T_* from_) {
  return *from_;
}
template <class T_>
__device__ __forceinline__ void __stcs(T_* to_, std::common_type_t<T_> value_) {
  *to_ = value_;
}
#endif

namespace retarget {

#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
using Stream = hipStream_t;
constexpr std::size_t shared_limit = 65536;  // bytes of a block, as every device of AMD has them
#else
using Stream = cudaStream_t;
constexpr std::size_t shared_limit = 49152;  // bytes of a block that need no opting in
#endif

// The factors; a variant hides those that it changes.
struct Granularity {
  static constexpr int thread_x = 1, thread_y = 1, thread_z = 1;  // threads of a block in one physical thread
  static constexpr int block_x = 1, block_y = 1, block_z = 1;     // blocks in one physical block, interleaved
  static constexpr int pack_x = 1, pack_y = 1, pack_z = 1;        // blocks side by side in one physical block
  static constexpr int split_x = 1, split_y = 1, split_z = 1;     // physical blocks that share the threads of one
  static constexpr int serial_x = 1, serial_y = 1, serial_z = 1;  // blocks one after another in one physical block
  static constexpr int persistent = 0;  // physical blocks for each multiprocessor, which take all blocks in turn
  // Whether instances lie a physical extent apart, rather than side by side.
  static constexpr bool thread_strided = true, block_strided = false, serial_strided = false;
  static constexpr bool block_from_end = false;  // whether the first physical block holds fewer, rather than the last
  static constexpr int lanes_x = 0, lanes_y = 1, lanes_z = 2;  // the hardware dimension along which an axis runs
  static constexpr int extent_x = 0, extent_y = 0, extent_z = 0;  // of the logical block; 0: known at the launch
  static constexpr int most_threads = 1024;                       // of a physical block
  static constexpr long long least_blocks = 0;                    // of a launch; a smaller one runs the original
  static constexpr int waves = 0;                                 // for each execution unit, to plan for; 0: any
  static constexpr std::size_t static_shared = 0;                 // bytes of a physical block, where it runs several
  static constexpr bool whole_warps = false;                      // lanes of a warp have to stay together
};

enum Axes { along_x = 1, along_y = 2, along_z = 4 };

// What a launch asked for; `tiles` are the logical blocks in units of those that run together, each of them once for each
// part that its threads are split into.
struct Logical {
  dim3 grid, block, tiles;
  unsigned bytes;  // of dynamic shared memory, for one logical block
};

// The place of a physical thread among the logical ones.
template <class V_>
struct Place {
  static constexpr int threads = V_::thread_x * V_::thread_y * V_::thread_z;
  static constexpr int blocks = V_::block_x * V_::block_y * V_::block_z;
  static constexpr int instances = threads * blocks;
  static constexpr int replicas = blocks * V_::pack_x * V_::pack_y * V_::pack_z;  // logical blocks in a physical one
  // The second launch bound: for HIP the wavefronts of each execution unit; for CUDA the blocks that put as many warps
  // on each of a multiprocessor's four schedulers.
#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
  static constexpr int planned = V_::waves;
#else
  static constexpr int planned = V_::waves * 4 * 32 < V_::most_threads ? 1 : V_::waves * 4 * 32 / V_::most_threads;
#endif

  uint3 lane, pack, tile, units, tiles, grid;
  unsigned bytes;

  __device__ __forceinline__ Place(const Logical& logical, uint3 part_) : bytes(logical.bytes) {
    const uint3 block = extents(logical);
    units = index(block.x / V_::thread_x, block.y / V_::thread_y, block.z / V_::thread_z);
    tile = index(part_.x / V_::split_x, part_.y / V_::split_y, part_.z / V_::split_z);
    const uint3 own_ = index(along(V_::lanes_x) + part_.x % V_::split_x * (units.x * V_::pack_x / V_::split_x),
                             along(V_::lanes_y) + part_.y % V_::split_y * (units.y * V_::pack_y / V_::split_y),
                             along(V_::lanes_z) + part_.z % V_::split_z * (units.z * V_::pack_z / V_::split_z));
    pack = index(V_::pack_x > 1 ? own_.x / units.x : 0, V_::pack_y > 1 ? own_.y / units.y : 0,
                 V_::pack_z > 1 ? own_.z / units.z : 0);
    lane = index(own_.x - pack.x * units.x, own_.y - pack.y * units.y, own_.z - pack.z * units.z);
    tiles = index(logical.tiles.x / V_::split_x, logical.tiles.y / V_::split_y, logical.tiles.z / V_::split_z);
    grid = index(logical.grid.x, logical.grid.y, logical.grid.z);
#ifdef RETARGET_HOST
    if (replicas > blocks) retarget_host::has_block(inside(0));
#endif
  }
  __device__ __forceinline__ explicit Place(const Logical& logical)
      : Place(logical, index(::blockIdx.x, ::blockIdx.y, ::blockIdx.z)) {}

  // threadIdx and blockIdx of an instance.
  __device__ __forceinline__ uint3 thread(int instance_) const {
    const int x_ = instance_ % V_::thread_x, y_ = instance_ / V_::thread_x % V_::thread_y;
    const int z_ = instance_ / (V_::thread_x * V_::thread_y) % V_::thread_z;
    if (V_::thread_strided) return index(lane.x + x_ * units.x, lane.y + y_ * units.y, lane.z + z_ * units.z);
    return index(lane.x * V_::thread_x + x_, lane.y * V_::thread_y + y_, lane.z * V_::thread_z + z_);
  }
  __device__ __forceinline__ uint3 block(int instance_) const {
    const int number_ = instance_ / threads;
    const int x_ = number_ % V_::block_x, y_ = number_ / V_::block_x % V_::block_y, z_ = number_ / (V_::block_x * V_::block_y);
    const uint3 side_ = index(tile.x * V_::pack_x + pack.x, tile.y * V_::pack_y + pack.y, tile.z * V_::pack_z + pack.z);
    if (V_::block_strided)
      return index(side_.x + x_ * tiles.x * V_::pack_x, side_.y + y_ * tiles.y * V_::pack_y, side_.z + z_ * tiles.z * V_::pack_z);
    if (V_::block_from_end)
      return index(from_end(side_.x, x_, tiles.x * V_::pack_x, V_::block_x, grid.x),
                   from_end(side_.y, y_, tiles.y * V_::pack_y, V_::block_y, grid.y),
                   from_end(side_.z, z_, tiles.z * V_::pack_z, V_::block_z, grid.z));
    return index(side_.x * V_::block_x + x_, side_.y * V_::block_y + y_, side_.z * V_::block_z + z_);
  }
  // The first instance has the last block: the grid has it wherever it has one of theirs, as text on all of them counts on.
  // Indices in front of the grid wrap, and so lie beyond it.
  static __device__ __forceinline__ unsigned from_end(unsigned side_, int at_, unsigned sides_, int each_, unsigned grid_) {
    return side_ * each_ + (each_ - 1 - at_) - (sides_ * each_ - grid_);
  }
  // Whether the grid has the block of an instance.
  __device__ __forceinline__ bool inside(int instance_) const {
    const uint3 b_ = block(instance_);
    return b_.x < grid.x && b_.y < grid.y && b_.z < grid.z;
  }
  // The number, within the physical block, of an instance's logical block: each has its own shared memory.
  __device__ __forceinline__ int replica(int instance_) const {
    return instance_ / threads + blocks * (pack.x + V_::pack_x * (pack.y + V_::pack_y * pack.z));
  }
  // The same for what the blocks along other axes than these have in common.
  static constexpr __host__ __device__ int replicas_along(int axes_) {
    return (axes_ & along_x ? V_::block_x : 1) * (axes_ & along_y ? V_::block_y : 1) * (axes_ & along_z ? V_::block_z : 1) *
           (replicas / blocks);
  }
  __device__ __forceinline__ int replica(int instance_, int axes_) const {
    const int number_ = instance_ / threads;
    const int x_ = number_ % V_::block_x, y_ = number_ / V_::block_x % V_::block_y, z_ = number_ / (V_::block_x * V_::block_y);
    int at_ = pack.x + V_::pack_x * (pack.y + V_::pack_y * pack.z);
    if (axes_ & along_z) at_ = at_ * V_::block_z + z_;
    if (axes_ & along_y) at_ = at_ * V_::block_y + y_;
    return axes_ & along_x ? at_ * V_::block_x + x_ : at_;
  }
  template <class T_>
  __device__ __forceinline__ T_* dynamic(T_* base_, int instance_) const {
    return (T_*)((char*)base_ + replica(instance_) * bytes);  // T_ may be volatile
  }

  __device__ static __forceinline__ dim3 block_extents(const Logical& logical) {
    const uint3 block = extents(logical);
    return dim3(block.x, block.y, block.z);
  }

 private:
  __device__ static __forceinline__ uint3 index(unsigned x_, unsigned y_, unsigned z_) {
    uint3 made_;
    made_.x = x_, made_.y = y_, made_.z = z_;
    return made_;
  }
  __device__ static __forceinline__ uint3 extents(const Logical& logical) {
    return index(V_::extent_x ? V_::extent_x : logical.block.x, V_::extent_y ? V_::extent_y : logical.block.y,
                 V_::extent_z ? V_::extent_z : logical.block.z);
  }
  __device__ static __forceinline__ unsigned along(int dimension_) {
    return dimension_ == 0 ? ::threadIdx.x : dimension_ == 1 ? ::threadIdx.y : ::threadIdx.z;
  }
};

// The tiles that a physical block takes one after another.
template <class V_>
struct Turns {
  static constexpr int count = V_::serial_x * V_::serial_y * V_::serial_z;

  dim3 tiles;
  unsigned turn;

  __device__ __forceinline__ explicit Turns(const Logical& logical)
      : tiles(logical.tiles), turn(V_::persistent ? ::blockIdx.x : 0) {}
  __device__ __forceinline__ bool more() const {
    return turn < (V_::persistent ? tiles.x * tiles.y * tiles.z : unsigned(count));
  }
  __device__ __forceinline__ void next() { turn += V_::persistent ? ::gridDim.x : 1; }
  __device__ __forceinline__ uint3 tile() const {
    uint3 made_;
    if (V_::persistent) {
      made_.x = turn % tiles.x, made_.y = turn / tiles.x % tiles.y, made_.z = turn / (tiles.x * tiles.y);
      return made_;
    }
    const unsigned x_ = turn % V_::serial_x, y_ = turn / V_::serial_x % V_::serial_y, z_ = turn / (V_::serial_x * V_::serial_y);
    made_.x = V_::serial_strided ? ::blockIdx.x + x_ * ::gridDim.x : ::blockIdx.x * V_::serial_x + x_;
    made_.y = V_::serial_strided ? ::blockIdx.y + y_ * ::gridDim.y : ::blockIdx.y * V_::serial_y + y_;
    made_.z = V_::serial_strided ? ::blockIdx.z + z_ * ::gridDim.z : ::blockIdx.z * V_::serial_z + z_;
    return made_;
  }
  __device__ __forceinline__ bool inside() const {
    const uint3 at_ = tile();
    return at_.x < tiles.x && at_.y < tiles.y && at_.z < tiles.z;
  }
};

// Constants as arguments: one text makes the version that asks whether an instance is live, and the one that need not.
// `for_live` below takes the one that fits.
struct Yes {
  RETARGET_INLINE constexpr operator bool() const { return true; }
};
struct No {
  RETARGET_INLINE constexpr operator bool() const { return false; }
};

template <int count>
__device__ __forceinline__ bool all(const bool (&live_)[count]) {
  bool every_ = true;
#pragma unroll
  for (int i_ = 0; i_ < count; ++i_) every_ = every_ & live_[i_];
  return every_;
}
template <int count>
__device__ __forceinline__ bool none(const bool (&live_)[count]) {
  bool any_ = false;
#pragma unroll
  for (int i_ = 0; i_ < count; ++i_) any_ = any_ | live_[i_];
  return !any_;
}
template <int count, class Rest_>
__device__ __forceinline__ void for_live(bool (&live_)[count], const Rest_& rest_) {
  if (none(live_)) return;
  if (all(live_))
    rest_(Yes());
  else
    rest_(No());
}

// Elements of arrays that instances have of their own, as they are where nobody has written them.
template <class T_>
__device__ __forceinline__ void clear(T_& value_) {
  value_ = T_();
}
template <class T_, int count>
__device__ __forceinline__ void clear(T_ (&values_)[count]) {
#pragma unroll
  for (int i_ = 0; i_ < count; ++i_) clear(values_[i_]);
}
// Elements as a declaration without an initialiser makes them.
template <class T_>
__device__ __forceinline__ void made(T_& value_) {
  ::new (static_cast<void*>(&value_)) T_;
}
template <class T_, int count>
__device__ __forceinline__ void made(T_ (&values_)[count]) {
#pragma unroll
  for (int i_ = 0; i_ < count; ++i_) made(values_[i_]);
}

// The type that a variable was declared with whose name is bound to an instance's own.
template <class T_>
struct Referred {
  using Plain = T_;
};
template <class T_>
struct Referred<T_&> {
  using Plain = T_;
};
template <class T_>
struct Referred<T_&&> {
  using Plain = T_;
};
template <class T_>
using Declared = typename Referred<T_>::Plain;
template <class T_>
using DeclaredConst = const Declared<T_>;

// Copies of an object whose type has no default. By halves, as compilers nest templates only so deep (nvcc 200 times).
template <class T_, int count>
struct Copies {
  Copies<T_, count / 2> before;
  Copies<T_, count - count / 2> behind;
  __device__ __forceinline__ explicit Copies(const T_& value_) : before(value_), behind(value_) {}
  __device__ __forceinline__ T_& operator[](int i_) {
    return i_ < count / 2 ? before[i_] : behind[i_ - count / 2];
  }
};
template <class T_>
struct Copies<T_, 1> {
  T_ first;
  __device__ __forceinline__ explicit Copies(const T_& value_) : first(value_) {}
  __device__ __forceinline__ T_& operator[](int) { return first; }
};

// Room for objects whose type has no default: each is made where its declaration stood.
template <class T_>
union Room {
  T_ it;
  __device__ __forceinline__ Room() {}
  __device__ __forceinline__ ~Room() {}
};
template <class T_, int count>
struct Rooms {
  Room<T_> all_[count];
  __device__ __forceinline__ T_& operator[](int i_) { return all_[i_].it; }
};
template <class T_, int count>
__device__ __forceinline__ void clear(Rooms<T_, count>& rooms_) {
  memset(static_cast<void*>(&rooms_), 0, sizeof rooms_);
}

// What the braces or the `=` of its declaration give.
template <class T_>
struct Braced {
  T_ all_;
};
template <class T_>
__device__ __forceinline__ void put(T_& to_, const T_& from_) {
  to_ = from_;
}
template <class T_, int count>
__device__ __forceinline__ void put(T_ (&to_)[count], const T_ (&from_)[count]) {
#pragma unroll
  for (int i_ = 0; i_ < count; ++i_) put(to_[i_], from_[i_]);
}
template <class T_>
__device__ __forceinline__ void fill(T_& to_, const Braced<T_>& from_) {
  put(to_, from_.all_);
}

// The arguments of `<<<>>>`.
struct Launch {
  dim3 grid, block;
  std::size_t shared;
  Stream stream;
};
inline Launch on(dim3 grid, dim3 block, std::size_t shared = 0, Stream stream = nullptr) {
  return Launch{grid, block, shared, stream};
}

// The physical configuration of a launch, or none.
template <class V_>
struct Fit {
  Logical logical;
  dim3 grid, block;
  std::size_t shared;
  bool fits;

  // kernel: the coarsened one, which may need too many registers for a block that the original can run.
  template <class Kernel_>
  Fit(const Launch& launch_, Kernel_ kernel_)
      : Fit(launch_.grid, launch_.block, launch_.shared, threads_of(kernel_), V_::persistent ? multiprocessors() : 0) {}

  // most_threads: of a block that the coarsened kernel can be launched with; units: multiprocessors of the device.
  RETARGET_INLINE Fit(dim3 asked_, dim3 b_, std::size_t dynamic, unsigned most_threads, unsigned units)
      : shared(0), fits(false) {
    logical.grid = asked_;
    logical.block = b_;
    const std::size_t bytes = (dynamic + 15) / 16 * 16;  // a replica is aligned as the whole is
    logical.bytes = unsigned(bytes);
    constexpr int replicas = Place<V_>::replicas;
    if ((long long)asked_.x * asked_.y * asked_.z < V_::least_blocks) return;  // a grid has less than 2^63 blocks
    if (!asked_.x || !asked_.y || !asked_.z || !b_.x || !b_.y || !b_.z) return;
    // What a device rejects, the original's launch shall tell: 1024 threads, and grids of 2^31 - 1, 65535 and 65535
    // blocks (CUDA C++ Programming Guide, technical specifications).
    if (b_.x > 1024 || b_.y > 1024 || b_.z > 64 || b_.x * b_.y * b_.z > 1024) return;
    if (asked_.x > 0x7fffffffu || asked_.y > 65535 || asked_.z > 65535) return;
    if ((V_::extent_x && V_::extent_x != int(b_.x)) || (V_::extent_y && V_::extent_y != int(b_.y)) ||
        (V_::extent_z && V_::extent_z != int(b_.z)))
      return;
    if (b_.x % V_::thread_x || b_.y % V_::thread_y || b_.z % V_::thread_z) return;
    unsigned own_[3] = {b_.x / V_::thread_x * V_::pack_x, b_.y / V_::thread_y * V_::pack_y, b_.z / V_::thread_z * V_::pack_z};
    if (own_[0] % V_::split_x || own_[1] % V_::split_y || own_[2] % V_::split_z) return;
    own_[0] /= V_::split_x, own_[1] /= V_::split_y, own_[2] /= V_::split_z;
    unsigned placed_[3] = {1, 1, 1};
    placed_[V_::lanes_x] = own_[0], placed_[V_::lanes_y] = own_[1], placed_[V_::lanes_z] = own_[2];
    block = dim3(placed_[0], placed_[1], placed_[2]);
    if (std::size_t(block.x) * block.y * block.z > std::size_t(V_::most_threads) || block.z > 64) return;
    if (block.x * block.y * block.z > most_threads) return;
    if (V_::whole_warps && (b_.x / V_::thread_x % 32 || own_[0] % 32 || (V_::thread_x > 1 && !V_::thread_strided))) return;
    shared = replicas == 1 ? dynamic : replicas * bytes;
    if (shared + V_::static_shared > shared_limit) return;  // the program lets the original alone have more
    logical.tiles = dim3(parts(asked_.x, V_::block_x * V_::pack_x), parts(asked_.y, V_::block_y * V_::pack_y),
                         parts(asked_.z, V_::block_z * V_::pack_z));
    if (logical.tiles.x > 0x7fffffffu / V_::split_x || logical.tiles.y > 65535u / V_::split_y ||
        logical.tiles.z > 65535u / V_::split_z)
      return;
    logical.tiles = dim3(logical.tiles.x * V_::split_x, logical.tiles.y * V_::split_y, logical.tiles.z * V_::split_z);
    grid = dim3(parts(logical.tiles.x, V_::serial_x), parts(logical.tiles.y, V_::serial_y),
                parts(logical.tiles.z, V_::serial_z));
    if (V_::persistent) {
      const std::size_t all = std::size_t(logical.tiles.x) * logical.tiles.y * logical.tiles.z;
      const std::size_t most_ = std::size_t(V_::persistent) * units;
      if (all > 0xffffffffu - most_) return;
      grid = dim3(unsigned(all < most_ ? all : most_));
    }
    fits = true;
  }
  explicit operator bool() const { return fits; }

 private:
  RETARGET_INLINE static unsigned parts(unsigned whole_, unsigned part_) { return whole_ / part_ + (whole_ % part_ != 0); }
  // Most threads of a block that a kernel can be launched with. For AMD GPUs the compiler keeps to its launch bounds.
  template <class Kernel_>
  static unsigned threads_of(Kernel_ kernel_) {
#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
    (void)kernel_;
    return 1024;
#else
    static thread_local Kernel_ last = nullptr;  // kernels of one type differ: instances of one template
    static thread_local unsigned most_ = 1024;
    if (last != kernel_) {
      cudaFuncAttributes found{};
      most_ = cudaFuncGetAttributes(&found, kernel_) == cudaSuccess ? unsigned(found.maxThreadsPerBlock) : 1024u;
      last = kernel_;
    }
    return most_;
#endif
  }
  static unsigned multiprocessors() {
    int device_ = 0, count = 0;
#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
    (void)hipGetDevice(&device_);
    (void)hipDeviceGetAttribute(&count, hipDeviceAttributeMultiprocessorCount, device_);
#else
    (void)cudaGetDevice(&device_);
    (void)cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device_);
#endif
    return count > 0 ? unsigned(count) : 1;
  }
};

// The same as plain numbers, for who launches by a driver's calls.
struct Fitted {
  Logical logical;
  dim3 grid, block;
  unsigned shared, fits;
};
template <class V_>
RETARGET_INLINE Fitted fitted(dim3 grid, dim3 block, unsigned shared, unsigned most_threads, unsigned units) {
  const Fit<V_> fit_(grid, block, shared, most_threads, units);
  Fitted made_;
  made_.logical = fit_.logical, made_.grid = fit_.grid, made_.block = fit_.block;
  made_.shared = unsigned(fit_.shared), made_.fits = fit_.fits;
  return made_;
}

}  // namespace retarget

#undef RETARGET_INLINE
#endif

#pragma pop_macro("all")
#pragma pop_macro("block")
#pragma pop_macro("blocks")
#pragma pop_macro("bytes")
#pragma pop_macro("count")
#pragma pop_macro("fill")
#pragma pop_macro("first")
#pragma pop_macro("grid")
#pragma pop_macro("index")
#pragma pop_macro("lane")
#pragma pop_macro("next")
#pragma pop_macro("none")
#pragma pop_macro("parts")
#pragma pop_macro("put")
#pragma pop_macro("thread")
#pragma pop_macro("threads")
#pragma pop_macro("x")
#pragma pop_macro("y")
#pragma pop_macro("z")

#endif
#endif
