// Granularity of kernels: which logical threads a physical one runs, and launches that fit.
// SPDX-License-Identifier: MIT
//
// The logical grid and block are those of the launch as its author wrote it. A physical thread runs some of their
// threads, its instances; which, the factors of a variant say.
#ifndef RETARGET_HIP_GRANULARITY_H
#define RETARGET_HIP_GRANULARITY_H
#ifdef __cplusplus

#include <cstddef>
#include <type_traits>

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
template <class T>
__device__ __forceinline__ T __ldcs(const T* from) {
  return *from;
}
template <class T>
__device__ __forceinline__ void __stcs(T* to, std::common_type_t<T> value) {
  *to = value;
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
  static constexpr int serial_x = 1, serial_y = 1, serial_z = 1;  // blocks one after another in one physical block
  static constexpr int persistent = 0;  // physical blocks for each multiprocessor, which take all blocks in turn
  // Whether instances lie a physical extent apart, rather than side by side.
  static constexpr bool thread_strided = true, block_strided = false, serial_strided = false;
  static constexpr int lanes_x = 0, lanes_y = 1, lanes_z = 2;  // the hardware dimension along which an axis runs
  static constexpr int extent_x = 0, extent_y = 0, extent_z = 0;  // of the logical block; 0: known at the launch
  static constexpr int most_threads = 1024;                       // of a physical block
  static constexpr long long least_blocks = 0;                    // of a launch; a smaller one runs the original
  static constexpr int waves = 0;                                 // for each execution unit, to plan for; 0: any
  static constexpr std::size_t static_shared = 0;                 // bytes of a physical block, where it runs several
  static constexpr bool whole_warps = false;                      // lanes of a warp have to stay together
};

enum Axes { X = 1, Y = 2, Z = 4 };

// What a launch asked for; `tiles` are the logical blocks in units of those that run together.
struct Logical {
  dim3 grid, block, tiles;
  unsigned bytes;  // of dynamic shared memory, for one logical block
};

// The place of a physical thread among the logical ones.
template <class V>
struct Place {
  static constexpr int threads = V::thread_x * V::thread_y * V::thread_z;
  static constexpr int blocks = V::block_x * V::block_y * V::block_z;
  static constexpr int instances = threads * blocks;
  static constexpr int replicas = blocks * V::pack_x * V::pack_y * V::pack_z;  // logical blocks in a physical one
  // The second launch bound: for HIP the wavefronts of each execution unit; for CUDA the blocks that put as many warps
  // on each of a multiprocessor's four schedulers.
#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
  static constexpr int planned = V::waves;
#else
  static constexpr int planned = V::waves * 4 * 32 < V::most_threads ? 1 : V::waves * 4 * 32 / V::most_threads;
#endif

  uint3 lane, pack, tile, units, tiles, grid;
  unsigned bytes;

  __device__ __forceinline__ Place(const Logical& logical, uint3 tile_) : tile(tile_), bytes(logical.bytes) {
    const uint3 block = extents(logical);
    units = index(block.x / V::thread_x, block.y / V::thread_y, block.z / V::thread_z);
    const uint3 own = index(along(V::lanes_x), along(V::lanes_y), along(V::lanes_z));
    pack = index(V::pack_x > 1 ? own.x / units.x : 0, V::pack_y > 1 ? own.y / units.y : 0,
                 V::pack_z > 1 ? own.z / units.z : 0);
    lane = index(own.x - pack.x * units.x, own.y - pack.y * units.y, own.z - pack.z * units.z);
    tiles = index(logical.tiles.x, logical.tiles.y, logical.tiles.z);
    grid = index(logical.grid.x, logical.grid.y, logical.grid.z);
  }
  __device__ __forceinline__ explicit Place(const Logical& logical)
      : Place(logical, index(::blockIdx.x, ::blockIdx.y, ::blockIdx.z)) {}

