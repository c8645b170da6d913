// A user's own namespace of that name is his.
#include <hip/hip_runtime.h>
namespace cuda { namespace std { template <typename T> struct atomic { T value; }; } }
namespace cuda { inline int memcpy_async() { return 0; } }
__device__ cuda::std::atomic<int> hits;
int main() { return cuda::memcpy_async(); }
