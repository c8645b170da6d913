// retarget: -std=c++17
// A vector taken apart by a reference: HIP's are no plain structures.
__global__ void k(float4 *v) {
  auto &[x, y, z, w] = v[threadIdx.x];
  x = y + z * w;
}
