// CUB, Thrust and libcu++ bring CUDA's 16-bit types along.
#include <cub/util_type.cuh>
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
struct Computed<nv_bfloat16> {
  using type = float;
};
