// Arguments that CUDA's prototypes default, and HIP's do not.
#include <hip/hip_runtime.h>

int main() {
  hipStream_t stream;
  hipEvent_t event;
  hipStreamWaitEvent(stream, event, 0);
  hipStreamWaitEvent(stream, event, 0);
  hipArray_t array, other;
  hipChannelFormatDesc format = hipCreateChannelDesc<float>();
  hipMalloc3DArray(&array, &format, make_hipExtent(4, 4, 4), hipArrayDefault);
  hipMalloc3DArray(&array, &format, make_hipExtent(4, 4, 4), hipArrayLayered);
  hipMemcpy2DArrayToArray(array, 0, 0, other, 0, 0, 4, 4, hipMemcpyDeviceToDevice);
  hipGraph_t graph;
  hipGraphExec_t instance;
  hipGraphInstantiateWithFlags(&instance, graph, 0);
}
