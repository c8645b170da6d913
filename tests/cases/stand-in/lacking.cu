// retarget: -I../outside
#include <cuda_runtime.h>
#include <shrUtils.h>

inline void shrLog_here() { shrLog("here"); }  // want [stand-in] shrUtils\.h lies outside of the root, and the support header helper_cuda\.h that stands for it lacks 'shrLog'

int main() {
  cudaSetDevice(chooseDevice(1));  // want [stand-in] lacks 'chooseDevice'
  chooseDevice(2);
  Meter meter;  // want [stand-in] lacks 'Meter'
  meter.counts[0] = LOUD;  // want [stand-in] lacks 'LOUD': give --root a folder that holds both, or name .*shrUtils\.h as an input
  return 0;
}
