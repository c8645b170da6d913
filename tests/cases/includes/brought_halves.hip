// CUB, Thrust and libcu++ bring CUDA's 16-bit types along.
#include <hip/hip_runtime.h>
#include <hip/hip_fp16.h>
#include "retarget_hip/bf16.h"
#include <hipcub/util_type.hpp>
#include <thrust/pair.h>

template <typename T>
struct Computed {
  using type = T;
};

template <>
struct Computed<half> {
  using type = float;
};

template <>
struct Computed<__hip_bfloat16> {
  using type = float;
};
