#include <stdio.h>
#define CAT(a, b) a##b
#define API(n) CAT(cuda, n)
int f() { return API(DeviceSynchronize)(); }
