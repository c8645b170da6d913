#pragma once
// A vector of three reals for both sides.

#include "common.h"

struct vec3 {
    real x, y, z;
};

__host__ __device__ inline vec3 operator+(const vec3& a, const vec3& b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

__host__ __device__ inline vec3 operator*(real s, const vec3& a)
{
    return {s * a.x, s * a.y, s * a.z};
}

__host__ __device__ inline real dot(const vec3& a, const vec3& b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ __forceinline__ vec3 load(const real* memory, int i)
{
    return {__ldg(memory + 3 * i), __ldg(memory + 3 * i + 1), __ldg(memory + 3 * i + 2)};
}

__device__ __forceinline__ void store(real* memory, int i, const vec3& a)
{
    memory[3 * i] = a.x;
    memory[3 * i + 1] = a.y;
    memory[3 * i + 2] = a.z;
}
