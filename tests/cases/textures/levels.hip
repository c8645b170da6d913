// retarget: --arch gfx90a,gfx1030
// Levels, gradients and gathers: gfx90a samples the base level alone, and its compiler says nothing.
#include <hip/hip_runtime.h>

struct Own { __device__ float tex2DLod(float x) { return x; } };

__global__ void sample(float* out, hipTextureObject_t t, float x, Own own) {
  out[0] = tex2D<float>(t, x, x) + tex2DLayered<float>(t, x, x, 1) + texCubemap<float>(t, x, x, x);
  out[1] = tex2DLod<float>(t, x, x, 1.0f); // want [texture] 'tex2DLod' gives nothing on gfx90a
  out[2] = tex3DGrad<float>(t, x, x, x, make_float4(1, 1, 1, 1), make_float4(1, 1, 1, 1)); // want [texture] 'tex3DGrad' gives nothing
  out[3] = tex2Dgather<float4>(t, x, x, 0).x; // want [texture] 'tex2Dgather' gives nothing
  out[4] = texCubemapGrad<float>(t, x, x, x, make_float4(1, 1, 1, 1), make_float4(1, 1, 1, 1)); // want [texture] HIP's 'texCubemapGrad' is declared and gives no value
  out[5] = own.tex2DLod(x);
#ifdef OTHERWISE
  out[6] = tex2DLod<float>(t, x, x, 2.0f);
#endif
}
