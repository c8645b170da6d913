// Overloads and specialisations for types that are one in HIP are told: HIP would see each defined twice.
#include <hip/hip_runtime.h>
#include "retarget_hip/runtime.h"

namespace checks {
inline const char *text(hipError_t error) { return hipGetErrorString(error); }
#if 0  // of hipError_t, as the other
inline const char *text(hipError_t result) {  // want [collapsed] the output omits 'text' for CUresult
  const char *found = nullptr;
  retarget_hip::getErrorString(result, &found);
  return found;
}
#endif
}  // namespace checks

template <typename T>
struct Success;
template <>
struct Success<hipError_t> {
  static constexpr hipError_t value = hipSuccess;
};
template <>
struct Success<hipError_t> {  // want [collapsed] is defined twice
  static constexpr hipError_t value = hipSuccess;
};

class Log {
 public:
  void add(const char *what, hipLimit_t limit, int = 0) const {}
  void add(const char *what, hipLimit_t which, int level = 1) const {}  // want [collapsed] 'add' is defined twice
};
