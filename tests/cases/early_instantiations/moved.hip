// retarget: --arch gfx90a
// nvcc instantiates at the end of the unit, clang where it stands: with the members that are defined by then.
#include <hip/hip_runtime.h>
template <class T>
struct S {
  static __device__ T get();
  static T kept;
};
namespace a {
namespace {
template <class T>
struct In {
  struct Deep {
    T f();
  };
};
  // of a member's member
}  // namespace
}  // namespace a
 int behind;
template <class T>
__device__ T S<T>::get() {
  return {};
}
template <class T>
T S<T>::kept = {};
template <class T>
T a::In<T>::Deep::f() {
  return {};
}
template struct S<float>;
template struct S<hipStream_t>;
template struct S<double>;
namespace a { namespace { template struct In<int>; } }
