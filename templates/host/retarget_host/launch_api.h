// Launches by a kernel's address, and what else is asked about a kernel or a symbol; RETARGET_API(name) spells the API's names.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_LAUNCH_API_H
#define RETARGET_HOST_LAUNCH_API_H

#include <cstddef>
#include <type_traits>
#include <utility>

namespace retarget_host {

template <typename... P, std::size_t... I>
inline void call_with(void (*kernel)(P...), void** arguments, std::index_sequence<I...>) {
  kernel(*static_cast<typename std::remove_reference<P>::type*>(arguments[I])...);
}

// Runs a kernel on pointers to its arguments. Returns the launch's error, as the API numbers it.
template <typename... P>
inline int launch_by_address(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments, std::size_t shared,
                             const void* stream, bool cooperative) {
  configure(grid, block, shared, stream);
  if (cooperative) configure_cooperative();
  call_with(kernel, arguments, std::index_sequence_for<P...>());
  return launch_status();
}

template <typename... P>
inline const void* address_of(void (*kernel)(P...)) {
  return reinterpret_cast<const void*>(kernel);
}

// Types other than those of two overloads, which would leave a call undecided.
template <typename T, typename A, typename B>
using Otherwise = typename std::enable_if<!std::is_same<T, A>::value && !std::is_same<T, B>::value>::type;

using Error = RETARGET_API(Error_t);
using Stream = RETARGET_API(Stream_t);
using KernelAttributes = RETARGET_API(FuncAttributes);

template <typename Symbol>
inline Error symbol_size(std::size_t* to, const Symbol&) {
  *to = sizeof(Symbol);
  return static_cast<Error>(0);
}

// The largest block, of those that leave the most threads on a processor; `shared` gives its dynamic memory in bytes.
template <typename Shared>
inline Error best_block(int* blocks, int* threads, const void* kernel, Shared shared, unsigned limit) {
  const unsigned most = limit && limit < 1024 ? limit : 1024, wave = wave_size();
  int best = 0;
  for (unsigned count = most / wave * wave; count >= wave; count -= wave) {
    int resident = 0;
    const Error error = RETARGET_API(OccupancyMaxActiveBlocksPerMultiprocessor)(
        &resident, kernel, static_cast<int>(count), static_cast<std::size_t>(shared(static_cast<int>(count))));
    if (error) return error;
    if (resident * static_cast<int>(count) > best) {
      best = resident * static_cast<int>(count);
      *blocks = resident * processors();
      *threads = static_cast<int>(count);
    }
  }
  return static_cast<Error>(best ? 0 : 1);
}

}  // namespace retarget_host

template <typename... P>
inline retarget_host::Error RETARGET_API(LaunchKernel)(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments,
                                                       std::size_t shared = 0, retarget_host::Stream stream = nullptr) {
  return static_cast<retarget_host::Error>(
      retarget_host::launch_by_address(kernel, grid, block, arguments, shared, stream, false));
}
#if defined(RETARGET_HOST_CUDA) && CUDART_VERSION >= 11080
namespace retarget_host {
// Whether a launch's attributes ask for a cooperative one; -1 where they ask for clusters, of which there are none.
inline int is_cooperative(const cudaLaunchConfig_t& config) {
  int asked = 0;
  for (unsigned at = 0; at < config.numAttrs; ++at) {
    const cudaLaunchAttribute& one = config.attrs[at];
    if (one.id == cudaLaunchAttributeCooperative) asked = one.val.cooperative != 0;
    const auto& cluster = one.val.clusterDim;
    if (one.id == cudaLaunchAttributeClusterDimension && cluster.x * cluster.y * cluster.z > 1) return -1;
  }
  return asked;
}
}  // namespace retarget_host

template <typename... P>
inline cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* config, void (*kernel)(P...), void** arguments) {
  const int cooperative = retarget_host::is_cooperative(*config);
  if (cooperative < 0) return cudaErrorNotSupported;
  return static_cast<cudaError_t>(retarget_host::launch_by_address(
      kernel, config->gridDim, config->blockDim, arguments, config->dynamicSmemBytes, config->stream, cooperative == 1));
}
template <typename... P, typename... A>
inline cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(P...), A&&... arguments) {
  return [&](P... converted) {
    void* listed[] = {const_cast<void*>(static_cast<const void*>(&converted))..., nullptr};
    return cudaLaunchKernelExC(config, kernel, listed);
  }(std::forward<A>(arguments)...);
}
#endif
#define RETARGET_COOPERATIVE(Shared, otherwise)                                                                        \
  template <typename... P>                                                                                             \
  inline retarget_host::Error RETARGET_API(LaunchCooperativeKernel)(void (*kernel)(P...), dim3 grid, dim3 block,       \
                                                                    void** arguments, Shared shared otherwise,         \
                                                                    retarget_host::Stream stream = nullptr) {          \
    return static_cast<retarget_host::Error>(                                                                          \
        retarget_host::launch_by_address(kernel, grid, block, arguments, shared, stream, true));                       \
  }
