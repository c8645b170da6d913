#pragma once
#if defined(__CUDACC__)
#if CUDA_VERSION < 7000
#error "marks wants CUDA 7"
#endif
#define MARKS_BOTH __host__ __device__
#else
#define MARKS_BOTH
#endif
namespace marks {
struct vec {
  float x, y;
  MARKS_BOTH float& operator[](int i) { return i ? y : x; }
  MARKS_BOTH constexpr float const& operator[](int i) const { return i ? y : x; }
};
MARKS_BOTH inline vec add(const vec& a, const vec& b) { return vec{a.x + b.x, a.y + b.y}; }
}
