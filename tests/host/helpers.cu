// Headers of CUDA's samples and tools, of which the program brings no copy.
#include <cuComplex.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <cutil_inline.h>
#include <device_launch_parameters.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <helper_math.h>
#include <math_constants.h>
#include <nvToolsExt.h>

#include <cmath>
#include <cstdio>

static int failures = 0;
#define EXPECT(holds) \
  do { \
    if (!(holds)) printf("FAIL line %d: %s\n", __LINE__, #holds), ++failures; \
  } while (0)

__global__ void apply(float4* corner, float3* unit, cuComplex* turned) {
  const int i = threadIdx.x;
  float4 a = make_float4(i, 1.0f, 2.0f, 3.0f) * 2.0f + make_float4(1.0f);
  a += corner[i];
  corner[i] = clamp(a / 2.0f, 0.0f, 20.0f);
  unit[i] = normalize(make_float3(3.0f, 4.0f, 0.0f)) - lerp(make_float3(0.0f), make_float3(1.0f), 0.5f);
  turned[i] = cuCmulf(make_cuComplex(i, 1.0f), make_cuComplex(0.0f, CUDART_PI_F));
}

int main(int argc, char** argv) {
  constexpr int count = 64;
  cudaProfilerStart();
  nvtxRangePushA("helpers");
  EXPECT(gpuGetMaxGflopsDeviceId() == 0);
  EXPECT(!checkCmdLineFlag(argc, (const char**)argv, "absent"));
  StopWatchInterface* timer = nullptr;
  sdkCreateTimer(&timer);
  sdkStartTimer(&timer);

  float4* corner;
  float3* unit;
  cuComplex* turned;
  checkCudaErrors(cudaMallocManaged(&corner, count * sizeof(float4)));
  checkCudaErrors(cudaMallocManaged(&unit, count * sizeof(float3)));
  cutilSafeCall(cudaMallocManaged(&turned, count * sizeof(cuComplex)));
  checkCudaErrors(cudaMemset(corner, 0, count * sizeof(float4)));
  apply<<<1, count>>>(corner, unit, turned);
  getLastCudaError("apply");
  checkCudaErrors(cudaDeviceSynchronize());

  sdkStopTimer(&timer);
  EXPECT(sdkGetTimerValue(&timer) >= 0);
  sdkDeleteTimer(&timer);
  nvtxRangePop();
  cudaProfilerStop();
  for (int i = 0; i < count; ++i) {
    EXPECT(corner[i].x == fminf(i + 0.5f, 20.0f) && corner[i].w == 3.5f);
    EXPECT(fabsf(unit[i].x - 0.1f) < 1e-6f && fabsf(unit[i].y - 0.3f) < 1e-6f && unit[i].z == -0.5f);
    EXPECT(fabsf(cuCimagf(turned[i]) - i * 3.14159265f) < 1e-4f && fabsf(cuCrealf(turned[i]) + 3.14159265f) < 1e-6f);
  }
  if (!failures) printf("PASS\n");
  return failures != 0;
}
