// retarget: -I../outside
#include <hip/hip_runtime.h>
#include "retarget_hip/helper_cuda.h"

struct Queue { int chooseDevice(int wanted); };  // its own member
#undef shrLog
#define shrLog(text) (void)(text)

int main(int argc, char** argv) {
  Queue queue;
  checkCudaErrors(hipSetDevice(queue.chooseDevice(1)));
  shrLog("unused");
#if 0
  Meter meter;
#endif
  return 0;
}
