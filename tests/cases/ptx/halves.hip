// Half precision and bfloat16 as bits, packed and alone; doubles; saturation; lanes of a word.
#include <hip/hip_runtime.h>
#include "retarget_hip/ptx.h"
#include "retarget_hip/ptx_half.h"
#include "retarget_hip/ptx_memory.h"
#include "retarget_hip/rounding.h"
#include "retarget_hip/simd.h"
__device__ unsigned half2s(unsigned a, unsigned b, unsigned c, float x, float y) {
    unsigned d, e, f;
    d = retarget_hip::ptx_f16x2_sub(a, b);
    e = retarget_hip::ptx_f16x2_fma(a, b, c);
    f = retarget_hip::ptx_bf16x2_relu(retarget_hip::ptx_bf16x2_fma(d, e, c));
    a = retarget_hip::ptx_bf16x2_rn(x, y);
    b = retarget_hip::ptx_f16x2_relu(retarget_hip::ptx_f16x2_rn(x, y));
    c = retarget_hip::ptx_f16x2_le(a, b);
    {
        uint32_t s = retarget_hip::ptx_f16x2_max(d, e);
        d = retarget_hip::ptx_f16x2_ex2(s);
    }
    return a + b + c + d + f;
}

__device__ unsigned short halves(unsigned short h, float &x) {
    {
        uint16_t t = retarget_hip::ptx_f16_rn(x);
        h = retarget_hip::ptx_f16_add(h, t);
    }
    x = retarget_hip::ptx_f16_float(h);
    return h;
}

__device__ double doubles(double a, double b) {
    a = 1.0 / a;
    a = __fma_rz(b, a, b);
    return a;
}

__device__ int lanes(int a, int b, unsigned *q) {
    int d;
    d = retarget_hip::ptx_saturate<int32_t>(int64_t(int32_t(a)) + int32_t(b));
    a = __vsetne4(a, b);
    b = __vaddus2(a, b);
    asm volatile("" ::: "memory");
    retarget_hip::ptx_atom_add_f16x2(retarget_hip::ptx_at<uint32_t>(q), d);
    asm volatile("" ::: "memory");
    asm volatile("" ::: "memory");
    atomicAdd(retarget_hip::ptx_at<float>(q), 1.0f);
    atomicAdd(retarget_hip::ptx_at<float>(q, 4), 2.0f);
    asm volatile("" ::: "memory");
    *(short *)q = uint8_t(d);
    d = uint32_t(uint64_t(q));
    return a + b + d;
}

__device__ unsigned parts(unsigned a, unsigned b, unsigned c) {
    unsigned sum, merged;
    sum = uint32_t(int64_t(int16_t(uint32_t(a) >> 16)) + int8_t(uint32_t(b)));
    merged = (uint32_t(c) & 0xff00ffffu) | uint32_t(uint8_t(retarget_hip::ptx_saturate<uint8_t>(int64_t(int32_t(a)) + int32_t(b)))) << 16;
    c = uint32_t(uint8_t(uint32_t(a))) * uint32_t(uint8_t(uint32_t(b) >> 24)) + uint32_t(merged);
    int left;
    left = -uint32_t(uint16_t(uint32_t(a))) * uint32_t(uint16_t(uint32_t(b))) + uint32_t(c);
    left = uint32_t(int32_t(a)) * uint32_t(int8_t(uint32_t(b) >> 8)) - uint32_t(c);
    return sum + c + left;
}
