// What only the device includes is left out where the device leaves it out: the host says nothing of it.
#if __CUDA_ARCH__ >= 500
#include "device_only.inc"
#endif

__global__ void k(unsigned *p) {
#if __CUDA_ARCH__ >= 500
    p[0] = found(p);
#endif
}
