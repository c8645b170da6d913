// HIP's operators take numbers of any type, and suit these calls better than the program's.
#define THREE 3
#define BY_TWO(v) ((v) / 2)
struct Scale {
  __device__ operator float() const { return 2.0f; }
};
__device__ float4 operator/(float4 a, float b) {
  float i = 1.0f / b;
  return make_float4(a.x * i, a.y * i, a.z * i, a.w * i);
}
__device__ float2 operator*(int2 a, float b) { return make_float2(a.x * b, a.y * b); }
__device__ float2 operator-(const double &a, const float2 &b) { return make_float2(a - b.x, b.y); }
__device__ void operator/=(float4 &a, float b) { a = a / b; }
__device__ float3 operator*(float3 a, float b) { return make_float3(a.x * b, a.y * b, a.z * b); }
__device__ int2 operator<<(int2 a, unsigned char b) { return make_int2(a.x << b, a.y << (b + 1)); }
template <class T>
__device__ float4 halved(float4 v, T by) {
  return v / by;  // want [vector-operator] not float: cast
}
__global__ void k(float4 *v, float2 *w, float3 *u, int2 *n, unsigned long long c, float f) {
  v[0] = v[1] / 3;
  v[1] = v[0] / f;
  v[2] = v[1] / (c + 1);
  v[3] = v[2] / THREE;
  v[4] = v[3] / Scale{};
  v[5] = BY_TWO(v[4]);  // want [vector-operator] in the macro, cast the operand to float
  v[0] /= 2.0;
  w[0] = n[0] * 0.5;
  w[1] = 1 - w[0];
  n[1] = n[0] << 'a';
  u[0] = u[1] * 2 * 0.5;
  v[6] = halved(v[5], 2);
}
