// What HIP tells apart too, what is another's, and what is not compiled.
#include <hip/hip_runtime.h>

inline int code(hipError_t error) { return error; }
inline int code(hipError_t error, hipError_t) { return error; }
inline int code(hipMemcpyKind kind) { return kind; }
inline int code(hipDeviceAttribute_t *attribute) { return sizeof attribute; }
inline int code(hipDeviceAttribute_t attribute) { return sizeof attribute; }
inline int code(hipDeviceAttribute_t attribute, int) { return sizeof attribute; }
namespace driver {
inline int code(hipError_t result) { return result; }
}  // namespace driver
struct Driver {
  int code(hipError_t result) const { return result; }
};
#ifdef BOTH
inline int code(hipError_t result) { return result; }
#endif
inline int level(hipError_t error) {
  switch (error) {
    case hipSuccess: return 0;
    case hipErrorOutOfMemory: return 1;
    default: return 2;
  }
}
