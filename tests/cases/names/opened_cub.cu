// Members of CUB's that have other names in hipCUB, behind a using-directive.
#include <cub/cub.cuh>
using namespace cub;
struct Lanes {
    int LaneId;
};
__global__ void k(float *p) {
    typedef BlockLoad<float, 32, 4, BLOCK_LOAD_WARP_TRANSPOSE> Load;
    __shared__ Load::TempStorage memory;
    float values[4];
    Load(memory).Load(p, values);
    Lanes lanes;
    lanes.LaneId = LaneId();
    p[lanes.LaneId] = values[0];
}
