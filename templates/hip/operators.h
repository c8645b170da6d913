// The program's own operators on vector types: preferred to those that HIP's types have, and CUDA's have not.
// They stand beside functions with the same parameters then, in HIP's headers too.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_OPERATORS_H
#define RETARGET_HIP_OPERATORS_H

#if defined(__clang__)
#define RETARGET_OWN_OPERATOR __attribute__((enable_if(true, "CUDA's vector types have no operators")))
#else
#define RETARGET_OWN_OPERATOR  // HIP's types are plain structures there
#endif

#endif
