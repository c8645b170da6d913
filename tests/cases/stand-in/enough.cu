// retarget: -I../outside
#include <cuda_runtime.h>
#include <helper_cuda.h>
#include <shrUtils.h>

struct Queue { int chooseDevice(int wanted); };  // its own member
#undef shrLog
#define shrLog(text) (void)(text)

int main(int argc, char** argv) {
  Queue queue;
  checkCudaErrors(cudaSetDevice(queue.chooseDevice(1)));
  shrLog("unused");
#if 0
  Meter meter;
#endif
  return 0;
}
