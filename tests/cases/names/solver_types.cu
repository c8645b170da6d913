// Types of cuSOLVER whose names do not say so.
#include <cusolverDn.h>
#include <cusolverSp.h>
struct Solver {
    syevjInfo_t eigen;
    gesvdjInfo_t singular;
    csrqrInfo_t sparse;  // want [no-counterpart] 'csrqrInfo_t' has no counterpart
};
