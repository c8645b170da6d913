// Operators that CUDA's vector types lack and HIP's have.
#include <hip/hip_runtime.h>
#ifndef __clang__  // HIP's vector types have these
inline __host__ __device__ float3 operator+(float3 a, float3 b) {
    return make_float3(a.x + b.x, a.y + b.y, a.z + b.z);
}
inline __host__ __device__ void operator+=(float3 &a, const float3 &b) { a.x += b.x; a.y += b.y; a.z += b.z; }
#endif

// What HIP's do not collide with stays.
inline __host__ __device__ float3 operator*(float3 a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }
#ifndef __clang__  // HIP's vector types have these
__device__ int2 &operator-=(int2 &a, int2 b) {  // in two statements
    a.x = a.x - b.x;
    a.y -= b.y;
    return a;
}
#endif
namespace own { struct float2 { float x, y; }; }
#ifndef __clang__  // HIP's vector types have these
inline __device__ float4 operator-(const float4 &v) { return {-v.x, -v.y, -v.z, -v.w}; }
#endif
 int between;
struct Own {
    float x;
    __device__ Own operator+(Own b) const { return {x + b.x}; }
};

__global__ void k(float3 *p, int2 *q, float4 *r) {
    p[0] = p[1] + p[2];
    p[1] += p[0] * 2.0f;
    q[0] -= q[1];
    r[0] = -r[1];
}
