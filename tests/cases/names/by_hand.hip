// Headers that stay free of CUDA's declare its types and functions by hand.
#include <hip/hip_runtime.h>
struct ihipStream_t;
typedef struct ihipStream_t *hipStream_t;
typedef struct ihipEvent_t *hipEvent_t;
extern "C" hipError_t hipStreamSynchronize(hipStream_t);
using Stream = ihipStream_t *;
typedef struct curandGenerator_st *curandGenerator_t;  // a library's: HIP's is another type

struct Work {
    hipStream_t stream;
    ihipStream_t *raw;
};
hipError_t wait(const Work &work) { return hipStreamSynchronize(work.stream); }
