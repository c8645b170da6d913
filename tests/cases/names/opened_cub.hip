// Members of CUB's that have other names in hipCUB, behind a using-directive.
#include <hip/hip_runtime.h>
#include "retarget_hip/cub_lanes.h"
#include <hipcub/hipcub.hpp>
using namespace hipcub;
struct Lanes {
    int LaneId;
};
__global__ void k(float *p) {
    typedef BlockLoad<float, 32, 4, BLOCK_LOAD_TRANSPOSE> Load;
    __shared__ Load::TempStorage memory;
    float values[4];
    Load(memory).Load(p, values);
    Lanes lanes;
    lanes.LaneId = lane_id32();
    p[lanes.LaneId] = values[0];
}
