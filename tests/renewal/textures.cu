// References become objects behind the same names; binds, fetches and members keep their text.
#include <cstdio>
#include <texture_fetch_functions.h>

texture<float, 1, cudaReadModeElementType> values, weights;
static texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> image;
texture<float2, 3> volume;
surface<void, 2> target;

#define FETCH(t, i) tex1Dfetch(t, i)

static cudaError_t bind(texture<float, 1, cudaReadModeElementType>& t, const float* data, size_t bytes) {
  size_t offset = 0;
  return cudaBindTexture(&offset, t, data, bytes);
}

texture<float2, 3>& chosen() { return volume; }

__global__ void gather(float* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = tex1Dfetch(values, i) * FETCH(weights, i) + tex3D(volume, 1, 2, 3).y;
  v += tex2D(image, i + 0.5f, 0.5f).x + surf2Dread<float>(target, i * 4, 0);
  surf2Dwrite(v, target, i * 4, 1);
  out[i] = v;
}

int main() {
  float* data;
  cudaMalloc(&data, 4096);
  cudaArray* array;
  cudaChannelFormatDesc texel = cudaCreateChannelDesc<uchar4>();
  cudaMallocArray(&array, &texel, 32, 32);
  image.normalized = false;
  image.filterMode = cudaFilterModeLinear;
  image.addressMode[0] = cudaAddressModeClamp;
  texture<float2, 3>* other = &chosen();
  other->filterMode = cudaFilterModePoint;
  bind(values, data, 4096);
  cudaBindTexture(NULL, weights, data);
  cudaBindTextureToArray(image, array, texel);
  cudaBindSurfaceToArray(target, array);
  gather<<<1, 32>>>(data);
  cudaUnbindTexture(values);
  return cudaDeviceSynchronize();
}
