// HIP's runtime leaves macros with plain names behind, which the program uses for its own.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HIP_MACROS_H
#define RETARGET_HIP_HIP_MACROS_H

#if defined(__HIPCC__)

#include <hip/hip_runtime.h>
// it uses DEPRECATED too
#include <hip/hip_ext.h>

#undef ADDRESS_SPACE_CONSTANT
#undef DECLOP_MAKE_FOUR_COMPONENT
#undef DECLOP_MAKE_ONE_COMPONENT
#undef DECLOP_MAKE_THREE_COMPONENT
#undef DECLOP_MAKE_TWO_COMPONENT
#undef DEPRECATED
#undef DEPRECATED_MSG
#undef GENERIC_GRID_LAUNCH
#undef GETREG_IMMED
#undef HW_ID
#undef HW_ID_CU_ID_OFFSET
#undef HW_ID_CU_ID_SIZE
#undef HW_ID_SE_ID_OFFSET
#undef HW_ID_SE_ID_SIZE
#undef ICMP_NE
#undef MASK1
#undef MASK2
#undef TEXTURE_OBJECT_PARAMETERS_INIT
#undef TEXTURE_PARAMETERS_INIT
#undef USE_PEER_NON_UNIFIED

#endif
#endif
