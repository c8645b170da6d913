// CUDA's second argument of __launch_bounds__, blocks per multiprocessor, as HIP's: waves per EU (SIMD).
// Limits: LLVM's AMDGPU backend documentation, waves per EU and wavefront size of each architecture.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_LAUNCH_BOUNDS_H
#define RETARGET_HIP_LAUNCH_BOUNDS_H
#ifdef __cplusplus

namespace retarget_hip {

struct WaveLimits {
  int lanes;
  int max_waves_per_eu;
};

#if defined(__gfx90a__) || defined(__gfx940__) || defined(__gfx941__) || defined(__gfx942__) || \
    defined(__gfx950__)
constexpr WaveLimits wave_limits{64, 8};
#elif defined(__GFX10__) && (defined(__gfx1010__) || defined(__gfx1011__) || defined(__gfx1012__) || \
                             defined(__gfx1013__))
constexpr WaveLimits wave_limits{32, 20};
#elif defined(__GFX10__) || defined(__GFX11__) || defined(__GFX12__)
constexpr WaveLimits wave_limits{32, 16};
#else  // older GCN, and the host pass, where the bound has no effect
constexpr WaveLimits wave_limits{64, 10};
#endif

// A compute unit of GCN and CDNA, and a work-group processor of RDNA, have four EUs.
constexpr int eus_per_compute_unit = 4;

constexpr int ceil_divide(int a_, int b_) { return (a_ + b_ - 1) / b_; }
constexpr int clamp_waves(int waves_) {
  return waves_ < 1 ? 1 : waves_ > wave_limits.max_waves_per_eu ? wave_limits.max_waves_per_eu : waves_;
}
constexpr int waves_per_eu(int threads_, int blocks_) {
  return clamp_waves(ceil_divide(blocks_ * ceil_divide(threads_, wave_limits.lanes), eus_per_compute_unit));
}

}  // namespace retarget_hip

#define RETARGET_WAVES_PER_EU(threads_, blocks_) retarget_hip::waves_per_eu(threads_, blocks_)

#endif
#endif
