// retarget: --arch gfx90a
// What only the device compiles, specialisations, and instances of one template.
template <typename T>
__device__ T top(T x) { return x >> 1; }
template <>
__device__ unsigned top<unsigned>(unsigned x) { return 0x80000000u >> __clz(x); }

__host__ __device__ inline int first(unsigned x) {
#ifdef __CUDA_ARCH__
  return 1 << (__ffs(x) - 1);
#else
  return x & -x;
#endif
}

template <typename T>
__global__ void each(T *values, const int *by) { values[0] = top(values[0]) << by[0]; }

void launch(unsigned *a, int *b) {
  each<<<1, 1>>>(a, b);
  each<<<1, 1>>>(b, b);
  first(3);
}