  // threadIdx and blockIdx of an instance.
  __device__ __forceinline__ uint3 thread(int instance) const {
    const int x = instance % V::thread_x, y = instance / V::thread_x % V::thread_y;
    const int z = instance / (V::thread_x * V::thread_y) % V::thread_z;
    if (V::thread_strided) return index(lane.x + x * units.x, lane.y + y * units.y, lane.z + z * units.z);
    return index(lane.x * V::thread_x + x, lane.y * V::thread_y + y, lane.z * V::thread_z + z);
  }
  __device__ __forceinline__ uint3 block(int instance) const {
    const int number = instance / threads;
    const int x = number % V::block_x, y = number / V::block_x % V::block_y, z = number / (V::block_x * V::block_y);
    const uint3 side = index(tile.x * V::pack_x + pack.x, tile.y * V::pack_y + pack.y, tile.z * V::pack_z + pack.z);
    if (V::block_strided)
      return index(side.x + x * tiles.x * V::pack_x, side.y + y * tiles.y * V::pack_y, side.z + z * tiles.z * V::pack_z);
    return index(side.x * V::block_x + x, side.y * V::block_y + y, side.z * V::block_z + z);
  }
  // Whether the grid has the block of an instance.
  __device__ __forceinline__ bool inside(int instance) const {
    const uint3 b = block(instance);
    return b.x < grid.x && b.y < grid.y && b.z < grid.z;
  }
  // The number, within the physical block, of an instance's logical block: each has its own shared memory.
  __device__ __forceinline__ int replica(int instance) const {
    return instance / threads + blocks * (pack.x + V::pack_x * (pack.y + V::pack_y * pack.z));
  }
  // The same for what the blocks along other axes than these have in common.
  static constexpr __host__ __device__ int replicas_along(int axes) {
    return (axes & X ? V::block_x : 1) * (axes & Y ? V::block_y : 1) * (axes & Z ? V::block_z : 1) * (replicas / blocks);
  }
  __device__ __forceinline__ int replica(int instance, int axes) const {
    const int number = instance / threads;
    const int x = number % V::block_x, y = number / V::block_x % V::block_y, z = number / (V::block_x * V::block_y);
    int at = pack.x + V::pack_x * (pack.y + V::pack_y * pack.z);
    if (axes & Z) at = at * V::block_z + z;
    if (axes & Y) at = at * V::block_y + y;
    return axes & X ? at * V::block_x + x : at;
  }
  template <class T>
  __device__ __forceinline__ T* dynamic(T* base, int instance) const {
    return reinterpret_cast<T*>(reinterpret_cast<char*>(base) + replica(instance) * bytes);
  }

  __device__ static __forceinline__ dim3 block_extents(const Logical& logical) {
    const uint3 block = extents(logical);
    return dim3(block.x, block.y, block.z);
  }

 private:
  __device__ static __forceinline__ uint3 index(unsigned x, unsigned y, unsigned z) {
    uint3 made;
    made.x = x, made.y = y, made.z = z;
    return made;
  }
  __device__ static __forceinline__ uint3 extents(const Logical& logical) {
    return index(V::extent_x ? V::extent_x : logical.block.x, V::extent_y ? V::extent_y : logical.block.y,
                 V::extent_z ? V::extent_z : logical.block.z);
  }
  __device__ static __forceinline__ unsigned along(int dimension) {
    return dimension == 0 ? ::threadIdx.x : dimension == 1 ? ::threadIdx.y : ::threadIdx.z;
  }
};

// The tiles that a physical block takes one after another.
template <class V>
struct Turns {
  static constexpr int count = V::serial_x * V::serial_y * V::serial_z;

  dim3 tiles;
  unsigned turn;

