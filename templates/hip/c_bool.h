// C's _Bool in C++, as GCC's <stdbool.h> has it: clang's has it in GNU dialects alone.
// The same definition as theirs, so that either may come first.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_C_BOOL_H
#define RETARGET_HIP_C_BOOL_H

#if defined(__cplusplus) && !defined(_Bool)
#define _Bool bool
#endif

#endif
