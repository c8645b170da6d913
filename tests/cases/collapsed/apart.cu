// What HIP tells apart too, what is another's, and what is not compiled.
#include <cuda.h>
#include <cuda_runtime.h>

inline int code(cudaError_t error) { return error; }
inline int code(cudaError_t error, CUresult) { return error; }
inline int code(cudaMemcpyKind kind) { return kind; }
inline int code(CUdevice_attribute *attribute) { return sizeof attribute; }
inline int code(cudaDeviceAttr attribute) { return sizeof attribute; }
inline int code(cudaDeviceAttr attribute, int) { return sizeof attribute; }
namespace driver {
inline int code(CUresult result) { return result; }
}  // namespace driver
struct Driver {
  int code(CUresult result) const { return result; }
};
#ifdef BOTH
inline int code(CUresult result) { return result; }
#endif
inline int level(cudaError_t error) {
  switch (error) {
    case cudaSuccess: return 0;
    case cudaErrorMemoryAllocation: return 1;
    default: return 2;
  }
}
