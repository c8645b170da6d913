// Operators that macros define: which ones serve is left to the compiler.
#include <hip/hip_runtime.h>
#include "retarget_hip/operators.h"
#define COMPOUND(type, scalar, op) \
    RETARGET_OWN_OPERATOR __host__ __device__ type &operator op(type &a, const type &b) { a.x op b.x; a.y op b.y; return a; } \
    RETARGET_OWN_OPERATOR __host__ __device__ type &operator op(type &a, scalar b) { a.x op b; a.y op b; return a; }
#define BOTH(op) RETARGET_OWN_OPERATOR __device__ float2 operator op(const float2 &a, const float2 &b) { return {a.x op b.x, a.y op b.y}; }
#define OTHER(type, op) __device__ type operator op(const type &a, const type &b) { return type(a.x op b.x); }
struct Length {
    float x;
    __device__ explicit Length(float of) : x(of) {}
};
COMPOUND(float2, float, -=)
BOTH(*)
OTHER(Length, +)
__device__ float2 moved(float2 a, const float2 &b) { return (a -= b) * b; }
