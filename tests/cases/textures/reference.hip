// References that only ever have linear memory: declared, set up, bound and fetched in all the ways there are.
#include <hip/hip_runtime.h>
#include "retarget_hip/texture.h"
__constant__ retarget_hip::linear_texture<float, 1, hipReadModeElementType> values;  // want [texture] 'values' is read by plain loads
static __constant__ retarget_hip::linear_texture<int2> pairs, others;                 // want [texture] 'pairs, others' is read by plain loads
__constant__ retarget_hip::linear_texture<uchar4, 1, hipReadModeNormalizedFloat> colors;  // want [texture] plain loads
extern __constant__ retarget_hip::linear_texture<uchar4, hipTextureType1D> elsewhere;  // want [texture] plain loads

namespace mine {
__constant__ retarget_hip::linear_texture<float> values_of_mine;
}

__global__ void gather(const int *index, float *out) {
  int i = threadIdx.x;
  out[i] = tex1Dfetch(values, index[i]) + tex1Dfetch(pairs, i).x + tex1Dfetch(elsewhere, i).w;
  out[i] += tex1Dfetch(colors, i).x;
  out[i] += tex1Dfetch(mine::values_of_mine, 2 * (i + 1)) + tex1Dfetch<int2>(others, i).y;
}

hipError_t bind(float *memory, size_t bytes, hipChannelFormatDesc texel) {
  size_t offset = 0;
  values.normalized = false;
  values.filterMode = hipFilterModePoint;
  values.addressMode[0] = hipAddressModeClamp;
  values.channelDesc = texel;
  hipBindTexture(&offset, values, memory, bytes);
  hipBindTexture(NULL, &pairs, memory, &texel, bytes);
  hipBindTexture(0, others, memory, texel);
  hipBindTexture(0, colors, memory, bytes);
  hipGetTextureAlignmentOffset(&offset, values);
  hipUnbindTexture(&pairs);
  return hipUnbindTexture(values);
}
