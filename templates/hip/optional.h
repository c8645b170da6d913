// Stands for libcu++'s optional values, which device code may use; std's may be assigned on the host alone.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_OPTIONAL_H
#define RETARGET_HIP_OPTIONAL_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#if defined(__HIPCC__) && __cplusplus >= 201402L  // device code, which a host compiler cannot read

#include <new>
#include <type_traits>
#include <utility>

// A program that names its macros so has them again behind this header.
#pragma push_macro("value")
#undef value

namespace retarget_hip {

struct nullopt_t {
  explicit constexpr nullopt_t(int) {}
};
static constexpr nullopt_t nullopt{0};
struct in_place_t {
  explicit in_place_t() = default;
};
static constexpr in_place_t in_place{};

template <typename T_>
struct optional {
  using value_type = T_;

  __host__ __device__ constexpr optional() : none_(), is_(false) {}
  __host__ __device__ constexpr optional(nullopt_t) : none_(), is_(false) {}
  template <typename U_ = T_,
            std::enable_if_t<std::is_constructible<T_, U_&&>::value &&
                                 !std::is_same<std::decay_t<U_>, optional>::value &&
                                 !std::is_same<std::decay_t<U_>, nullopt_t>::value &&
                                 !std::is_same<std::decay_t<U_>, in_place_t>::value,
                             int> = 0>
  __host__ __device__ constexpr optional(U_&& value_) : held_(static_cast<U_&&>(value_)), is_(true) {}
  template <typename... Arguments_>
  __host__ __device__ constexpr explicit optional(in_place_t, Arguments_&&... arguments_)
      : held_(static_cast<Arguments_&&>(arguments_)...), is_(true) {}
  __host__ __device__ optional(const optional& other_) : none_(), is_(false) {
    if (other_.is_) emplace(other_.held_);
  }
  __host__ __device__ optional(optional&& other_) : none_(), is_(false) {
    if (other_.is_) emplace(static_cast<T_&&>(other_.held_));
  }
  __host__ __device__ ~optional() { reset(); }

  __host__ __device__ optional& operator=(nullopt_t) {
    reset();
    return *this;
  }
  __host__ __device__ optional& operator=(const optional& other_) {
    if (this == &other_) return *this;
    if (other_.is_) set_(other_.held_);
    else reset();
    return *this;
  }
  __host__ __device__ optional& operator=(optional&& other_) {
    if (this == &other_) return *this;
    if (other_.is_) set_(static_cast<T_&&>(other_.held_));
    else reset();
    return *this;
  }
  template <typename U_ = T_,
            std::enable_if_t<std::is_constructible<T_, U_&&>::value &&
                                 !std::is_same<std::decay_t<U_>, optional>::value &&
                                 !std::is_same<std::decay_t<U_>, nullopt_t>::value,
                             int> = 0>
  __host__ __device__ optional& operator=(U_&& value_) {
    set_(static_cast<U_&&>(value_));
    return *this;
  }

  template <typename... Arguments_>
  __host__ __device__ T_& emplace(Arguments_&&... arguments_) {
    reset();
    ::new (static_cast<void*>(&held_)) T_(static_cast<Arguments_&&>(arguments_)...);
    is_ = true;
    return held_;
  }
  __host__ __device__ void reset() {
    if (is_) held_.~T_();
    is_ = false;
  }

  __host__ __device__ constexpr bool has_value() const { return is_; }
  __host__ __device__ constexpr explicit operator bool() const { return is_; }
  __host__ __device__ constexpr T_& operator*() & { return held_; }
  __host__ __device__ constexpr const T_& operator*() const& { return held_; }
  __host__ __device__ constexpr T_&& operator*() && { return static_cast<T_&&>(held_); }
  __host__ __device__ constexpr T_* operator->() { return &held_; }
  __host__ __device__ constexpr const T_* operator->() const { return &held_; }
  __host__ __device__ T_& value() {
    if (!is_) __builtin_trap();
    return held_;
  }
  __host__ __device__ const T_& value() const {
    if (!is_) __builtin_trap();
    return held_;
  }
  template <typename U_>
  __host__ __device__ constexpr T_ value_or(U_&& other_) const {
    return is_ ? held_ : static_cast<T_>(static_cast<U_&&>(other_));
  }

  friend __host__ __device__ bool operator==(const optional& a_, const optional& b_) {
    return a_.is_ == b_.is_ && (!a_.is_ || a_.held_ == b_.held_);
  }
  friend __host__ __device__ bool operator!=(const optional& a_, const optional& b_) { return !(a_ == b_); }
  friend __host__ __device__ bool operator==(const optional& a_, nullopt_t) { return !a_.is_; }
  friend __host__ __device__ bool operator!=(const optional& a_, nullopt_t) { return a_.is_; }

 private:
  template <typename U_>
  __host__ __device__ void set_(U_&& value_) {
    if (is_) held_ = static_cast<U_&&>(value_);
    else emplace(static_cast<U_&&>(value_));
  }
  union {
    char none_;
    T_ held_;
  };
  bool is_;
};

template <typename T_>
__host__ __device__ optional<std::decay_t<T_>> make_optional(T_&& value_) {
  return optional<std::decay_t<T_>>(static_cast<T_&&>(value_));
}

}  // namespace retarget_hip

#pragma pop_macro("value")

#endif

#endif  // __cplusplus
#endif
