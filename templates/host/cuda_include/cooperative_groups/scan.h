// Prefix sums over the lanes of a group.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_COOPERATIVE_GROUPS_SCAN_H
#define RETARGET_HOST_COOPERATIVE_GROUPS_SCAN_H

#include <cooperative_groups.h>

namespace cooperative_groups {

template <typename Group, typename T, typename Operation>
inline T inclusive_scan(const Group& group, T value, Operation operation) {
  for (unsigned step = 1; step < group.num_threads(); step *= 2) {
    const T below = group.shfl_up(value, step);
    if (group.thread_rank() >= step) value = operation(below, value);
  }
  return value;
}
template <typename Group, typename T>
inline T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <typename Group, typename T, typename Operation>
inline T exclusive_scan(const Group& group, T value, Operation operation) {
  const T below = group.shfl_up(inclusive_scan(group, value, operation), 1);
  return group.thread_rank() == 0 ? T() : below;
}
template <typename Group, typename T>
inline T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups

#endif
