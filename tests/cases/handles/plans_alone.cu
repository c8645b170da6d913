// No toolkit has cuFFT's header here: its types are known all the same.
#include <cufft.h>

int number(const char *name);
void store(const char *name, bool value);
void store(const char *name, int value);

void keep(cufftHandle plan, cufftDoubleComplex *in, cufftComplex &value) {
  cufftHandle other = number("plan");
  store("plan", plan);
  in[0].x += value.y;
  cufftExecZ2Z(other, in, in, CUFFT_FORWARD);
}
