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

// A member of a class that is a floating-point number, or points to some; arrays and classes within it are taken apart.
struct ReplayField {
  std::size_t offset;
  std::size_t floating;   // bytes of the number
  std::size_t is_pointer;
};

struct ReplayType {
  std::size_t size;          // bytes
  std::size_t element;       // bytes of what it points to, or its own; 0: that is not known here
  const ReplayField* fields;  // of that
  std::size_t count;
  const char* function;      // __PRETTY_FUNCTION__ of replay_type: `... [P = float]`
};

// What members of a class are, and where, is found by initialising them: with what becomes one type alone, and with ones.
template <typename F>
struct Exactly {
  template <typename U, typename = typename std::enable_if<std::is_same<U, F>::value>::type>
  operator U() const;
};
struct AnyScalar {
  bool ones;
  template <typename U, typename = typename std::enable_if<std::is_scalar<U>::value>::type>
  operator U() const {
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
template <typename T, typename F, std::size_t At, std::size_t... I>
auto holds_at(std::index_sequence<I...>)
    -> decltype(T{std::declval<typename std::conditional<I == At, Exactly<F>, AnyScalar>::type>()...}, std::true_type{});
template <typename T, typename F, std::size_t At>
std::false_type holds_at(...);

template <typename T, std::size_t N = 0>
constexpr std::size_t scalars_of() {
  constexpr std::size_t most = 64;
  if constexpr (N < most && decltype(takes_scalars<T>(std::make_index_sequence<N + 1>{}))::value)
    return scalars_of<T, N + 1>();
  else
    return N;
}

// Writes to `found` the place of the scalar `at`, if it has `size` bytes.
template <typename T, std::size_t... I>
bool place_of_scalar(std::size_t at, std::size_t size, std::size_t& offset, std::index_sequence<I...>) {
  unsigned char is_ones[sizeof(T)];
  std::memset(is_ones, 1, sizeof is_ones);
  for (const int background : {0x00, 0xFF}) {
    alignas(T) unsigned char zeros[sizeof(T)], ones[sizeof(T)];
    std::memset(zeros, background, sizeof zeros);
    std::memset(ones, background, sizeof ones);
    ::new (static_cast<void*>(zeros)) T{Indexed<I>{false}...};
    ::new (static_cast<void*>(ones)) T{Indexed<I>{I == at}...};
    for (std::size_t b = 0; b < sizeof(T); ++b) is_ones[b] = is_ones[b] && ones[b] == 0xFF && zeros[b] == 0;
  }
  offset = 0;
  while (offset < sizeof(T) && !is_ones[offset]) ++offset;
  std::size_t end = offset;
  while (end < sizeof(T) && is_ones[end]) ++end;
  for (std::size_t b = end; b < sizeof(T); ++b)
    if (is_ones[b]) return false;
  return end - offset == size;
}

struct ReplayFields {
  ReplayField all[64];
  std::size_t count = 0;
};

template <typename T, std::size_t At, typename Scalars>
void add_field(ReplayFields& found, Scalars all) {
  const auto add = [&](std::size_t floating, std::size_t is_pointer) {
    std::size_t offset;
    if (place_of_scalar<T>(At, is_pointer ? sizeof(void*) : floating, offset, all))
      found.all[found.count++] = {offset, floating, is_pointer};
  };
  if constexpr (decltype(holds_at<T, float, At>(all))::value) add(4, 0);
  if constexpr (decltype(holds_at<T, double, At>(all))::value) add(8, 0);
  if constexpr (decltype(holds_at<T, float*, At>(all))::value || decltype(holds_at<T, const float*, At>(all))::value)
    add(4, 1);
  if constexpr (decltype(holds_at<T, double*, At>(all))::value || decltype(holds_at<T, const double*, At>(all))::value)
    add(8, 1);
}

template <typename T, std::size_t... I>
ReplayFields fields_of(std::index_sequence<I...> all) {
  ReplayFields found;
  (add_field<T, I>(found, all), ...);
  return found;
}

template <typename T, typename = void>
struct IsComplete : std::false_type {};
template <typename T>
struct IsComplete<T, decltype(void(sizeof(T)))> : std::true_type {};

template <typename P>
using Pointee = typename std::remove_cv<typename std::remove_all_extents<typename std::remove_pointer<P>::type>::type>::type;

template <typename P>
ReplayType replay_type() {
  using T = Pointee<P>;
  if constexpr (std::is_object<T>::value && IsComplete<T>::value) {
    if constexpr (std::is_class<T>::value && std::is_aggregate<T>::value && std::is_trivially_copyable<T>::value) {
      static const ReplayFields fields = fields_of<T>(std::make_index_sequence<scalars_of<T>()>{});
      return {sizeof(P), sizeof(T), fields.all, fields.count, __PRETTY_FUNCTION__};
    } else {
      return {sizeof(P), sizeof(T), nullptr, 0, __PRETTY_FUNCTION__};
    }
  } else {
    return {sizeof(P), 0, nullptr, 0, __PRETTY_FUNCTION__};
  }
}

struct ReplayVariable {
  void* address = nullptr;  // none: the end of a list
  std::size_t size = 0;
  bool is_constant = false;  // of the host too: nobody can set it
  ReplayType element{};
};

template <typename T>
ReplayVariable replay_variable(T& variable) {
  using One = typename std::remove_all_extents<T>::type;
  void* const address = const_cast<void*>(static_cast<const volatile void*>(&variable));
  return {address, sizeof(T), std::is_const<One>::value, replay_type<typename std::remove_cv<One>::type>()};
}

struct ReplayKernel;
void enlist_replay(const ReplayKernel& kernel);

struct ReplayKernel {
  int number;
  const ReplayVariable* variables;
  const ReplayType* parameters = nullptr;
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
    static const ReplayType types[] = {replay_type<P>()..., ReplayType{}};
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
