// Launches by a kernel's address, and what else is asked about a kernel.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_LAUNCH_API_H
#define RETARGET_HOST_LAUNCH_API_H

#include <cstddef>
#include <utility>

namespace retarget_host {

template <typename... P, std::size_t... I>
inline void call_with(void (*kernel)(P...), void** arguments, std::index_sequence<I...>) {
  kernel(*static_cast<typename std::remove_reference<P>::type*>(arguments[I])...);
}

// Runs a kernel on pointers to its arguments.
template <typename... P>
inline int launch_by_address(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments, std::size_t shared,
                             const void* stream, bool cooperative) {
  configure(grid, block, shared, stream);
  if (cooperative) configure_cooperative();
  call_with(kernel, arguments, std::index_sequence_for<P...>());
  return 0;
}

}  // namespace retarget_host

#endif
