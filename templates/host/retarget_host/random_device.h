// Random numbers in device code; RETARGET_RAND(name) spells the library's names.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_RANDOM_DEVICE_H
#define RETARGET_HOST_RANDOM_DEVICE_H

#include <cmath>
#include <type_traits>

#include "retarget_host/random_distributions.h"

struct RETARGET_RAND(StateXORWOW) : retarget_host::Xorwow {};
struct RETARGET_RAND(StatePhilox4_32_10) : retarget_host::Philox {};
struct RETARGET_RAND(StateMRG32k3a) : retarget_host::Mrg32k3a {};
typedef RETARGET_RAND(StateXORWOW) RETARGET_RAND(StateXORWOW_t);
typedef RETARGET_RAND(StatePhilox4_32_10) RETARGET_RAND(StatePhilox4_32_10_t);
typedef RETARGET_RAND(StateMRG32k3a) RETARGET_RAND(StateMRG32k3a_t);
typedef RETARGET_RAND(StateXORWOW) RETARGET_RAND(State);
typedef RETARGET_RAND(StateXORWOW) RETARGET_RAND(State_t);

namespace retarget_host {
template <typename State, typename Result>
using IfGenerator = typename std::enable_if<std::is_base_of<Generator, State>::value, Result>::type;
}

template <typename State>
inline retarget_host::IfGenerator<State, void> RETARGET_RAND(_init)(unsigned long long seed, unsigned long long subsequence,
                                                                    unsigned long long offset, State* state) {
  *state = State{};
  state->seed(seed);
  state->skip_subsequences(subsequence);
  state->skip(offset);
}
template <typename State>
inline retarget_host::IfGenerator<State, void> skipahead(unsigned long long count, State* state) {
  state->skip(count);
}
template <typename State>
inline retarget_host::IfGenerator<State, void> skipahead_sequence(unsigned long long count, State* state) {
  state->skip_subsequences(count);
}
template <typename State>
inline retarget_host::IfGenerator<State, void> skipahead_subsequence(unsigned long long count, State* state) {
  state->skip_subsequences(count);
}

template <typename State>
inline retarget_host::IfGenerator<State, unsigned> RETARGET_RAND()(State* state) {
  return state->next();
}
template <typename State>
inline retarget_host::IfGenerator<State, unsigned> RETARGET_RAND(_poisson)(State* state, double mean) {
  return retarget_host::poisson(*state, mean);
}

// A distribution of floats or doubles: one value, two and four.
#define RETARGET_DISTRIBUTION(suffix, T, value, ...)                                                       \
  template <typename State>                                                                                \
  inline retarget_host::IfGenerator<State, T> RETARGET_RAND(suffix)(State * state __VA_ARGS__) {           \
    return value;                                                                                          \
  }
#define RETARGET_DISTRIBUTION_2(suffix, T, value, ...)                                                     \
  template <typename State>                                                                                \
  inline retarget_host::IfGenerator<State, T##2> RETARGET_RAND(suffix)(State * state __VA_ARGS__) {        \
    const T x = value, y = value;                                                                          \
    return {x, y};                                                                                         \
  }
#define RETARGET_DISTRIBUTION_4(suffix, T, value, ...)                                                     \
  template <typename State>                                                                                \
  inline retarget_host::IfGenerator<State, T##4> RETARGET_RAND(suffix)(State * state __VA_ARGS__) {        \
    const T x = value, y = value, z = value, w = value;                                                    \
    return {x, y, z, w};                                                                                   \
  }
#define RETARGET_UNIFORM retarget_host::uniform(*state)
#define RETARGET_UNIFORM_DOUBLE retarget_host::uniform_double(*state)
#define RETARGET_NORMAL retarget_host::normal(*state)
#define RETARGET_NORMAL_DOUBLE retarget_host::normal_double(*state)
#define RETARGET_LOG_NORMAL std::exp(mean + deviation * retarget_host::normal(*state))
#define RETARGET_LOG_NORMAL_DOUBLE std::exp(mean + deviation * retarget_host::normal_double(*state))
RETARGET_DISTRIBUTION(_uniform, float, RETARGET_UNIFORM)
RETARGET_DISTRIBUTION_2(_uniform2, float, RETARGET_UNIFORM)
RETARGET_DISTRIBUTION_4(_uniform4, float, RETARGET_UNIFORM)
RETARGET_DISTRIBUTION(_uniform_double, double, RETARGET_UNIFORM_DOUBLE)
RETARGET_DISTRIBUTION_2(_uniform2_double, double, RETARGET_UNIFORM_DOUBLE)
RETARGET_DISTRIBUTION_4(_uniform4_double, double, RETARGET_UNIFORM_DOUBLE)
RETARGET_DISTRIBUTION(_normal, float, RETARGET_NORMAL)
RETARGET_DISTRIBUTION_2(_normal2, float, RETARGET_NORMAL)
RETARGET_DISTRIBUTION_4(_normal4, float, RETARGET_NORMAL)
RETARGET_DISTRIBUTION(_normal_double, double, RETARGET_NORMAL_DOUBLE)
RETARGET_DISTRIBUTION_2(_normal2_double, double, RETARGET_NORMAL_DOUBLE)
RETARGET_DISTRIBUTION_4(_normal4_double, double, RETARGET_NORMAL_DOUBLE)
RETARGET_DISTRIBUTION(_log_normal, float, RETARGET_LOG_NORMAL, , float mean, float deviation)
RETARGET_DISTRIBUTION_2(_log_normal2, float, RETARGET_LOG_NORMAL, , float mean, float deviation)
RETARGET_DISTRIBUTION_4(_log_normal4, float, RETARGET_LOG_NORMAL, , float mean, float deviation)
RETARGET_DISTRIBUTION(_log_normal_double, double, RETARGET_LOG_NORMAL_DOUBLE, , double mean, double deviation)
RETARGET_DISTRIBUTION_2(_log_normal2_double, double, RETARGET_LOG_NORMAL_DOUBLE, , double mean, double deviation)
RETARGET_DISTRIBUTION_4(_log_normal4_double, double, RETARGET_LOG_NORMAL_DOUBLE, , double mean, double deviation)
RETARGET_DISTRIBUTION_4(4, uint, state->next())
RETARGET_DISTRIBUTION_4(_poisson4, uint, retarget_host::poisson(*state, mean), , double mean)
#undef RETARGET_UNIFORM
#undef RETARGET_UNIFORM_DOUBLE
#undef RETARGET_NORMAL
#undef RETARGET_NORMAL_DOUBLE
#undef RETARGET_LOG_NORMAL
#undef RETARGET_LOG_NORMAL_DOUBLE
#undef RETARGET_DISTRIBUTION
#undef RETARGET_DISTRIBUTION_2
#undef RETARGET_DISTRIBUTION_4

#endif
