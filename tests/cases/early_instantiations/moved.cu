// retarget: --arch gfx90a
// nvcc instantiates at the end of the unit, clang where it stands: with the members that are defined by then.
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
template struct In<int>;  // of a member's member
}  // namespace
}  // namespace a
template struct S<float>;
template struct S<cudaStream_t>;
template struct S<double>; int behind;
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
