// Which variant of a kernel runs, its times and rehearsals: templates/hip/variants.h, compiled once for all programs.
// SPDX-License-Identifier: MIT
#include <hip/hip_runtime.h>

#define RETARGET_HOST_VARIANTS
#include "../../hip/variants.h"

namespace retarget_host {

int chosen_variant(const char* kernel, int variants, const retarget::Launch& launch) {
  return retarget::chosen(kernel, variants, launch);
}

void* note_begin(const char* kernel, int variant, bool fits, const retarget::Launch& launch) {
  return new retarget::Noted(kernel, variant, fits, launch);
}

void note_end(void* noted) { delete static_cast<retarget::Noted*>(noted); }

bool is_rehearsed() { return std::getenv("RETARGET_REHEARSAL") != nullptr; }

void rehearse(const char* kernel, int variants, const retarget::Launch& launch, const Rehearsed& what) {
  const auto run = [&](int variant) { what.call_(what.run_, variant); };
  retarget::rehearse(kernel, variants, launch, run, retarget::Pointers{what.pointers_, what.count_});
}

}  // namespace retarget_host
