// clang's header asks for the next one of this name where there is one: gcc's, whose initial values clang cannot read.
#pragma push_macro("__STDC_HOSTED__")
#undef __STDC_HOSTED__
#define __STDC_HOSTED__ 0
#include_next <stdatomic.h>
#pragma pop_macro("__STDC_HOSTED__")
