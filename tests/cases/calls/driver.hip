// The driver's copies take a direction in HIP; other arguments come and go too.
#include <hip/hip_runtime.h>
#include "retarget_hip/occupancy.h"
#include "retarget_hip/runtime.h"

static size_t shared(int block) { return 4 * block; }

void driver(hipDeviceptr_t to, hipDeviceptr_t from, size_t n, hipStream_t stream, hipFunction_t kernel) {
  hipMemcpy(to, from, n, hipMemcpyDefault);
  hipMemcpyAsync(to, (char*)from + 4, n, hipMemcpyDefault, stream);
  int grid, block;
  hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, 0);
  hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, kernel, 0, 0, 0);
  hipModuleOccupancyMaxPotentialBlockSize(&grid, &block, kernel, shared, 0, 0);
  retarget_hip::OccupancyB2DSize given = block > 64 ? shared : nullptr;
  hipModuleOccupancyMaxPotentialBlockSizeWithFlags(&grid, &block, kernel, given, 16, 256, 0);
}

void graphs(hipGraph_t graph) {
  hipGraphExec_t instance;
  hipGraphInstantiate(&instance, graph, 0, 0, 0);
  hipGraphInstantiate(&instance, graph, 0);
  hipGraphInstantiate(&instance, graph, NULL, NULL, 0);
}