RETARGET_COOPERATIVE(std::size_t, = 0)
RETARGET_COOPERATIVE(unsigned, )  // as HIP's own template has it
#undef RETARGET_COOPERATIVE
template <typename... P, typename Shared, typename = retarget_host::Otherwise<Shared, unsigned, std::size_t>>
inline retarget_host::Error RETARGET_API(LaunchCooperativeKernel)(void (*kernel)(P...), dim3 grid, dim3 block,
                                                                  void** arguments, Shared shared,
                                                                  retarget_host::Stream stream = nullptr) {
  return RETARGET_API(LaunchCooperativeKernel)(kernel, grid, block, arguments, static_cast<std::size_t>(shared), stream);
}

template <typename... P>
inline retarget_host::Error RETARGET_API(FuncGetAttributes)(retarget_host::KernelAttributes* to, void (*kernel)(P...)) {
  return RETARGET_API(FuncGetAttributes)(to, retarget_host::address_of(kernel));
}
template <typename... P>
inline retarget_host::Error RETARGET_API(FuncSetAttribute)(void (*kernel)(P...), RETARGET_API(FuncAttribute) what, int value) {
  return RETARGET_API(FuncSetAttribute)(retarget_host::address_of(kernel), what, value);
}
#if !defined(RETARGET_HOST_CUDA)  // CUDA's own header has these for all pointers
template <typename Config, typename... P>
inline retarget_host::Error RETARGET_API(FuncSetCacheConfig)(void (*kernel)(P...), Config config) {
  return RETARGET_API(FuncSetCacheConfig)(retarget_host::address_of(kernel), config);
}
template <typename Config, typename... P>
inline retarget_host::Error RETARGET_API(FuncSetSharedMemConfig)(void (*kernel)(P...), Config config) {
  return RETARGET_API(FuncSetSharedMemConfig)(retarget_host::address_of(kernel), config);
}
#endif

template <typename... P>
inline retarget_host::Error RETARGET_API(OccupancyMaxActiveBlocksPerMultiprocessor)(int* blocks, void (*kernel)(P...),
                                                                                    int threads, std::size_t shared) {
  return RETARGET_API(OccupancyMaxActiveBlocksPerMultiprocessor)(blocks, retarget_host::address_of(kernel), threads, shared);
}
template <typename... P>
inline retarget_host::Error RETARGET_API(OccupancyMaxActiveBlocksPerMultiprocessorWithFlags)(
    int* blocks, void (*kernel)(P...), int threads, std::size_t shared, unsigned) {
  return RETARGET_API(OccupancyMaxActiveBlocksPerMultiprocessor)(blocks, retarget_host::address_of(kernel), threads, shared);
}
#define RETARGET_BLOCK_SIZE(Limit, otherwise)                                                                           \
  template <typename... P>                                                                                              \
  inline retarget_host::Error RETARGET_API(OccupancyMaxPotentialBlockSize)(                                             \
      int* blocks, int* threads, void (*kernel)(P...), std::size_t shared otherwise, Limit limit otherwise) {           \
    const auto all = [shared](int) { return shared; };                                                                  \
    return retarget_host::best_block(blocks, threads, retarget_host::address_of(kernel), all,                           \
                                     static_cast<unsigned>(limit));                                                     \
  }                                                                                                                     \
  template <typename Shared, typename... P>                                                                             \
  inline retarget_host::Error RETARGET_API(OccupancyMaxPotentialBlockSizeVariableSMem)(                                 \
      int* blocks, int* threads, void (*kernel)(P...), Shared shared, Limit limit otherwise) {                          \
    return retarget_host::best_block(blocks, threads, retarget_host::address_of(kernel), shared,                        \
                                     static_cast<unsigned>(limit));                                                     \
  }
RETARGET_BLOCK_SIZE(int, = 0)
RETARGET_BLOCK_SIZE(unsigned, )
#undef RETARGET_BLOCK_SIZE
#if !defined(RETARGET_HOST_CUDA)  // kernels by address: HIP's templates for them are the device compiler's alone
extern "C" inline hipError_t hipOccupancyMaxPotentialBlockSize(int* blocks, int* threads, const void* kernel,
                                                               std::size_t shared, int limit) {
  return retarget_host::best_block(blocks, threads, kernel, [shared](int) { return shared; }, limit);
}
inline hipError_t hipOccupancyMaxPotentialBlockSize(int* blocks, int* threads, void* kernel, std::size_t shared = 0,
                                                    int limit = 0) {
  return hipOccupancyMaxPotentialBlockSize(blocks, threads, static_cast<const void*>(kernel), shared, limit);
}
#endif

#endif
