// retarget: --arch gfx90a
// An include guard decides nothing.
#ifndef GUARDED
#define GUARDED
template <class T>
struct S {
  T f();
};
template struct S<float>;
template <class T>
T S<T>::f() {
  return 1;
}
#endif
