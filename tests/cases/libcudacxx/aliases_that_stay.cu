// With types of half precision, and of members that HIP has under another name.
#include <cuda/atomic>
#include <cuda/std/limits>
#include <cuda_fp16.h>

using namespace cuda::std;  // want [libcudacxx] limits of half precision
using namespace cuda;  // want [libcudacxx] name it with its namespace

__device__ float most(__half x) { return __half2float(x); }
