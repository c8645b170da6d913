// Of two functions that take an error the runtime's serves both; the driver's alone on its lines is left out.
#include <hip/hip_runtime.h>

#define CHECK(call) check((call), __LINE__)
inline void check(hipError_t code, int line) {
    if (code != hipSuccess) throw line;
}
/** The driver's. */
#if 0  // of hipError_t, as the other
inline void check(hipError_t code, int line) { // want [collapsed] the output omits 'check' for CUresult
    if (code != hipSuccess) throw -line;
} // behind it
#endif
#if 0  // of hipError_t, as the other
int level(hipError_t code) { return code + 1; } // want [collapsed] the output omits 'level' for CUresult
#endif
int level(hipError_t code) { return code; }
void f() {
    CHECK(hipDeviceSynchronize());
    CHECK(hipInit(0));
}
template <typename T> struct Name {};
template <> struct Name<hipError_t> {};
template <> struct Name<hipError_t> {}; // want [collapsed] 'Name' is defined twice
