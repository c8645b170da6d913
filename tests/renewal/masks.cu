// Warp functions get masks: of all lanes, or of those that a condition lets through.
#define WARP 32

__device__ float sum(float x) {
  for (int offset = WARP / 2; offset > 0; offset /= 2) x += __shfl_down(x, offset);
  return __shfl(x, 0);
}

__global__ void reduce(float* out, unsigned* votes, int n) {
  const int lane = threadIdx.x % WARP, i = blockIdx.x * blockDim.x + threadIdx.x;
  float x = i < n ? out[i] : 0;
  x = sum(__shfl_xor(x, 1));
  if (lane < 16) x += __shfl_up(x, 8, 16);
  if (__any(x > 1) && !__all(x > 2)) votes[i / WARP] = __ballot(x > 3);
  if (lane == 0) out[i / WARP] = x;
}
