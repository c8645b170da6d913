// CUDA's and HIP's vector types: aggregates of one to four numbers, with the alignment that a device gives them.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_VECTOR_TYPES_H
#define RETARGET_HOST_VECTOR_TYPES_H

#include <type_traits>

namespace retarget_host {

// One, two and four numbers are aligned as a whole, as far as 16 bytes; three are not.
constexpr unsigned vector_alignment(unsigned size, unsigned count) {
  return count == 3 ? size : (size * count > 16 ? 16 : size * count);
}

}  // namespace retarget_host

template <typename T, unsigned Count>
struct HIP_vector_type;

template <typename T>
struct alignas(retarget_host::vector_alignment(sizeof(T), 1)) HIP_vector_type<T, 1> {
  using value_type = T;
  T x;
};
template <typename T>
struct alignas(retarget_host::vector_alignment(sizeof(T), 2)) HIP_vector_type<T, 2> {
  using value_type = T;
  T x, y;
};
template <typename T>
struct alignas(retarget_host::vector_alignment(sizeof(T), 3)) HIP_vector_type<T, 3> {
  using value_type = T;
  T x, y, z;
};
template <typename T>
struct alignas(retarget_host::vector_alignment(sizeof(T), 4)) HIP_vector_type<T, 4> {
  using value_type = T;
  T x, y, z, w;
};

#define RETARGET_VECTORS(type, name)                                                                        \
  using name##1 = HIP_vector_type<type, 1>;                                                                 \
  using name##2 = HIP_vector_type<type, 2>;                                                                 \
  using name##3 = HIP_vector_type<type, 3>;                                                                 \
  using name##4 = HIP_vector_type<type, 4>;                                                                 \
  constexpr name##1 make_##name##1(type x) { return name##1{x}; }                                           \
  constexpr name##2 make_##name##2(type x, type y) { return name##2{x, y}; }                                \
  constexpr name##3 make_##name##3(type x, type y, type z) { return name##3{x, y, z}; }                     \
  constexpr name##4 make_##name##4(type x, type y, type z, type w) { return name##4{x, y, z, w}; }

RETARGET_VECTORS(signed char, char)
RETARGET_VECTORS(unsigned char, uchar)
RETARGET_VECTORS(short, short)
RETARGET_VECTORS(unsigned short, ushort)
RETARGET_VECTORS(int, int)
RETARGET_VECTORS(unsigned, uint)
RETARGET_VECTORS(long, long)
RETARGET_VECTORS(unsigned long, ulong)
RETARGET_VECTORS(long long, longlong)
RETARGET_VECTORS(unsigned long long, ulonglong)
RETARGET_VECTORS(float, float)
RETARGET_VECTORS(double, double)
#undef RETARGET_VECTORS

// HIP gives its vectors arithmetic; a program's own operators, being no templates, go before these. None of these is
// made of another: a program's own would be found by its arguments' type.
namespace retarget_host {
template <typename T, unsigned Count>
constexpr typename std::enable_if<Count == 1, HIP_vector_type<T, Count>>::type filled(T v) { return {v}; }
template <typename T, unsigned Count>
constexpr typename std::enable_if<Count == 2, HIP_vector_type<T, Count>>::type filled(T v) { return {v, v}; }
template <typename T, unsigned Count>
constexpr typename std::enable_if<Count == 3, HIP_vector_type<T, Count>>::type filled(T v) { return {v, v, v}; }
template <typename T, unsigned Count>
constexpr typename std::enable_if<Count == 4, HIP_vector_type<T, Count>>::type filled(T v) { return {v, v, v, v}; }
template <typename T, unsigned Count>
constexpr HIP_vector_type<T, Count> operand(HIP_vector_type<T, Count> v) { return v; }
template <typename T, unsigned Count, typename S>
constexpr typename std::enable_if<std::is_arithmetic<S>::value, HIP_vector_type<T, Count>>::type operand(S s) {
  return filled<T, Count>(T(s));
}
}  // namespace retarget_host


