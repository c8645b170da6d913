// Kernels that captured launches can be replayed with: what the text behind a unit declares for each of them.
// SPDX-License-Identifier: MIT
//
//     const ::retarget_host::ReplayVariable variables[] = {::retarget_host::replay_variable(ns::c), {}};
//     const ::retarget_host::ReplayKernel kernel(3, &ns::k<float>, variables);
#ifndef RETARGET_HOST_REPLAY_H
#define RETARGET_HOST_REPLAY_H

#include <cstddef>
#include <type_traits>
#include <utility>

#include "retarget_host/execution.h"

namespace retarget_host {

struct ReplayType {
  std::size_t size;      // bytes
  std::size_t element;   // bytes of what it points to, or its own; 0: that is not known here
  std::size_t floating;  // bytes of the floating-point numbers that this consists of alone; 0: it holds something else
  const char* function;  // __PRETTY_FUNCTION__ of replay_type: `... [T = float]`
};

template <typename F>
struct Exactly {  // becomes this type alone
  template <typename U, typename = typename std::enable_if<std::is_same<U, F>::value>::type>
  operator U() const;
};
template <typename T, typename F, std::size_t... I>
auto made_of(std::index_sequence<I...>) -> decltype(T{(static_cast<void>(I), Exactly<F>{})...}, std::true_type{});
template <typename T, typename F>
std::false_type made_of(...);

// Whether a class is so many numbers of a type, in members, arrays or classes of its own, and nothing else.
template <typename T, typename F>
constexpr bool consists_of() {
  if constexpr (std::is_aggregate<T>::value && sizeof(T) % sizeof(F) == 0 && sizeof(T) <= 64 * sizeof(F))
    return decltype(made_of<T, F>(std::make_index_sequence<sizeof(T) / sizeof(F)>{}))::value;
  else
    return false;
}

template <typename T, typename = void>
struct IsComplete : std::false_type {};
template <typename T>
struct IsComplete<T, decltype(void(sizeof(T)))> : std::true_type {};

template <typename P>
using Pointee = typename std::remove_cv<typename std::remove_pointer<P>::type>::type;

template <typename P>
constexpr std::size_t element_bytes() {
  if constexpr (std::is_object<Pointee<P>>::value && IsComplete<Pointee<P>>::value)
    return sizeof(Pointee<P>);
  else
    return 0;
}

template <typename P>
constexpr std::size_t floating_bytes() {
  using T = Pointee<P>;
  if constexpr (std::is_class<T>::value && element_bytes<P>() != 0)
    return consists_of<T, float>() ? sizeof(float) : consists_of<T, double>() ? sizeof(double) : 0;
  else
    return 0;
}

template <typename T>
ReplayType replay_type() {
  return {sizeof(T), element_bytes<T>(), floating_bytes<T>(), __PRETTY_FUNCTION__};
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
