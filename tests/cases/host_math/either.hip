// A function that is the device's in the compilation for the device only, and the host's in that for the host.
#include <hip/hip_runtime.h>
#include "retarget_hip/device_math.h"
#ifdef __HIP_DEVICE_COMPILE__
#define USED 1
#define DEVICE __device__
#else
#define DEVICE
#endif

DEVICE static inline float turned(float x) {
    float s, c;
    sincospif(x, &s, &c);
    return s + c;
}

__global__ void k(float *p) {
#ifdef USED
    p[0] = turned(p[1]);
#endif
}
