// retarget: --arch gfx90a
// What a conditional or a macro decides about stays.
template <class T>
struct S {
  T f();
};
#define INSTANCE(T) template struct S<T>
INSTANCE(int); // want [kept-instantiation] move it to the end of the unit
#ifndef WITHOUT_FLOAT
template struct S<float>; // want [kept-instantiation] move it to the end of the unit
#endif
template <class T>
T S<T>::f() {
  return 1;
}
