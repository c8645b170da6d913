// Stands for libcu++'s atomic objects of numbers and pointers, and their scopes. What rests on waiting is not here.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_SCOPED_ATOMICS_H
#define RETARGET_HIP_SCOPED_ATOMICS_H
#ifdef __cplusplus

#include <atomic>
#include <cstddef>
#include <type_traits>
#include <hip/hip_runtime.h>

#if defined(__HIPCC__)  // device code, which a host compiler cannot read

// A program that names its macros so has them again behind this header.
#pragma push_macro("load")
#pragma push_macro("store")
#undef load
#undef store

namespace retarget_hip {

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

namespace scoped_detail_ {

template <thread_scope scope_>
struct of_hip_ {
  static constexpr int value_ = scope_ == thread_scope_system   ? __HIP_MEMORY_SCOPE_SYSTEM
                                : scope_ == thread_scope_device ? __HIP_MEMORY_SCOPE_AGENT
                                : scope_ == thread_scope_block  ? __HIP_MEMORY_SCOPE_WORKGROUP
                                                                : __HIP_MEMORY_SCOPE_SINGLETHREAD;
};
// The order of a comparison that fails: it stores nothing.
__host__ __device__ constexpr std::memory_order failing(std::memory_order order_) {
  return order_ == std::memory_order_acq_rel   ? std::memory_order_acquire
         : order_ == std::memory_order_release ? std::memory_order_relaxed
                                               : order_;
}

// What is added to a number, and to a pointer.
template <typename T_>
struct step_of_ {
  using result_ = T_;
};
template <typename T_>
struct step_of_<T_*> {
  using result_ = std::ptrdiff_t;
};

// The operations on what lies at an address; Self_ says where.
template <typename Self_, typename T_, thread_scope scope_>
struct operations_ {
  static constexpr int at_ = of_hip_<scope_>::value_;
  using step_ = typename step_of_<T_>::result_;
  __host__ __device__ T_* place_() const { return static_cast<const Self_*>(this)->address_(); }

  __host__ __device__ T_ load(std::memory_order order_ = std::memory_order_seq_cst) const {
    return __hip_atomic_load(place_(), (int)order_, at_);
  }
  __host__ __device__ void store(T_ value_, std::memory_order order_ = std::memory_order_seq_cst) const {
    __hip_atomic_store(place_(), value_, (int)order_, at_);
  }
  __host__ __device__ T_ exchange(T_ value_, std::memory_order order_ = std::memory_order_seq_cst) const {
    return __hip_atomic_exchange(place_(), value_, (int)order_, at_);
  }
  __host__ __device__ bool compare_exchange_strong(T_& known_, T_ value_, std::memory_order order_,
                                                   std::memory_order failed_) const {
    return __hip_atomic_compare_exchange_strong(place_(), &known_, value_, (int)order_, (int)failed_, at_);
  }
  __host__ __device__ bool compare_exchange_strong(T_& known_, T_ value_,
                                                   std::memory_order order_ = std::memory_order_seq_cst) const {
    return compare_exchange_strong(known_, value_, order_, failing(order_));
  }
  __host__ __device__ bool compare_exchange_weak(T_& known_, T_ value_, std::memory_order order_,
                                                 std::memory_order failed_) const {
    return compare_exchange_strong(known_, value_, order_, failed_);
  }
  __host__ __device__ bool compare_exchange_weak(T_& known_, T_ value_,
                                                 std::memory_order order_ = std::memory_order_seq_cst) const {
    return compare_exchange_strong(known_, value_, order_, failing(order_));
  }
#define RETARGET_HIP_FETCH(name_)                                                                          \
  __host__ __device__ T_ fetch_##name_(T_ value_, std::memory_order order_ = std::memory_order_seq_cst) const { \
    return __hip_atomic_fetch_##name_(place_(), value_, (int)order_, at_);                                 \
  }
  RETARGET_HIP_FETCH(and)
  RETARGET_HIP_FETCH(or)
  RETARGET_HIP_FETCH(xor)
  RETARGET_HIP_FETCH(min)
  RETARGET_HIP_FETCH(max)
#undef RETARGET_HIP_FETCH
  __host__ __device__ T_ fetch_add(step_ value_, std::memory_order order_ = std::memory_order_seq_cst) const {
    return added_(value_, order_, std::is_pointer<T_>());
  }
  __host__ __device__ T_ fetch_sub(step_ value_, std::memory_order order_ = std::memory_order_seq_cst) const {
    return fetch_add(step_(-value_), order_);
  }
  __host__ __device__ operator T_() const { return load(); }
  __host__ __device__ T_ operator+=(step_ value_) const { return T_(fetch_add(value_) + value_); }
  __host__ __device__ T_ operator-=(step_ value_) const { return T_(fetch_sub(value_) - value_); }
  __host__ __device__ T_ operator&=(T_ value_) const { return T_(fetch_and(value_) & value_); }
  __host__ __device__ T_ operator|=(T_ value_) const { return T_(fetch_or(value_) | value_); }
  __host__ __device__ T_ operator^=(T_ value_) const { return T_(fetch_xor(value_) ^ value_); }
  __host__ __device__ T_ operator++() const { return T_(fetch_add(1) + 1); }
  __host__ __device__ T_ operator--() const { return T_(fetch_sub(1) - 1); }
  __host__ __device__ T_ operator++(int) const { return fetch_add(1); }
  __host__ __device__ T_ operator--(int) const { return fetch_sub(1); }

 private:
  __host__ __device__ T_ added_(T_ value_, std::memory_order order_, std::false_type) const {
    return __hip_atomic_fetch_add(place_(), value_, (int)order_, at_);
  }
  __host__ __device__ T_ added_(step_ value_, std::memory_order order_, std::true_type) const {
    T_ known_ = load(std::memory_order_relaxed);  // HIP's builtin takes no pointers
    while (!compare_exchange_strong(known_, known_ + value_, order_)) {
    }
    return known_;
  }
};

}  // namespace scoped_detail_

template <typename T_, thread_scope scope_ = thread_scope_system>
struct scoped_atomic : scoped_detail_::operations_<scoped_atomic<T_, scope_>, T_, scope_> {
  using value_type = T_;
  scoped_atomic() = default;
  __host__ __device__ constexpr scoped_atomic(T_ value_) : held_(value_) {}
  scoped_atomic(const scoped_atomic&) = delete;
  scoped_atomic& operator=(const scoped_atomic&) = delete;
  __host__ __device__ T_ operator=(T_ value_) {
    this->store(value_);
    return value_;
  }
  __host__ __device__ T_* address_() const { return &held_; }

 private:
  alignas(sizeof(T_)) mutable T_ held_;
};

template <typename T_, thread_scope scope_ = thread_scope_system>
struct scoped_atomic_ref : scoped_detail_::operations_<scoped_atomic_ref<T_, scope_>, T_, scope_> {
  using value_type = T_;
  __host__ __device__ explicit scoped_atomic_ref(T_& held_) : held_(&held_) {}
  scoped_atomic_ref(const scoped_atomic_ref&) = default;
  scoped_atomic_ref& operator=(const scoped_atomic_ref&) = delete;
  __host__ __device__ T_ operator=(T_ value_) const {
    this->store(value_);
    return value_;
  }
  __host__ __device__ T_* address_() const { return held_; }

 private:
  T_* held_;
};

}  // namespace retarget_hip

#pragma pop_macro("store")
#pragma pop_macro("load")

#endif

#endif  // __cplusplus
#endif
