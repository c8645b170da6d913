// Stands for libcu++'s views of arrays, which device code may use from C++14 on.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_SPAN_H
#define RETARGET_HIP_SPAN_H
#ifdef __cplusplus

#include <hip/hip_runtime.h>

#if defined(__HIPCC__) && __cplusplus >= 201402L  // device code, which a host compiler cannot read

#include <cstddef>
#include <iterator>
#include <type_traits>

// A program that names its macros so has them again behind this header.
#pragma push_macro("begin")
#undef begin
#pragma push_macro("data")
#undef data
#pragma push_macro("end")
#undef end
#pragma push_macro("first")
#undef first
#pragma push_macro("last")
#undef last
#pragma push_macro("pointer")
#undef pointer
#pragma push_macro("size")
#undef size
#pragma push_macro("value")
#undef value

namespace retarget_hip {

static constexpr std::size_t dynamic_extent = static_cast<std::size_t>(-1);

template <typename T_, std::size_t extent_ = dynamic_extent>
struct span;

namespace span_detail_ {

template <typename Container_>
struct is_span_ : std::false_type {};
template <typename T_, std::size_t extent_>
struct is_span_<span<T_, extent_>> : std::true_type {};

}  // namespace span_detail_

template <typename T_, std::size_t extent_>
struct span {
  using element_type = T_;
  using value_type = std::remove_cv_t<T_>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using pointer = T_*;
  using const_pointer = const T_*;
  using reference = T_&;
  using const_reference = const T_&;
  using iterator = T_*;
  using reverse_iterator = std::reverse_iterator<T_*>;
  static constexpr size_type extent = extent_;

  template <std::size_t n_ = extent_, std::enable_if_t<n_ == dynamic_extent || n_ == 0, int> = 0>
  __host__ __device__ constexpr span() : first_(nullptr), count_(0) {}
  __host__ __device__ constexpr span(T_* first_in_, size_type count_in_) : first_(first_in_), count_(count_in_) {}
  __host__ __device__ constexpr span(T_* first_in_, T_* last_in_)
      : first_(first_in_), count_(static_cast<size_type>(last_in_ - first_in_)) {}
  template <std::size_t n_, std::enable_if_t<extent_ == dynamic_extent || extent_ == n_, int> = 0>
  __host__ __device__ constexpr span(T_ (&array_)[n_]) : first_(array_), count_(n_) {}
  template <typename U_, std::size_t n_,
            std::enable_if_t<std::is_convertible<U_ (*)[], T_ (*)[]>::value &&
                                 (extent_ == dynamic_extent || n_ == dynamic_extent || extent_ == n_),
                             int> = 0>
  __host__ __device__ constexpr span(const span<U_, n_>& other_) : first_(other_.data()), count_(other_.size()) {}
  template <typename Container_,
            std::enable_if_t<
                !span_detail_::is_span_<std::remove_cv_t<Container_>>::value &&
                    !std::is_array<Container_>::value &&
                    std::is_convertible<
                        std::remove_pointer_t<decltype(std::declval<Container_&>().data())> (*)[], T_ (*)[]>::value,
                int> = 0>
  __host__ __device__ constexpr span(Container_& container_) : first_(container_.data()), count_(container_.size()) {}
  template <typename Container_,
            std::enable_if_t<
                std::is_const<T_>::value && !span_detail_::is_span_<Container_>::value &&
                    !std::is_array<Container_>::value &&
                    std::is_convertible<
                        std::remove_pointer_t<decltype(std::declval<const Container_&>().data())> (*)[],
                        T_ (*)[]>::value,
                int> = 0>
  __host__ __device__ constexpr span(const Container_& container_)
      : first_(container_.data()), count_(container_.size()) {}

  __host__ __device__ constexpr T_* data() const { return first_; }
  __host__ __device__ constexpr size_type size() const { return count_; }
  __host__ __device__ constexpr size_type size_bytes() const { return count_ * sizeof(T_); }
  __host__ __device__ constexpr bool empty() const { return count_ == 0; }
  __host__ __device__ constexpr T_& operator[](size_type at_) const { return first_[at_]; }
  __host__ __device__ constexpr T_& front() const { return first_[0]; }
  __host__ __device__ constexpr T_& back() const { return first_[count_ - 1]; }
  __host__ __device__ constexpr T_* begin() const { return first_; }
  __host__ __device__ constexpr T_* end() const { return first_ + count_; }
  __host__ __device__ constexpr reverse_iterator rbegin() const { return reverse_iterator(end()); }
  __host__ __device__ constexpr reverse_iterator rend() const { return reverse_iterator(begin()); }

  template <std::size_t n_>
  __host__ __device__ constexpr span<T_, n_> first() const {
    return span<T_, n_>(first_, n_);
  }
  template <std::size_t n_>
  __host__ __device__ constexpr span<T_, n_> last() const {
    return span<T_, n_>(first_ + (count_ - n_), n_);
  }
  __host__ __device__ constexpr span<T_> first(size_type n_) const { return span<T_>(first_, n_); }
  __host__ __device__ constexpr span<T_> last(size_type n_) const { return span<T_>(first_ + (count_ - n_), n_); }
  __host__ __device__ constexpr span<T_> subspan(size_type from_, size_type n_ = dynamic_extent) const {
    return span<T_>(first_ + from_, n_ == dynamic_extent ? count_ - from_ : n_);
  }

 private:
  T_* first_;
  size_type count_;
};

#if __cplusplus >= 201703L
template <typename T_, std::size_t n_>
span(T_ (&)[n_]) -> span<T_, n_>;
template <typename T_>
span(T_*, std::size_t) -> span<T_>;
template <typename Container_>
span(Container_&) -> span<std::remove_pointer_t<decltype(std::declval<Container_&>().data())>>;
#endif

}  // namespace retarget_hip

#pragma pop_macro("begin")
#pragma pop_macro("data")
#pragma pop_macro("end")
#pragma pop_macro("first")
#pragma pop_macro("last")
#pragma pop_macro("pointer")
#pragma pop_macro("size")
#pragma pop_macro("value")

#endif

#endif  // __cplusplus
#endif
