// A launch made many times over on the same memory: what it writes is saved before and put back behind each time.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_REHEARSAL_H
#define RETARGET_HIP_REHEARSAL_H
#ifdef __cplusplus

#include <cstddef>
#include <type_traits>
#include <vector>

#include "granularity.h"

#pragma push_macro("bytes")
#undef bytes
#pragma push_macro("copy")
#undef copy
#pragma push_macro("value")
#undef value

#if defined(__HIPCC__) || defined(__CUDA__) || defined(__CUDACC__) || defined(RETARGET_HOST)

#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
#define RETARGET_RUNTIME(name) hip##name
#define RETARGET_INSIDE_DEVICE hipMemcpyDeviceToDevice
#else
#include <dlfcn.h>
#define RETARGET_RUNTIME(name) cuda##name
#define RETARGET_INSIDE_DEVICE cudaMemcpyDeviceToDevice
#endif

namespace retarget {

#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
using Event = hipEvent_t;
#else
using Event = cudaEvent_t;
#endif

// Arguments of a kernel that point to what it may write, in place of all, where their types are not known.
struct Pointers {
  void* const* first_;
  std::size_t count_;
};

class Rehearsal {
 public:
  // `arguments_` are the kernel's. What it writes by way of pointers in them that are not to constants is saved; memory
  // that it reaches in other ways is not, and the program's results tell where that matters.
  template <class... A_>
  explicit Rehearsal(Stream stream_, const A_&... arguments_) : stream_(stream_) {
    if (is_at_fault() || RETARGET_RUNTIME(DeviceSynchronize)()) return;  // an error is for the program to find
    ready_ = true;
    const int each_[] = {0, (save(arguments_), 0)...};
    (void)each_;
    ready_ = ready_ && !RETARGET_RUNTIME(EventCreate)(&first_) && !RETARGET_RUNTIME(EventCreate)(&second_) &&
             !RETARGET_RUNTIME(StreamSynchronize)(stream_);
    if (!ready_) forgive();
  }
  Rehearsal(const Rehearsal&) = delete;
  ~Rehearsal() {
    for (const Saved& s_ : saved_) (void)RETARGET_RUNTIME(Free)(s_.copy);
    if (first_) (void)RETARGET_RUNTIME(EventDestroy)(first_);
    if (second_) (void)RETARGET_RUNTIME(EventDestroy)(second_);
  }

  // Whether all that has to be saved is.
  explicit operator bool() const { return ready_; }

  // The milliseconds of what `launched_` does, or less than 0 where it fails.
  template <class Launched_>
  float operator()(Launched_ launched_) {
    float ms_ = -1;
    const bool made_ = !RETARGET_RUNTIME(EventRecord)(first_, stream_) && (launched_(), !is_at_fault()) &&
                      !RETARGET_RUNTIME(EventRecord)(second_, stream_) && !RETARGET_RUNTIME(EventSynchronize)(second_) &&
                      !RETARGET_RUNTIME(EventElapsedTime)(&ms_, first_, second_);
    if (!made_) forgive();
    for (const Saved& s_ : saved_)
      (void)RETARGET_RUNTIME(MemcpyAsync)(s_.base, s_.copy, s_.bytes, RETARGET_INSIDE_DEVICE, stream_);
    (void)RETARGET_RUNTIME(StreamSynchronize)(stream_);
    return made_ ? ms_ : -1;
  }

 private:
  struct Saved {
    void *base, *copy;
    std::size_t bytes;
  };

  static bool is_at_fault() { return RETARGET_RUNTIME(PeekAtLastError)() != 0; }
  static void forgive() { (void)RETARGET_RUNTIME(GetLastError)(); }

  template <class T_>
  void save(const T_&) {}
  template <class T_>
  void save(T_* const& pointer_) {
    if (!std::is_const<T_>::value && !std::is_function<T_>::value && pointer_ && ready_) ready_ = save_at((void*)pointer_);
  }
  void save(const Pointers& given_) {
    for (std::size_t i_ = 0; i_ < given_.count_; ++i_) save(given_.first_[i_]);
  }
  bool save_at(void* address_) {
    Saved made_ = {};
    if (!range(address_, &made_.base, &made_.bytes)) return false;
    for (const Saved& s_ : saved_)
      if (s_.base == made_.base) return true;
    if (RETARGET_RUNTIME(Malloc)(&made_.copy, made_.bytes)) return false;
    saved_.push_back(made_);
    return !RETARGET_RUNTIME(MemcpyAsync)(made_.copy, made_.base, made_.bytes, RETARGET_INSIDE_DEVICE, stream_);
  }

  // The allocation that an address lies in.
#if defined(__HIP_PLATFORM_AMD__) || defined(__HIP__)
  static bool range(void* address_, void** base, std::size_t* bytes) {
    return !hipMemGetAddressRange((hipDeviceptr_t*)base, bytes, (hipDeviceptr_t)address_);
  }
#else
  static bool range(void* address_, void** base, std::size_t* bytes) {
    using Asked = int (*)(unsigned long long*, std::size_t*, unsigned long long);
    static const Asked asked = [] {  // the driver's alone: programs are linked with the runtime
      void* const driver = dlopen("libcuda.so.1", RTLD_LAZY);
      return driver ? (Asked)dlsym(driver, "cuMemGetAddressRange_v2") : nullptr;
    }();
    unsigned long long found = 0;
    if (!asked || asked(&found, bytes, (unsigned long long)address_)) return false;
    *base = (void*)found;
    return true;
  }
#endif

  const Stream stream_;
  bool ready_ = false;
  Event first_ = nullptr, second_ = nullptr;
  std::vector<Saved> saved_;
};

}  // namespace retarget
#undef RETARGET_INSIDE_DEVICE
#undef RETARGET_RUNTIME

#endif

#pragma pop_macro("bytes")
#pragma pop_macro("copy")
#pragma pop_macro("value")

#endif
#endif