  __device__ __forceinline__ explicit Turns(const Logical& logical)
      : tiles(logical.tiles), turn(V::persistent ? ::blockIdx.x : 0) {}
  __device__ __forceinline__ bool more() const {
    return turn < (V::persistent ? tiles.x * tiles.y * tiles.z : unsigned(count));
  }
  __device__ __forceinline__ void next() { turn += V::persistent ? ::gridDim.x : 1; }
  __device__ __forceinline__ uint3 tile() const {
    uint3 made;
    if (V::persistent) {
      made.x = turn % tiles.x, made.y = turn / tiles.x % tiles.y, made.z = turn / (tiles.x * tiles.y);
      return made;
    }
    const unsigned x = turn % V::serial_x, y = turn / V::serial_x % V::serial_y, z = turn / (V::serial_x * V::serial_y);
    made.x = V::serial_strided ? ::blockIdx.x + x * ::gridDim.x : ::blockIdx.x * V::serial_x + x;
    made.y = V::serial_strided ? ::blockIdx.y + y * ::gridDim.y : ::blockIdx.y * V::serial_y + y;
    made.z = V::serial_strided ? ::blockIdx.z + z * ::gridDim.z : ::blockIdx.z * V::serial_z + z;
    return made;
  }
  __device__ __forceinline__ bool inside() const {
    const uint3 at = tile();
    return at.x < tiles.x && at.y < tiles.y && at.z < tiles.z;
  }
};

// Constants as arguments: one text makes the version that asks whether an instance is live, and the one that need not.
struct Yes {
  RETARGET_INLINE constexpr operator bool() const { return true; }
};
struct No {
  RETARGET_INLINE constexpr operator bool() const { return false; }
};

template <int count>
__device__ __forceinline__ bool all(const bool (&live)[count]) {
  bool every = true;
#pragma unroll
  for (int i = 0; i < count; ++i) every = every & live[i];
  return every;
}
template <int count>
__device__ __forceinline__ bool none(const bool (&live)[count]) {
  bool any = false;
#pragma unroll
  for (int i = 0; i < count; ++i) any = any | live[i];
  return !any;
}

// Elements of arrays that instances have of their own, as they are where nobody has written them.
template <class T>
__device__ __forceinline__ void clear(T& value) {
  value = T();
}
template <class T, int count>
__device__ __forceinline__ void clear(T (&values)[count]) {
#pragma unroll
  for (int i = 0; i < count; ++i) clear(values[i]);
}

// Copies of an object whose type has no default.
template <class T, int count>
struct Copies {
  T first;
  Copies<T, count - 1> others;
  __device__ __forceinline__ explicit Copies(const T& value) : first(value), others(value) {}
  __device__ __forceinline__ T& operator[](int i) { return i == 0 ? first : others[i - 1]; }
};
template <class T>
struct Copies<T, 1> {
  T first;
  __device__ __forceinline__ explicit Copies(const T& value) : first(value) {}
  __device__ __forceinline__ T& operator[](int) { return first; }
};

