// A class derived from a vector is a number of any type to HIP's operators: those for either operand suit equally.
#define SUM(a, b) ((a) + (b))
struct Point : float3 {
  __host__ __device__ Point() {}
  __host__ __device__ Point(const float3 &v) : float3(v) {}
};
template <class T>
struct Vec {};
template <>
struct Vec<float> : float3 {};
template <>
struct Vec<double> : double3 {};

__host__ __device__ float3 operator+(const float3 &a, const float3 &b) {
  return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__host__ __device__ double3 operator+(const double3 &a, const double3 &b) {
  return make_double3(a.x + b.x, a.y + b.y, a.z + b.z);
}
__host__ __device__ float3 operator*(const float3 &a, float b) { return make_float3(a.x * b, a.y * b, a.z * b); }
__host__ __device__ float3 operator%(const float3 &a, const float3 &b) {
  return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
__host__ __device__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__host__ __device__ float3 operator/(float3 a, float3 b) { return make_float3(a.x / b.x, a.y / b.x, a.z / b.x); }

__global__ void points(Point *out, const Point *in, const float3 *plain) {
  out[0] = in[0] + in[1];
  out[1] = in[1] + plain[0];
  out[2] = plain[1] + in[2];
  out[3] = in[0] % in[1];
  out[4] = in[0] % plain[1];
  out[5] = in[0] * 2;
  out[6] = in[0] * 2 + (in[3] + in[4]);
  out[7] = in[0] - in[1];
  out[8] = in[0] / plain[0];
  out[9] = Point(plain[0]) / in[0];
  out[10] = plain[0] / plain[1] - make_float3(1, 2, 3);
}
template <class T>
__global__ void of_any(Vec<T> *a, T *out) {
  out[0] = (a[0] + a[1]).x;
}
void run(Vec<float> *a, float *x, Vec<double> *b, double *y) {
  of_any<<<1, 1>>>(a, x);
  of_any<<<1, 1>>>(b, y);
}
