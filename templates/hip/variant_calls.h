// What a launch calls where the work of variants.h is done elsewhere: on the host target by the host runtime, which has
// it compiled once, and for the GPU's code by nothing, since it is the host's.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_VARIANT_CALLS_H
#define RETARGET_HIP_VARIANT_CALLS_H
#ifdef __cplusplus

#include "granularity.h"

#if defined(RETARGET_HOST) || (defined(__HIP_DEVICE_COMPILE__) && __HIP_DEVICE_COMPILE__)

#include <cstddef>
#include <type_traits>

#pragma push_macro("value")
#undef value

namespace retarget_host {

int chosen_variant(const char* kernel_, int variants_, const retarget::Launch& launch_);
void* note_begin(const char* kernel_, int variant_, bool fits_, const retarget::Launch& launch_);
void note_end(void* noted_);
bool is_rehearsed();

// A launch by any of its variants, and the arguments that point to what it may write; null for others.
struct Rehearsed {
  void (*call_)(const void* run_, int variant_);
  const void* run_;
  void* const* pointers_;
  std::size_t count_;
};
void rehearse(const char* kernel_, int variants_, const retarget::Launch& launch_, const Rehearsed& what_);

template <class T_>
void* written_(const T_&) {
  return nullptr;
}
template <class T_>
void* written_(T_* const& pointer_) {
  return std::is_const<T_>::value || std::is_function<T_>::value ? nullptr : (void*)pointer_;
}

}  // namespace retarget_host

#pragma pop_macro("value")

#ifndef RETARGET_HOST_VARIANTS
#define RETARGET_VARIANTS_ELSEWHERE 1
namespace retarget {
inline namespace by_host_runtime {  // which has functions of these names

inline int chosen(const char* kernel_, int variants_, const Launch& launch_) {
  return retarget_host::chosen_variant(kernel_, variants_, launch_);
}

class Noted {
 public:
  Noted(const char* kernel_, int variant_, bool fits_, const Launch& launch_)
      : noted_(retarget_host::note_begin(kernel_, variant_, fits_, launch_)) {}
  Noted(const Noted&) = delete;
  ~Noted() { retarget_host::note_end(noted_); }

 private:
  void* const noted_;
};

template <class Run_, class... A_>
void rehearse(const char* kernel_, int variants_, const Launch& launch_, const Run_& run_, const A_&... arguments_) {
  if (!retarget_host::is_rehearsed()) return;
  void* const pointers_[] = {nullptr, retarget_host::written_(arguments_)...};
  const auto call_ = [](const void* launching_, int variant_) { (*static_cast<const Run_*>(launching_))(variant_); };
  retarget_host::rehearse(kernel_, variants_, launch_, {call_, &run_, pointers_, sizeof...(A_) + 1});
}

}  // namespace by_host_runtime
}  // namespace retarget
#endif
#endif

#endif
#endif