// Elements of an array as the braces of its declaration give them.
template <class T, int count, int given>
__device__ __forceinline__ void fill(T (&to)[count], const T (&from)[given]) {
#pragma unroll
  for (int i = 0; i < count; ++i) to[i] = i < given ? from[i < given ? i : 0] : T();
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
template <class V>
struct Fit {
  Logical logical;
  dim3 grid, block;
  std::size_t shared;
  bool fits;

  // kernel: the coarsened one, which may need too many registers for a block that the original can run.
  template <class Kernel>
  Fit(const Launch& launch, Kernel kernel)
      : Fit(launch.grid, launch.block, launch.shared, threads_of(kernel), V::persistent ? multiprocessors() : 0) {}

  // most_threads: of a block that the coarsened kernel can be launched with; units: multiprocessors of the device.
  RETARGET_INLINE Fit(dim3 asked, dim3 b, std::size_t dynamic, unsigned most_threads, unsigned units)
      : shared(0), fits(false) {
    logical.grid = asked;
    logical.block = b;
    const std::size_t bytes = (dynamic + 15) / 16 * 16;  // a replica is aligned as the whole is
    logical.bytes = unsigned(bytes);
    constexpr int replicas = Place<V>::replicas;
    if ((long long)asked.x * asked.y * asked.z < V::least_blocks) return;  // a grid has less than 2^63 blocks
    if (!asked.x || !asked.y || !asked.z || !b.x || !b.y || !b.z) return;
    if ((V::extent_x && V::extent_x != int(b.x)) || (V::extent_y && V::extent_y != int(b.y)) ||
        (V::extent_z && V::extent_z != int(b.z)))
      return;
    if (b.x % V::thread_x || b.y % V::thread_y || b.z % V::thread_z) return;
    const unsigned own[3] = {b.x / V::thread_x * V::pack_x, b.y / V::thread_y * V::pack_y, b.z / V::thread_z * V::pack_z};
    unsigned placed[3] = {1, 1, 1};
    placed[V::lanes_x] = own[0], placed[V::lanes_y] = own[1], placed[V::lanes_z] = own[2];
    block = dim3(placed[0], placed[1], placed[2]);
    if (std::size_t(block.x) * block.y * block.z > std::size_t(V::most_threads) || block.z > 64) return;
    if (block.x * block.y * block.z > most_threads) return;
    if (V::whole_warps && (b.x / V::thread_x % 32 || (V::thread_x > 1 && !V::thread_strided))) return;
    shared = replicas == 1 ? dynamic : replicas * bytes;
    if (shared + V::static_shared > shared_limit) return;  // the program lets the original alone have more
    logical.tiles = dim3(parts(asked.x, V::block_x * V::pack_x), parts(asked.y, V::block_y * V::pack_y),
                         parts(asked.z, V::block_z * V::pack_z));
    grid = dim3(parts(logical.tiles.x, V::serial_x), parts(logical.tiles.y, V::serial_y),
                parts(logical.tiles.z, V::serial_z));
    if (V::persistent) {
      const std::size_t all = std::size_t(logical.tiles.x) * logical.tiles.y * logical.tiles.z;
      const std::size_t most = std::size_t(V::persistent) * units;
      if (all > 0xffffffffu - most) return;
      grid = dim3(unsigned(all < most ? all : most));
    }
    fits = true;
  }
  explicit operator bool() const { return fits; }

 private:
  RETARGET_INLINE static unsigned parts(unsigned whole, unsigned part) { return whole / part + (whole % part != 0); }
  // Most threads of a block that a kernel can be launched with. For AMD GPUs the compiler keeps to what it is told.
  template <class Kernel>
  static unsigned threads_of(Kernel kernel) {
#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
    (void)kernel;
    return 1024;
#else
    static thread_local Kernel last = nullptr;  // kernels of one type differ: instances of one template
    static thread_local unsigned most = 1024;
    if (last != kernel) {
      cudaFuncAttributes found{};
      most = cudaFuncGetAttributes(&found, kernel) == cudaSuccess ? unsigned(found.maxThreadsPerBlock) : 1024u;
      last = kernel;
    }
    return most;
#endif
  }
  static unsigned multiprocessors() {
    int device = 0, count = 0;
#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
    (void)hipGetDevice(&device);
    (void)hipDeviceGetAttribute(&count, hipDeviceAttributeMultiprocessorCount, device);
#else
    (void)cudaGetDevice(&device);
    (void)cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device);
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
template <class V>
RETARGET_INLINE Fitted fitted(dim3 grid, dim3 block, unsigned shared, unsigned most_threads, unsigned units) {
  const Fit<V> fit(grid, block, shared, most_threads, units);
  Fitted made;
  made.logical = fit.logical, made.grid = fit.grid, made.block = fit.block;
  made.shared = unsigned(fit.shared), made.fits = fit.fits;
  return made;
}

}  // namespace retarget

#undef RETARGET_INLINE
#endif
#endif
#endif
