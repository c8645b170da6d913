// See cufft.h.
#include <cufft.h>
#include_next <cufftXt.h>
