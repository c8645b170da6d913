// Functions that are declared with their own template's parameters as arguments, as nvcc reads them.
#include <hip/hip_runtime.h>
struct Config {};
struct Box {
  template <typename T, int N> void put(T x);
  template <class... Ts> void all(Ts... list);
};
template <typename T, int N> __host__ void Box::put(T x) {}
template <class... Ts> void Box::all(Ts... list) {}
template <> void Box::put<int, 3>(int x) {}
template <typename T> __device__ T twice(T x);
template <typename T>
__device__ T twice(T x) { return x + x; }
