// Kernels that captured launches can be replayed with: what the text behind a unit declares for each of them.
// SPDX-License-Identifier: MIT
//
//     const ::retarget_host::ReplayVariable variables[] = {::retarget_host::replay_variable(ns::c), {}};
//     const ::retarget_host::ReplayKernel kernel(3, &ns::k<float>, variables);
#ifndef RETARGET_HOST_REPLAY_H
#define RETARGET_HOST_REPLAY_H

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "retarget_host/execution.h"

namespace retarget_host {

struct ReplayType;
struct ReplayField {
  std::size_t offset;
  const ReplayType* type;
};

// A type that a kernel's parameters, or variables, lead to.
struct ReplayType {
  std::size_t size;      // bytes; 0: not known here
  const char* function;  // __PRETTY_FUNCTION__, which names it: `... [T = float]`
  void (*complete)(ReplayType&);  // finds what follows
  const ReplayType* pointee = nullptr;
  const ReplayField* fields = nullptr;  // scalars in a class; arrays and classes within it are taken apart
  std::size_t count = 0;
};

template <typename T>
ReplayType& replay_type();

// Becomes any scalar: what of a class is initialised with it tells what members the class has. One with ones in it tells
// where it is, and its type.
inline const ReplayType* replay_noted = nullptr;
struct AnyScalar {
  bool ones;
  template <typename U, typename = typename std::enable_if<std::is_scalar<U>::value>::type>
  operator U() const {
    if (ones) replay_noted = &replay_type<U>();
    if constexpr (std::is_same<U, bool>::value) return ones;
    U made;
    std::memset(&made, ones ? 0xFF : 0, sizeof made);
    return made;
  }
};
template <std::size_t I>
using Indexed = AnyScalar;
template <typename T, std::size_t... I>
auto takes_scalars(std::index_sequence<I...>) -> decltype(T{std::declval<Indexed<I>>()...}, std::true_type{});
template <typename T>
std::false_type takes_scalars(...);

constexpr std::size_t most_fields = 64;
template <typename T, std::size_t N = 0>
constexpr std::size_t scalars_of() {
  if constexpr (N < most_fields && decltype(takes_scalars<T>(std::make_index_sequence<N + 1>{}))::value)
    return scalars_of<T, N + 1>();
  else
    return N;
}

// The place and type of the scalar `at`; no type, where they are not found.
template <typename T, std::size_t... I>
ReplayField field_at(std::size_t at, std::index_sequence<I...>) {
  unsigned char is_ones[sizeof(T)];
  std::memset(is_ones, 1, sizeof is_ones);
  for (const int background : {0x00, 0xFF}) {
    alignas(T) unsigned char zeros[sizeof(T)], ones[sizeof(T)];
    std::memset(zeros, background, sizeof zeros);
    std::memset(ones, background, sizeof ones);
    ::new (static_cast<void*>(zeros)) T{Indexed<I>{false}...};
    replay_noted = nullptr;
    ::new (static_cast<void*>(ones)) T{Indexed<I>{I == at}...};
    for (std::size_t b = 0; b < sizeof(T); ++b) is_ones[b] = is_ones[b] && ones[b] == 0xFF && zeros[b] == 0;
  }
  std::size_t offset = 0, size = 0, all = 0;
  while (offset < sizeof(T) && !is_ones[offset]) ++offset;
  while (offset + size < sizeof(T) && is_ones[offset + size]) ++size;
  for (const unsigned char one : is_ones) all += one;
  return {offset, replay_noted && all == size && size == replay_noted->size ? replay_noted : nullptr};
}

template <typename T, typename Scalars>
void find_fields(ReplayType& own, Scalars all) {
  static ReplayField found[most_fields];
  for (std::size_t i = 0; i < Scalars::size(); ++i)
    if (const ReplayField field = field_at<T>(i, all); field.type) found[own.count++] = field;
  own.fields = found;
}

template <typename T, typename = void>
struct SizeOf : std::integral_constant<std::size_t, 0> {};
template <typename T>
struct SizeOf<T, typename std::enable_if<std::is_object<T>::value && (sizeof(T) > 0)>::type>
    : std::integral_constant<std::size_t, sizeof(T)> {};

template <typename T>
void complete_type(ReplayType& own) {
  if constexpr (std::is_pointer<T>::value)
    own.pointee = &replay_type<typename std::remove_all_extents<typename std::remove_pointer<T>::type>::type>();
  else if constexpr (std::is_class<T>::value && SizeOf<T>::value != 0)
    if constexpr (std::is_aggregate<T>::value && std::is_trivially_copyable<T>::value)
      find_fields<T>(own, std::make_index_sequence<scalars_of<T>()>{});
}

template <typename T>
ReplayType& type_without_qualifiers() {
  static ReplayType one{SizeOf<T>::value, __PRETTY_FUNCTION__, complete_type<T>};
  return one;
}

template <typename T>
ReplayType& replay_type() {
  return type_without_qualifiers<typename std::remove_cv<typename std::remove_reference<T>::type>::type>();
}

struct ReplayVariable {
  void* address = nullptr;  // none: the end of a list, or a texture reference
  std::size_t size = 0;
  bool is_constant = false;  // of the host too: nobody can set it
  const ReplayType* element = nullptr;
};

// A texture reference: what it is bound to is nothing that a replay can set.
template <typename T, typename = void>
struct IsReference : std::false_type {};
template <typename T>
struct IsReference<T, decltype(void(std::declval<T&>().textureObject))> : std::true_type {};

template <typename T>
ReplayVariable replay_variable(T& variable) {
  using One = typename std::remove_all_extents<T>::type;
  if (IsReference<T>::value) return {nullptr, sizeof(T), false, &replay_type<char>()};
  void* const address = const_cast<void*>(static_cast<const volatile void*>(&variable));
  return {address, sizeof(T), std::is_const<One>::value, &replay_type<One>()};
}

struct ReplayKernel;
void enlist_replay(const ReplayKernel& kernel);

struct ReplayKernel {
  int number;
  const ReplayVariable* variables;
  const ReplayType* const* parameters = nullptr;
  std::size_t count = 0;  // of parameters
  void (*run)(const ReplayKernel& own, dim3 grid, dim3 block, std::size_t shared, void** arguments) = nullptr;
  const void *kernel = nullptr, *dispatch = nullptr;

