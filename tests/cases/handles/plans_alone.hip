// No toolkit has cuFFT's header here: its types are known all the same.
#include <hip/hip_runtime.h>
#include "retarget_hip/fft_plans.h"
#include <hipfft/hipfft.h>

int number(const char *name);
void store(const char *name, bool value);
void store(const char *name, int value);

void keep(hipfftHandle plan, hipfftDoubleComplex *in, hipfftComplex &value) {
  hipfftHandle other = retarget_hip::fft_plan(number("plan"));
  store("plan", retarget_hip::fft_number(plan));
  in[0].x += value.y;
  hipfftExecZ2Z(other, in, in, HIPFFT_FORWARD);
}
