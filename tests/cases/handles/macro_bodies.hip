// What a macro's body computes may be meant for other types too; a target with effects is not written twice.
#include <hip/hip_runtime.h>
#define ALIGNED(p) ((p) & ~255ull)
#define AT(i) (base + 4 * (i))
#define LATER(p) p + 4
#define BASE context->base

struct Context { hipDeviceptr_t base; };

void macro_bodies(Context *context, hipDeviceptr_t base, hipDeviceptr_t *list, int i) {
  hipDeviceptr_t p = (hipDeviceptr_t)ALIGNED((unsigned long long)base);
  p = LATER((char*)base);
  p = (char*)BASE + 4;
  p = AT(i); // want [handles] 'CUdeviceptr' is computed with in the body of a macro
  list[i++] += 4; // want [handles] by an operator that cannot be taken apart
  p++; // want [handles] by an operator
}

#define INIT(p) hipDeviceptr_t aligned = p & ~255ull
hipDeviceptr_t declared_by_a_macro(hipDeviceptr_t base) {
  INIT((unsigned long long)base); // want [handles] in the body of a macro
  return aligned;
}
