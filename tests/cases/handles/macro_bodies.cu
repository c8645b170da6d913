// What a macro's body computes may be meant for other types too; a target with effects is not written twice.
#include <cuda.h>
#define ALIGNED(p) ((p) & ~255ull)
#define AT(i) (base + 4 * (i))
#define LATER(p) p + 4
#define BASE context->base

struct Context { CUdeviceptr base; };

void macro_bodies(Context *context, CUdeviceptr base, CUdeviceptr *list, int i) {
  CUdeviceptr p = ALIGNED(base);
  p = LATER(base);
  p = BASE + 4;
  p = AT(i); // want [handles] 'CUdeviceptr' is computed with in the body of a macro
  list[i++] += 4; // want [handles] by an operator that cannot be taken apart
  p++; // want [handles] by an operator
}

#define INIT(p) CUdeviceptr aligned = p & ~255ull
CUdeviceptr declared_by_a_macro(CUdeviceptr base) {
  INIT(base); // want [handles] in the body of a macro
  return aligned;
}