  // Launches the kernel as it is.
  template <typename... P>
  ReplayKernel(int n, void (*of)(P...), const ReplayVariable* v) : number(n), variables(v) {
    takes(of);
    run = [](const ReplayKernel& own, dim3 grid, dim3 block, std::size_t shared, void** arguments) {
      configure(grid, block, shared);
      const auto launched = reinterpret_cast<void (*)(P...)>(const_cast<void*>(own.kernel));
      given<P...>(launched, arguments, std::index_sequence_for<P...>());
    };
    enlist_replay(*this);
  }

  // Has `with(grid, block, shared, arguments...)` launch it, as the program would.
  template <typename... P, typename With>
  ReplayKernel(int n, void (*of)(P...), const ReplayVariable* v, const With& with) : number(n), variables(v) {
    takes(of);
    dispatch = new With(with);
    run = [](const ReplayKernel& own, dim3 grid, dim3 block, std::size_t shared, void** arguments) {
      const auto launched = [&](auto&... each) { (*static_cast<const With*>(own.dispatch))(grid, block, shared, each...); };
      given<P...>(launched, arguments, std::index_sequence_for<P...>());
    };
    enlist_replay(*this);
  }
  ReplayKernel(const ReplayKernel&) = delete;

 private:
  template <typename... P>
  void takes(void (*of)(P...)) {
    static const ReplayType* const types[] = {&replay_type<P>()..., nullptr};
    parameters = types;
    count = sizeof...(P);
    kernel = reinterpret_cast<const void*>(of);
  }
  template <typename... P, typename Launched, std::size_t... I>
  static void given(const Launched& launched, void** arguments, std::index_sequence<I...>) {
    (void)arguments;
    launched(*static_cast<typename std::remove_reference<P>::type*>(arguments[I])...);
  }
};

}  // namespace retarget_host

#endif
