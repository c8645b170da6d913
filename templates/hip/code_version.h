// What a kernel's attributes say of its code: CUDA's version of it, by which the code took its branches.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CODE_VERSION_H
#define RETARGET_HIP_CODE_VERSION_H

#include "arch.h"

#ifndef __cplusplus
#define retarget_hip_code_version(attributes) ((void)(attributes), RETARGET_CUDA_ARCH_LIST / 10)
#else

namespace retarget_hip {

template <typename Attributes_>
constexpr int code_version(const Attributes_&) {
  return RETARGET_CUDA_ARCH_LIST / 10;
}

}  // namespace retarget_hip

#define retarget_hip_code_version retarget_hip::code_version  // the name that a header of both languages has

#endif
#endif
