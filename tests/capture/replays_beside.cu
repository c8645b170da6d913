// What kernels of replays.cu use, in another unit.
namespace far_away {
__device__ int by[2];
}
__device__ int shifted(int value) { return value + far_away::by[1]; }
