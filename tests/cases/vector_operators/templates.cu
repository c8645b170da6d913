// HIP's compound operators are templates too, and neither is more special.
template <class T, class = void>
__device__ void operator*=(float4 &a, const T &b) {
  a.x *= b;
}
template <class T>
__device__ bool operator>=(float4 a, T b) {
  return a.x >= b;
}
__global__ void k(float4 *v) {
  v[0] *= 2;
  v[1].x = v[0] >= 3;
}
