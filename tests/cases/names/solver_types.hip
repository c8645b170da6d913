// Types of cuSOLVER whose names do not say so.
#include <hip/hip_runtime.h>
#include <hipsolver/hipsolver.h>
struct Solver {
    hipsolverSyevjInfo_t eigen;
    hipsolverGesvdjInfo_t singular;
    csrqrInfo_t sparse;  // want [no-counterpart] 'csrqrInfo_t' has no counterpart
};
