// For counting what a variant executes where all its instances are live, as they nearly always are: its other version,
// which asks whether each is, is absent. Nothing that runs is built with this.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_ALL_LIVE_H
#define RETARGET_HIP_ALL_LIVE_H
#if defined(__cplusplus) && defined(__HIP__)

#pragma push_macro("all")
#undef all

namespace retarget {
// Preferred to the function of granularity.h, which takes what is constant.
template <int count_>
inline __attribute__((device)) bool all(bool (&)[count_]) {
  return true;
}
}  // namespace retarget

#pragma pop_macro("all")

#endif
#endif
