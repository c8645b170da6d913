// CUB's loads and stores with a cache operator, of any type, by pointers (to const too) and by other iterators:
// hipCUB's take no pointer to const, no class, and call themselves for other iterators.
// They stand in hipCUB's namespace, under names of their own. Modifiers are passed as numbers, which hipCUB shares with CUB.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_CUB_ACCESS_H
#define RETARGET_HIP_CUB_ACCESS_H

#include "cached_access.h"

#pragma push_macro("value_type")
#undef value_type
#pragma push_macro("difference_type")
#undef difference_type
#pragma push_macro("pointer")
#undef pointer
#pragma push_macro("reference")
#undef reference
#pragma push_macro("iterator_category")
#undef iterator_category
#pragma push_macro("type")
#undef type
#pragma push_macro("value")
#undef value

#if defined(__cplusplus) && defined(__HIPCC__)

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace retarget_hip {
namespace detail_ {

// How memory is reached: as the compiler likes, streaming, or again each time, past the cache of the compute unit.
enum class route { plain_, streaming_, again_ };

// CUB's modifiers in order: default, ca, cg, cs, cv, ldg, volatile; default, wb, cg, cs, wt, volatile.
constexpr route load_route(int modifier_) {
  return modifier_ == 3 ? route::streaming_
                        : modifier_ == 2 || modifier_ == 4 || modifier_ == 6 ? route::again_ : route::plain_;
}
constexpr route store_route(int modifier_) {
  return modifier_ == 3 ? route::streaming_ : modifier_ == 2 || modifier_ > 3 ? route::again_ : route::plain_;
}

template <typename T_>
using word_of = typename carrier<(alignof(T_) < 16 ? alignof(T_) : 16)>::type;

template <route route_, typename T_>
__host__ __device__ inline T_ load_words(const T_* address_) {
  if (route_ == route::plain_) {
    return *address_;
  }
  using Word_ = word_of<T_>;
  constexpr int count_ = sizeof(T_) / sizeof(Word_);
  const Word_* from_ = reinterpret_cast<const Word_*>(address_);
  alignas(T_) Word_ words_[count_];
  for (int i_ = 0; i_ < count_; i_++) {
    words_[i_] = route_ == route::streaming_ ? __builtin_nontemporal_load(from_ + i_)
                                             : *const_cast<const volatile Word_*>(from_ + i_);
  }
  return *reinterpret_cast<T_*>(words_);
}

template <route route_, typename T_>
__host__ __device__ inline void store_words(T_* address_, const T_& stored_) {
  if (route_ == route::plain_) {
    *address_ = stored_;
    return;
  }
  using Word_ = word_of<T_>;
  constexpr int count_ = sizeof(T_) / sizeof(Word_);
  Word_* to_ = reinterpret_cast<Word_*>(address_);
  Word_ words_[count_];
  __builtin_memcpy(words_, static_cast<const void*>(&stored_), sizeof(T_));
  for (int i_ = 0; i_ < count_; i_++) {
    if (route_ == route::streaming_) {
      __builtin_nontemporal_store(words_[i_], to_ + i_);
    } else {
      *const_cast<volatile Word_*>(to_ + i_) = words_[i_];
    }
  }
}

}  // namespace detail_
}  // namespace retarget_hip