#define RETARGET_VECTOR_OPERATOR(op, name)                                                                  \
  namespace retarget_host {                                                                                 \
  template <typename T>                                                                                     \
  constexpr HIP_vector_type<T, 1> name(HIP_vector_type<T, 1> a, HIP_vector_type<T, 1> b) {                  \
    return {T(a.x op b.x)};                                                                                 \
  }                                                                                                         \
  template <typename T>                                                                                     \
  constexpr HIP_vector_type<T, 2> name(HIP_vector_type<T, 2> a, HIP_vector_type<T, 2> b) {                  \
    return {T(a.x op b.x), T(a.y op b.y)};                                                                  \
  }                                                                                                         \
  template <typename T>                                                                                     \
  constexpr HIP_vector_type<T, 3> name(HIP_vector_type<T, 3> a, HIP_vector_type<T, 3> b) {                  \
    return {T(a.x op b.x), T(a.y op b.y), T(a.z op b.z)};                                                   \
  }                                                                                                         \
  template <typename T>                                                                                     \
  constexpr HIP_vector_type<T, 4> name(HIP_vector_type<T, 4> a, HIP_vector_type<T, 4> b) {                  \
    return {T(a.x op b.x), T(a.y op b.y), T(a.z op b.z), T(a.w op b.w)};                                    \
  }                                                                                                         \
  }                                                                                                         \
  template <typename T, unsigned Count>                                                                     \
  constexpr HIP_vector_type<T, Count> operator op(HIP_vector_type<T, Count> a, HIP_vector_type<T, Count> b) { \
    return retarget_host::name(a, b);                                                                       \
  }                                                                                                         \
  template <typename T, unsigned Count, typename S,                                                         \
            typename = typename std::enable_if<std::is_arithmetic<S>::value>::type>                         \
  constexpr HIP_vector_type<T, Count> operator op(HIP_vector_type<T, Count> a, S s) {                       \
    return retarget_host::name(a, retarget_host::filled<T, Count>(T(s)));                                   \
  }                                                                                                         \
  template <typename T, unsigned Count, typename S,                                                         \
            typename = typename std::enable_if<std::is_arithmetic<S>::value>::type>                         \
  constexpr HIP_vector_type<T, Count> operator op(S s, HIP_vector_type<T, Count> a) {                       \
    return retarget_host::name(retarget_host::filled<T, Count>(T(s)), a);                                   \
  }                                                                                                         \
  template <typename T, unsigned Count, typename S>                                                         \
  constexpr HIP_vector_type<T, Count>& operator op##=(HIP_vector_type<T, Count>& a, S b) {                  \
    return a = retarget_host::name(a, retarget_host::operand<T, Count>(b));                                 \
  }

RETARGET_VECTOR_OPERATOR(+, sum)
RETARGET_VECTOR_OPERATOR(-, difference)
RETARGET_VECTOR_OPERATOR(*, product)
RETARGET_VECTOR_OPERATOR(/, quotient)
RETARGET_VECTOR_OPERATOR(%, rest)
RETARGET_VECTOR_OPERATOR(&, bits_of_both)
RETARGET_VECTOR_OPERATOR(|, bits_of_either)
RETARGET_VECTOR_OPERATOR(^, bits_of_one)
RETARGET_VECTOR_OPERATOR(<<, shifted_left)
RETARGET_VECTOR_OPERATOR(>>, shifted_right)
#undef RETARGET_VECTOR_OPERATOR

template <typename T, unsigned Count>
constexpr HIP_vector_type<T, Count> operator-(HIP_vector_type<T, Count> a) {
  return retarget_host::product(a, retarget_host::filled<T, Count>(T(-1)));
}
template <typename T, unsigned Count>
constexpr HIP_vector_type<T, Count> operator~(HIP_vector_type<T, Count> a) {
  return retarget_host::bits_of_one(a, retarget_host::filled<T, Count>(T(~T(0))));
}
#define RETARGET_VECTOR_STEP(op, change)                                                                    \
  template <typename T, unsigned Count>                                                                     \
  constexpr HIP_vector_type<T, Count>& operator op(HIP_vector_type<T, Count>& a) {                          \
    return a = retarget_host::change(a, retarget_host::filled<T, Count>(T(1)));                             \
  }                                                                                                         \
  template <typename T, unsigned Count>                                                                     \
  constexpr HIP_vector_type<T, Count> operator op(HIP_vector_type<T, Count>& a, int) {                      \
    const HIP_vector_type<T, Count> before = a;                                                             \
    a = retarget_host::change(a, retarget_host::filled<T, Count>(T(1)));                                    \
    return before;                                                                                          \
  }
RETARGET_VECTOR_STEP(++, sum)
RETARGET_VECTOR_STEP(--, difference)
#undef RETARGET_VECTOR_STEP

template <typename T>
constexpr bool operator==(HIP_vector_type<T, 1> a, HIP_vector_type<T, 1> b) {
  return a.x == b.x;
}
template <typename T>
constexpr bool operator==(HIP_vector_type<T, 2> a, HIP_vector_type<T, 2> b) {
  return a.x == b.x && a.y == b.y;
}
template <typename T>
constexpr bool operator==(HIP_vector_type<T, 3> a, HIP_vector_type<T, 3> b) {
  return a.x == b.x && a.y == b.y && a.z == b.z;
}
template <typename T>
constexpr bool operator==(HIP_vector_type<T, 4> a, HIP_vector_type<T, 4> b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}
template <typename T, unsigned Count>
constexpr bool operator!=(HIP_vector_type<T, Count> a, HIP_vector_type<T, Count> b) {
  return !(a == b);
}

#endif
