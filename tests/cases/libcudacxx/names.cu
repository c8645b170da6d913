// Names of libcu++ are kept; what rests on NVIDIA's hardware is an error, once for each name.
namespace cuda { namespace std { template <typename T> struct atomic { T value; }; } }
__device__ cuda::std::atomic<int> hits;
