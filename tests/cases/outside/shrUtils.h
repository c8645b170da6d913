// A copy of an old samples' header, with functions that nobody else has.
#pragma once
#include <cuda_runtime.h>
#define SHR_LIMIT 8
typedef struct Meter { int counts[SHR_LIMIT]; } Meter;
enum Level { QUIET, LOUD = 4 };
inline int chooseDevice(int wanted) {
  int count = 0;
  cudaGetDeviceCount(&count);
  return wanted < count ? wanted : 0;
}
inline void log(const char* text) { (void)text; }
#define shrLog(text) log(text)
int unused(int x);
