// Templates that take a vector and any type compete with HIP's for two vectors: the program's own has to stay.
template <typename T>
__device__ inline float4 operator*(const T &a, const float4 &b) {
  return {float(a) * b.x, float(a) * b.y, float(a) * b.z, float(a) * b.w};
}
template <typename T>
__device__ inline float4 operator*(const float4 &a, const T &b) { return b * a; }
__device__ inline float4 operator*(const float4 &a, const float4 &b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z, a.w * b.w};
}
__device__ inline float4 operator+(const float4 &a, const float4 &b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w};
}

__global__ void k(float4 *p, float s, int i) { p[0] = p[1] * p[2] + s * p[3] + p[i] * i; }
