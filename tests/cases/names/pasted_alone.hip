#include <hip/hip_runtime.h>
#include <stdio.h>
#define CAT(a, b) a##b
#define API(n) CAT(hip, n)
int f() { return API(DeviceSynchronize)(); }
