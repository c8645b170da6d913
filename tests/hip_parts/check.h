// What the test programs share: checks that count failures on the device, and a report at the end.
#ifndef RETARGET_TEST_CHECK_H
#define RETARGET_TEST_CHECK_H

#include <hip/hip_runtime.h>

#include <cstdio>

struct Failures {
  int count;
  int last_line;
};
__device__ Failures device_failures;
static Failures host_failures;

__host__ __device__ inline void expect(bool holds, int line) {
  if (holds) return;
#if defined(__HIP_DEVICE_COMPILE__)
  atomicAdd(&device_failures.count, 1);
  atomicMax(&device_failures.last_line, line);
#else
  host_failures.count += 1;
  host_failures.last_line = line;
#endif
}
#define EXPECT(...) expect((__VA_ARGS__), __LINE__)

inline int report(const char* name) {
  Failures device{-1, 0};
  const bool ran = hipDeviceSynchronize() == hipSuccess &&
                   hipMemcpyFromSymbol(&device, HIP_SYMBOL(device_failures), sizeof(device)) == hipSuccess;
  std::printf("%s: device %d failures (line %d), host %d failures (line %d)\n", name, device.count,
              device.last_line, host_failures.count, host_failures.last_line);
  return ran && device.count == 0 && host_failures.count == 0 ? 0 : 1;
}

#endif
