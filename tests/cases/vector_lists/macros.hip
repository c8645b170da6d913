// The type is a macro's parameter: vectors of one component take no copy from a list.
#include <hip/hip_runtime.h>
#define MAKE(T, B) __device__ T make_one(B x) { T made {x}; T same { static_cast<B>(x) }; return x ? made : same; }
#define PAIR(T, B) __device__ T make_two(B x) { T made = {x, x}; auto n = {x}; return made; }
#define ALL(T) MAKE(T##1, T) PAIR(T##2, T)
ALL(int)
ALL(float)
#define INTS(T) __device__ int of(T x) { T a[1] = {x}; return a[0]; }
INTS(int)
