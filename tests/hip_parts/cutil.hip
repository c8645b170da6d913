// The old SDK's interface, NVTX, device properties, and launch bounds.
#include "../../templates/hip/cutil.h"
#include "../../templates/hip/device_prop.h"
#include "../../templates/hip/launch_bounds.h"
#include "../../templates/hip/nvtx.h"
#include "check.h"

template <int threads, int blocks>
__global__ void __launch_bounds__(threads, RETARGET_WAVES_PER_EU(threads, blocks)) bounded(int* sum) {
  atomicAdd(sum, 1);
}

#if defined(__gfx90a__) || defined(__gfx942__)
static_assert(RETARGET_WAVES_PER_EU(256, 4) == 4, "four blocks of four waves on four EUs");
static_assert(RETARGET_WAVES_PER_EU(1024, 8) == 8, "no more than the architecture has");
static_assert(RETARGET_WAVES_PER_EU(32, 1) == 1 && RETARGET_WAVES_PER_EU(96, 4) == 2, "whole waves");
#elif defined(__GFX10__) || defined(__GFX11__)
static_assert(RETARGET_WAVES_PER_EU(256, 4) == 8, "four blocks of eight waves on four EUs");
#endif

int main(int argc, char** argv) {
  CUT_DEVICE_INIT(argc, argv);
  unsigned timer = 0, other = 0;
  CUT_SAFE_CALL(cutCreateTimer(&timer));
  cutilCheckError(cutCreateTimer(&other));
  EXPECT(timer != other && cutStartTimer(timer) && cutStopTimer(timer) && cutGetTimerValue(timer) >= 0);
  EXPECT(cutDeleteTimer(other) && !cutStartTimer(other) && cutGetAverageTimerValue(timer) >= 0);
  const char* arguments[] = {"program", "-size=7", "-noprompt"};
  int size = 0;
  EXPECT(cutGetCmdLineArgumenti(3, arguments, "size", &size) == CUTTrue && size == 7);
  EXPECT(cutCheckCmdLineFlag(3, arguments, "noprompt") && !cutCheckCmdLineFlag(3, arguments, "cpu"));

  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = "range";
  nvtxRangePushEx(&event);
  nvtxRangePushA("inner");
  nvtxRangePop();
  nvtxRangePop();
  nvtxRangeEnd(nvtxRangeStartA("other"));

  hipDeviceProp_t properties;
  cutilSafeCall(hipGetDeviceProperties(&properties, 0));
  EXPECT(retarget_hip::property::deviceOverlap(properties) == 1);
  EXPECT(retarget_hip::property::unifiedAddressing(properties) >= 0);
  EXPECT(retarget_hip::property::sharedMemPerBlockOptin(properties) >= properties.sharedMemPerBlock);
  EXPECT(retarget_hip::property::maxTexture2DLayered(properties)[2] >= 0);

  int* sum = nullptr;
  CUDA_SAFE_CALL(hipMalloc(reinterpret_cast<void**>(&sum), sizeof(int)));
  CUDA_SAFE_CALL(hipMemset(sum, 0, sizeof(int)));
  bounded<256, 4><<<2, 256>>>(sum);
  CUT_CHECK_ERROR("launch");
  int total = 0;
  cutilSafeCall(hipMemcpy(&total, sum, sizeof(int), hipMemcpyDeviceToHost));
  EXPECT(total == 512);
  return report("cutil");
}
