// retarget: --arch gfx90a
// Instantiated behind all members, declared alone, specialised, or another template's.
template <class T>
struct S {
  T f();
  template <class U>
  U g(U u) { return u; }
};
template <class T>
struct Other {
  T f();
};
extern template struct S<char>;
template struct Other<int>;
template <>
struct S<short> {
  int f() { return 2; }
};
template <class T>
T S<T>::f() {
  return 1;
}
template struct S<float>;
template <class T>
T free_function(T t) {
  return t;
}
template int free_function<int>(int);
template int S<double>::g<int>(int);
