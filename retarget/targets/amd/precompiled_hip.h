// What every unit of HIP begins with. Parsed only; never emitted.
#include <hip/hip_runtime.h>
