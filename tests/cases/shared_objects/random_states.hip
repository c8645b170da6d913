// States of cuRAND's generators are plain, those of hipRAND's have constructors.
#include <hip/hip_runtime.h>
#include <hiprand/hiprand_kernel.h>

struct Walker {
  float at;
  hiprandState random;
};
using Quick = hiprandStatePhilox4_32_10_t;
union Either {
  hiprandStateMRG32k3a random;  // want [random-state] a union that holds one has none
  float value;
};
__device__ hiprandState everywhere[64];  // want [random-state] 'everywhere' is memory of the device
__device__ hiprandState *pointed;

template <typename State>
__global__ void walk(float *out) {
  __shared__ __align__(alignof(State)) unsigned char retarget_one[sizeof(State)]; auto &one = reinterpret_cast<State &>(retarget_one);
  __shared__ __align__(alignof(hiprandState)) unsigned char retarget_states[sizeof(hiprandState[32])]; auto &states = reinterpret_cast<hiprandState (&)[32]>(retarget_states);
  __shared__ __align__(alignof(Walker)) unsigned char retarget_walkers[sizeof(Walker[2][3])]; auto &walkers = reinterpret_cast<Walker (&)[2][3]>(retarget_walkers);
  __shared__ __align__(alignof(Quick)) unsigned char retarget_quick[sizeof(Quick)]; auto &quick = reinterpret_cast<Quick &>(retarget_quick);
  __shared__ hiprandState *last;
  __shared__ hiprandState several, more;  // want [random-state] declare this one alone
  extern __shared__ hiprandState dynamic[];
  hiprand_init(1, 2, 3, &one);
  out[0] = hiprand_uniform(&states[threadIdx.x]) + hiprand_uniform(&walkers[1][2].random) + hiprand_uniform(&quick);
  last = &dynamic[0];
}
