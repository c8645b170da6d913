__constant__ float weights[3] = {1, 2, 3};
__device__ int counter;
static __device__ int other;
namespace a { namespace b { __constant__ __align__(16) int deep[4]; } }
struct S { __device__ int operator[](int i) const { return i; } __device__ S& operator=(const S&) = default; int x; };
extern "C" {
__device__ double table[2][2];
}
const __constant__ float limits[] = {0.5f};
template <typename T> __device__ T zero = 0;
__device__ inline int function(int x) { return x; }
struct Inner { __device__ Inner& operator=(int) { return *this; } };
