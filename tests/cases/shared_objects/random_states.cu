// States of cuRAND's generators are plain, those of hipRAND's have constructors.
#include <curand_kernel.h>

struct Walker {
  float at;
  curandState random;
};
using Quick = curandStatePhilox4_32_10_t;
union Either {
  curandStateMRG32k3a random;  // want [random-state] a union that holds one has none
  float value;
};
__device__ curandState everywhere[64];  // want [random-state] 'everywhere' is memory of the device
__device__ curandState *pointed;

template <typename State>
__global__ void walk(float *out) {
  __shared__ State one;
  __shared__ curandState states[32];
  __shared__ Walker walkers[2][3];
  __shared__ Quick quick;
  __shared__ curandState *last;
  __shared__ curandState several, more;  // want [random-state] declare this one alone
  extern __shared__ curandState dynamic[];
  curand_init(1, 2, 3, &one);
  out[0] = curand_uniform(&states[threadIdx.x]) + curand_uniform(&walkers[1][2].random) + curand_uniform(&quick);
  last = &dynamic[0];
}
