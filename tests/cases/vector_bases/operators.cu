// A number made of two words: HIP's operators on them would be taken in place of those on numbers.
struct u64 : public uint2 {
  __device__ u64(unsigned low, unsigned high) { uint2::x = low; uint2::y = high; }
  __device__ u64(unsigned long long v) { *reinterpret_cast<unsigned long long *>(&this->x) = v; }
  __device__ operator unsigned long long() const { return *reinterpret_cast<const unsigned long long *>(this); }
};
struct Point : float3 {
  __host__ __device__ Point(float a, float b, float c) : float3{a, b, c} {}
  __host__ __device__ Point(float3 v) : float3(v) {}
  __host__ __device__ Point operator*(const Point &o) const { return Point(y * o.z, z * o.x, x * o.y); }
};
__device__ float length(const float3 &v) { return v.x + v.y + v.z; }

__global__ void k(unsigned long long *out, float *lengths, float3 *from, u64 a) {
  const u64 sum = out[0] ^ u64(1, 2);
  out[1] = sum + a.x;
  Point p(from[0]), q(1, 2, 3);
  from[1] = p * q;
  lengths[0] = length(p) + length(p * q);
}
