// retarget: --arch gfx1030
// What has all image instructions is only told of what HIP's headers leave out.
#include <cuda_runtime.h>

__global__ void sample(float* out, cudaTextureObject_t t, float x) {
  out[0] = tex2DLod<float>(t, x, x, 1.0f) + tex2Dgather<float4>(t, x, x, 0).x;
  out[1] = tex2DLayeredLod<float>(t, x, x, 1, 1.0f); // want [texture] HIP's 'tex2DLayeredLod' reads the base level
}
