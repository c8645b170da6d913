// A function of the program's own, and a method, are left alone.
#include "retarget_hip/bf16.h"
#include <hip/hip_runtime.h>

struct Mine { float value; };
__device__ Mine __hfma(Mine a, Mine b, Mine c) { return {a.value * b.value + c.value}; }

struct With {
  __hip_bfloat16 value;
  __device__ float __hfma2(float a) { return a; }
};

__global__ void k(Mine *out, With *with) {
  out[0] = __hfma(out[0], out[1], out[2]);
  out[1].value = with->__hfma2(1.0f);
}
