// HIP declares these loads for halves alone.
__global__ void k(int *out, const int *in, const float2 *pairs) {
  out[0] = __ldcg(in) + __ldca(in + 1) + __ldcs(in + 2);
  out[1] = static_cast<int>(__ldcg(pairs).x);
}
