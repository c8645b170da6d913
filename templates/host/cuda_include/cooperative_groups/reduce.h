// Reductions over the lanes of a group.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_COOPERATIVE_GROUPS_REDUCE_H
#define RETARGET_HOST_COOPERATIVE_GROUPS_REDUCE_H

#include <cooperative_groups.h>

namespace cooperative_groups {

template <unsigned Size, typename Parent, typename T, typename Operation>
inline T reduce(const thread_block_tile<Size, Parent>& tile, T value, Operation operation) {
  for (unsigned step = Size / 2; step > 0; step /= 2) value = operation(value, tile.shfl_xor(value, step));
  return value;
}
template <typename T, typename Operation>
inline T reduce(const coalesced_group& group, T value, Operation operation) {
  T result = group.shfl(value, 0);
  for (unsigned rank = 1; rank < group.num_threads(); ++rank) result = operation(result, group.shfl(value, rank));
  return result;
}

}  // namespace cooperative_groups

#endif
