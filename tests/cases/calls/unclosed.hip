// Brackets of a macro that do not close in it: what follows is another line's. Left, and told of.
#include <hip/hip_runtime.h>
__constant__ float c[4];

#define BEGIN hipMemcpyToSymbol(c,  // want [calls] cannot separate the arguments
#define END 16)
#define WHOLE(h) hipMemcpyToSymbol(HIP_SYMBOL(c), h, \
                                    16)

void run(float *h) {
  BEGIN h, END;
  WHOLE(h);
  hipMemcpyToSymbol(HIP_SYMBOL(c),
#ifdef SMALL
                     h + (1), 4);
#else
                     h, 16);
#endif
}
