// What templates/hip/variants.h gives a launch, but for its times and rehearsals: a third of the time to compile.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_VARIANTS_H
#define RETARGET_HIP_VARIANTS_H
#ifdef __cplusplus

#include <cstdlib>

#include "granularity.h"

namespace retarget {

inline int chosen(const char*, int variants_, const Launch&) {
  const char* const asked_ = std::getenv("RETARGET_VARIANT");
  const int number_ = asked_ && variants_ > 0 ? std::atoi(asked_) : 0;
  return number_ < 1 ? 0 : (number_ - 1) % variants_ + 1;
}

struct Noted {
  Noted(const char*, int, bool, const Launch&) {}
};

template <class Run_, class... A_>
void rehearse(const char*, int, const Launch&, Run_, const A_&...) {}

}  // namespace retarget

#endif
#endif
