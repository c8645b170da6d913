// References that only ever have linear memory: declared, set up, bound and fetched in all the ways there are.
texture<float, 1, cudaReadModeElementType> values;  // want [texture] 'values' is read by plain loads
static texture<int2> pairs, others;                 // want [texture] 'pairs, others' is read by plain loads
texture<uchar4, 1, cudaReadModeNormalizedFloat> colors;  // want [texture] plain loads
extern texture<uchar4, cudaTextureType1D> elsewhere;  // want [texture] plain loads

namespace mine {
texture<float> values_of_mine;
}

__global__ void gather(const int *index, float *out) {
  int i = threadIdx.x;
  out[i] = tex1Dfetch(values, index[i]) + tex1Dfetch(pairs, i).x + tex1Dfetch(elsewhere, i).w;
  out[i] += tex1Dfetch(colors, i).x;
  out[i] += tex1Dfetch(mine::values_of_mine, 2 * (i + 1)) + tex1Dfetch<int2>(others, i).y;
}

cudaError_t bind(float *memory, size_t bytes, cudaChannelFormatDesc texel) {
  size_t offset = 0;
  values.normalized = false;
  values.filterMode = cudaFilterModePoint;
  values.addressMode[0] = cudaAddressModeClamp;
  values.channelDesc = texel;
  cudaBindTexture(&offset, values, memory, bytes);
  cudaBindTexture(NULL, &pairs, memory, &texel, bytes);
  cudaBindTexture(0, others, memory, texel);
  cudaBindTexture(0, colors, memory, bytes);
  cudaGetTextureAlignmentOffset(&offset, values);
  cudaUnbindTexture(&pairs);
  return cudaUnbindTexture(values);
}
