// Distributions of random numbers: uniform in (0, 1], normal (Box and Muller 1958), Poisson (Hörmann 1993).
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_RANDOM_DISTRIBUTIONS_H
#define RETARGET_HOST_RANDOM_DISTRIBUTIONS_H

#include <cmath>
#include <cstdint>

#include "retarget_host/random_engines.h"

namespace retarget_host {

template <typename Engine>
inline float uniform(Engine& engine) {
  return static_cast<float>(engine.next()) * 0x1p-32f + 0x1p-33f;
}
template <typename Engine>
inline double uniform_double(Engine& engine) {
  const std::uint64_t low = engine.next(), high = engine.next();
  return static_cast<double>(low ^ (high << 21)) * 0x1p-53 + 0x1p-54;
}

template <typename Engine>
inline float normal(Engine& engine) {
  if (engine.has_float) {
    engine.has_float = false;
    return engine.spare_float;
  }
  const float u = uniform(engine), angle = 6.2831855f * uniform(engine), radius = std::sqrt(-2.0f * std::log(u));
  engine.spare_float = radius * std::cos(angle);
  engine.has_float = true;
  return radius * std::sin(angle);
}
template <typename Engine>
inline double normal_double(Engine& engine) {
  if (engine.has_double) {
    engine.has_double = false;
    return engine.spare_double;
  }
  const double u = uniform_double(engine), angle = 6.283185307179586 * uniform_double(engine);
  const double radius = std::sqrt(-2.0 * std::log(u));
  engine.spare_double = radius * std::cos(angle);
  engine.has_double = true;
  return radius * std::sin(angle);
}

// Below a mean of 10 by products of uniform values, above by transformed rejection.
template <typename Engine>
inline unsigned poisson(Engine& engine, double mean) {
  if (!(mean > 0)) return 0;
  if (mean < 10) {
    const double least = std::exp(-mean);
    unsigned count = 0;
    for (double product = uniform_double(engine); product > least; product *= uniform_double(engine)) ++count;
    return count;
  }
  const double spread = 0.931 + 2.53 * std::sqrt(mean), tail = -0.059 + 0.02483 * spread;
  const double inverse = 1.1239 + 1.1328 / (spread - 3.4), quick = 0.9277 - 3.6224 / (spread - 2);
  for (;;) {
    const double u = uniform_double(engine) - 0.5, v = uniform_double(engine), us = 0.5 - std::fabs(u);
    const double count = std::floor((2 * tail / us + spread) * u + mean + 0.43);
    if (us >= 0.07 && v <= quick) return static_cast<unsigned>(count);
    if (count < 0 || (us < 0.013 && v > us)) continue;
    if (std::log(v * inverse / (tail / (us * us) + spread)) <= count * std::log(mean) - mean - std::lgamma(count + 1))
      return static_cast<unsigned>(count);
  }
}

}  // namespace retarget_host

#endif