namespace hipcub {

template <int modifier_ = 0, typename T_>
__host__ __device__ inline typename std::remove_cv<T_>::type thread_load(T_* address_) {
  namespace own_ = retarget_hip::detail_;
  return own_::load_words<own_::load_route(modifier_)>(const_cast<const typename std::remove_cv<T_>::type*>(address_));
}
template <int modifier_ = 0, typename Iterator_, typename std::enable_if<!std::is_pointer<Iterator_>::value, int>::type = 0>
__host__ __device__ inline typename std::iterator_traits<Iterator_>::value_type thread_load(Iterator_ at_) {
  static_assert(modifier_ == 0, "CUB loads by an iterator that is no pointer without a modifier alone");
  return *at_;
}

template <int modifier_ = 0, typename T_, typename Value_>
__host__ __device__ inline void thread_store(T_* address_, Value_ stored_) {
  namespace own_ = retarget_hip::detail_;
  own_::store_words<own_::store_route(modifier_)>(const_cast<typename std::remove_cv<T_>::type*>(address_),
                                              static_cast<typename std::remove_cv<T_>::type>(stored_));
}
template <int modifier_ = 0, typename Iterator_, typename Value_,
          typename std::enable_if<!std::is_pointer<Iterator_>::value, int>::type = 0>
__host__ __device__ inline void thread_store(Iterator_ at_, Value_ stored_) {
  static_assert(modifier_ == 0, "CUB stores by an iterator that is no pointer without a modifier alone");
  *at_ = stored_;
}

// What both iterators of CUB's with a modifier share: steps along an array.
template <typename Derived_, typename Value_, typename Difference_>
class stepping {
 public:
  __host__ __device__ explicit stepping(Value_* at_) : address_(at_) {}
  __host__ __device__ Derived_& operator++() {
    address_++;
    return self_();
  }
  __host__ __device__ Derived_ operator++(int) {
    Derived_ before_ = self_();
    address_++;
    return before_;
  }
  template <typename Distance_>
  __host__ __device__ Derived_ operator+(Distance_ by_) const {
    return Derived_(address_ + by_);
  }
  template <typename Distance_>
  __host__ __device__ Derived_ operator-(Distance_ by_) const {
    return Derived_(address_ - by_);
  }
  __host__ __device__ Difference_ operator-(const Derived_& other_) const {
    return static_cast<Difference_>(address_ - other_.address_);
  }
  template <typename Distance_>
  __host__ __device__ Derived_& operator+=(Distance_ by_) {
    address_ += by_;
    return self_();
  }
  template <typename Distance_>
  __host__ __device__ Derived_& operator-=(Distance_ by_) {
    address_ -= by_;
    return self_();
  }
  __host__ __device__ bool operator==(const Derived_& other_) const { return address_ == other_.address_; }
  __host__ __device__ bool operator!=(const Derived_& other_) const { return address_ != other_.address_; }

 protected:
  Value_* address_;

 private:
  __host__ __device__ Derived_& self_() { return static_cast<Derived_&>(*this); }
};

template <int modifier_, typename Value_, typename Difference_ = std::ptrdiff_t>
class cache_modified_input : public stepping<cache_modified_input<modifier_, Value_, Difference_>, Value_, Difference_> {
  using base_ = stepping<cache_modified_input, Value_, Difference_>;

 public:
  using value_type = Value_;
  using difference_type = Difference_;
  using pointer = Value_*;
  using reference = Value_;
  using iterator_category = std::random_access_iterator_tag;

  template <typename Qualified_>
  __host__ __device__ cache_modified_input(Qualified_* at_)
      : base_(const_cast<typename std::remove_cv<Qualified_>::type*>(at_)) {}
  __host__ __device__ Value_ operator*() const { return thread_load<modifier_>(this->address_); }
  template <typename Distance_>
  __host__ __device__ Value_ operator[](Distance_ at_) const {
    return thread_load<modifier_>(this->address_ + at_);
  }
};

template <int modifier_, typename Value_, typename Difference_ = std::ptrdiff_t>
class cache_modified_output
    : public stepping<cache_modified_output<modifier_, Value_, Difference_>, Value_, Difference_> {
  using base_ = stepping<cache_modified_output, Value_, Difference_>;

  struct place {
    Value_* address_;
    __host__ __device__ Value_ operator=(Value_ stored_) {
      thread_store<modifier_>(address_, stored_);
      return stored_;
    }
  };

 public:
  using value_type = void;
  using difference_type = Difference_;
  using pointer = void;
  using reference = place;
  using iterator_category = std::random_access_iterator_tag;

  template <typename Qualified_>
  __host__ __device__ cache_modified_output(Qualified_* at_)
      : base_(const_cast<typename std::remove_cv<Qualified_>::type*>(at_)) {}
  __host__ __device__ place operator*() const { return place{this->address_}; }
  template <typename Distance_>
  __host__ __device__ place operator[](Distance_ at_) const {
    return place{this->address_ + at_};
  }
};

}  // namespace hipcub

#endif

#pragma pop_macro("value_type")
#pragma pop_macro("difference_type")
#pragma pop_macro("pointer")
#pragma pop_macro("reference")
#pragma pop_macro("iterator_category")
#pragma pop_macro("value")
#pragma pop_macro("type")

#endif
