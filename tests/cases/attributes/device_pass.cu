// Specialisations that the device's pass alone reads, and whose spaces are not their template's: nvcc takes them.
#ifdef __CUDA_ARCH__
#define FOR_DEVICE __device__
#define FOR_HOST __host__
#else
#define FOR_DEVICE
#define FOR_HOST
#endif
#define BOTH FOR_HOST FOR_DEVICE

template <typename T> inline BOTH float rounded(T t);
template <> inline BOTH float rounded(float f) { return f; }
template <typename T> inline __host__ __device__ float whole(T t) { return t; }
#ifdef __CUDA_ARCH__
template <> inline __device__ float rounded(int i) { return __int2float_rz(i); }
template <> inline __device__ float whole(int i) { return __int2float_rn(i); }
#endif

__global__ void kernel(float *out, int n) { out[0] = rounded(n) + rounded(1.0f) + whole(n); }

int main() {
  kernel<<<1, 1>>>(nullptr, 1);
  return int(rounded(1.0f));
}
