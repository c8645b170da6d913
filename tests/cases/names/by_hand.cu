// Headers that stay free of CUDA's declare its types and functions by hand.
struct CUstream_st;
typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
extern "C" cudaError_t cudaStreamSynchronize(cudaStream_t);
using Stream = CUstream_st *;
typedef struct curandGenerator_st *curandGenerator_t;  // a library's: HIP's is another type

struct Work {
    cudaStream_t stream;
    CUstream_st *raw;
};
cudaError_t wait(const Work &work) { return cudaStreamSynchronize(work.stream); }
