// Copies by a whole group. They are done at once; a wait is the group's barrier.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H
#define RETARGET_HOST_COOPERATIVE_GROUPS_MEMCPY_ASYNC_H

#include <cooperative_groups.h>

#include <cstddef>

namespace cooperative_groups {

template <typename Group>
inline void memcpy_async(const Group& group, void* to, const void* from, std::size_t bytes) {
  for (std::size_t i = group.thread_rank(); i < bytes; i += group.num_threads())
    static_cast<char*>(to)[i] = static_cast<const char*>(from)[i];
}
// Counts of elements, of which the smaller one holds.
template <typename Group, typename T, typename Count>
inline void memcpy_async(const Group& group, T* to, std::size_t room, const T* from, const Count& count) {
  const std::size_t least = room < count ? room : static_cast<std::size_t>(count);
  for (std::size_t i = group.thread_rank(); i < least; i += group.num_threads()) to[i] = from[i];
}
template <typename Group>
inline void wait(const Group& group) {
  group.sync();
}
template <unsigned Stages, typename Group>
inline void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups

#endif
