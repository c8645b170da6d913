// nvcc's traits of extended lambdas: none is of such a kind for HIP's compiler.
#include <cstdio>

template <class F>
__global__ void each(F f, int *a) {
  a[threadIdx.x] = f(threadIdx.x);
}

template <class F>
void run(F f, int *a) {
#if defined(__CUDACC_EXTENDED_LAMBDA__) && !defined(__CUDA_ARCH__)
  static_assert(!__nv_is_extended_device_lambda_closure_type(F), "its result is not known to the host");
  static_assert(!__nv_is_extended_device_lambda_with_preserved_return_type(F), "nor this one's");
#endif
  if (__nv_is_extended_host_device_lambda_closure_type(F)) printf("either side's\n");
  each<<<1, 32>>>(f, a);
}

void squares(int *a) {
  run([] __host__ __device__(int i) { return i * i; }, a);
}
