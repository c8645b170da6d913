// libstdc++'s <bits/shared_ptr_base.h> has attributes named as CUDA's qualifier is: `__attribute__((__noinline__))`.
// SPDX-License-Identifier: MIT
#pragma GCC system_header
#pragma push_macro("__noinline__")
#undef __noinline__
#include_next <bits/shared_ptr_base.h>
#pragma pop_macro("__noinline__")
