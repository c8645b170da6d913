// Operators that do something else than HIP's.
#include <hip/hip_runtime.h>
#include "retarget_hip/operators.h"
RETARGET_OWN_OPERATOR __device__ float2 operator*(float2 a, float2 b) { 
    return make_float2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}
RETARGET_OWN_OPERATOR __device__ void operator+=(float3 &a, float3 b) { a.x += b.x; a.y += b.y; } 
RETARGET_OWN_OPERATOR __device__ float2 operator-(float2 a, float2 b) { return make_float2(a.x - b.x, a.x - b.x); } 
template <class T> __device__ float2 operator/(float2 a, T b) { return make_float2(a.x / b, a.y / b); }
