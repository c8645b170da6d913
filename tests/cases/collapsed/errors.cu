// Of two functions that take an error the runtime's serves both; the driver's alone on its lines is left out.
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(call) check((call), __LINE__)
inline void check(cudaError_t code, int line) {
    if (code != cudaSuccess) throw line;
}
/** The driver's. */
inline void check(CUresult code, int line) { // want [collapsed] the output omits 'check' for CUresult
    if (code != CUDA_SUCCESS) throw -line;
} // behind it
int level(CUresult code) { return code + 1; } // want [collapsed] the output omits 'level' for CUresult
int level(cudaError_t code) { return code; }
void f() {
    CHECK(cudaDeviceSynchronize());
    CHECK(cuInit(0));
}
template <typename T> struct Name {};
template <> struct Name<cudaError_t> {};
template <> struct Name<CUresult> {}; // want [collapsed] 'Name' is defined twice
