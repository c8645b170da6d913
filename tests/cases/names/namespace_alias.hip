// Members of CUDA's namespaces under a name that the program gives them.
#include <hip/hip_runtime.h>
#include "retarget_hip/cooperative_groups.h"
#include "retarget_hip/cub_access.h"
#include "retarget_hip/cub_device.h"
#include <hipcub/hipcub.hpp>

namespace cg = retarget_hip::cooperative_groups;
namespace prims = ::hipcub;
namespace app {
struct block_tile_memory {};
}
namespace own = app;

__global__ void reduced(int* p) {
  __shared__ cg::block_tile_memory<256> scratch;  // want [no-counterpart] 'cooperative_groups::block_tile_memory' has no
  auto block = cg::this_thread_block(scratch);
  auto tile = cg::tiled_partition<32>(block);
  p[threadIdx.x] = tile.thread_rank();
}

__global__ void other(int* p) {
  own::block_tile_memory kept;
  p[0] = prims::CTA_SYNC_AND(p[1]);
  prims::cache_modified_input<prims::LOAD_CG, int> loads(p);
  p[1] = loads[2];
}

namespace inner {
using namespace ::hipcub;
}
