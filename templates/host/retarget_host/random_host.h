// Random numbers by the host's API: one stream after another fills memory, of the device or of the host.
// RETARGET_RAND(name) and RETARGET_RAND_VALUE(NAME) spell functions and enumerators.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_RANDOM_HOST_H
#define RETARGET_HOST_RANDOM_HOST_H

#include <cmath>
#include <cstddef>
#include <memory>
#include <random>

#include "retarget_host/random_distributions.h"

typedef enum RETARGET_RAND(Status) {
  RETARGET_RAND_VALUE(STATUS_SUCCESS) = 0,
  RETARGET_RAND_VALUE(STATUS_VERSION_MISMATCH) = 100,
  RETARGET_RAND_VALUE(STATUS_NOT_INITIALIZED) = 101,
  RETARGET_RAND_VALUE(STATUS_ALLOCATION_FAILED) = 102,
  RETARGET_RAND_VALUE(STATUS_TYPE_ERROR) = 103,
  RETARGET_RAND_VALUE(STATUS_OUT_OF_RANGE) = 104,
  RETARGET_RAND_VALUE(STATUS_LENGTH_NOT_MULTIPLE) = 105,
  RETARGET_RAND_VALUE(STATUS_DOUBLE_PRECISION_REQUIRED) = 106,
  RETARGET_RAND_VALUE(STATUS_LAUNCH_FAILURE) = 201,
  RETARGET_RAND_VALUE(STATUS_PREEXISTING_FAILURE) = 202,
  RETARGET_RAND_VALUE(STATUS_INITIALIZATION_FAILED) = 203,
  RETARGET_RAND_VALUE(STATUS_ARCH_MISMATCH) = 204,
  RETARGET_RAND_VALUE(STATUS_INTERNAL_ERROR) = 999,
} RETARGET_RAND(Status_t);

typedef enum RETARGET_RAND(RngType) {
  RETARGET_RAND_VALUE(RNG_TEST) = 0,
  RETARGET_RAND_VALUE(RNG_PSEUDO_DEFAULT) = 100,
  RETARGET_RAND_VALUE(RNG_PSEUDO_XORWOW) = 101,
  RETARGET_RAND_VALUE(RNG_PSEUDO_MRG32K3A) = 121,
  RETARGET_RAND_VALUE(RNG_PSEUDO_MTGP32) = 141,
  RETARGET_RAND_VALUE(RNG_PSEUDO_MT19937) = 142,
  RETARGET_RAND_VALUE(RNG_PSEUDO_PHILOX4_32_10) = 161,
  RETARGET_RAND_VALUE(RNG_QUASI_DEFAULT) = 200,
  RETARGET_RAND_VALUE(RNG_QUASI_SOBOL32) = 201,
  RETARGET_RAND_VALUE(RNG_QUASI_SCRAMBLED_SOBOL32) = 202,
  RETARGET_RAND_VALUE(RNG_QUASI_SOBOL64) = 203,
  RETARGET_RAND_VALUE(RNG_QUASI_SCRAMBLED_SOBOL64) = 204,
} RETARGET_RAND(RngType_t);

typedef enum RETARGET_RAND(Ordering) {
  RETARGET_RAND_VALUE(ORDERING_PSEUDO_BEST) = 100,
  RETARGET_RAND_VALUE(ORDERING_PSEUDO_DEFAULT) = 101,
  RETARGET_RAND_VALUE(ORDERING_PSEUDO_SEEDED) = 102,
  RETARGET_RAND_VALUE(ORDERING_PSEUDO_LEGACY) = 103,
  RETARGET_RAND_VALUE(ORDERING_PSEUDO_DYNAMIC) = 104,
  RETARGET_RAND_VALUE(ORDERING_QUASI_DEFAULT) = 201,
} RETARGET_RAND(Ordering_t);

namespace retarget_host {

struct Mersenne : Generator {  // MT19937 (Matsumoto and Nishimura 1998), as the standard library has it
  std::mt19937 engine;
  void seed(std::uint64_t value) { engine.seed(static_cast<std::uint32_t>(value)); }
  void skip(std::uint64_t count) { engine.discard(count); }
  std::uint32_t next() { return engine(); }
};

// A stream of values, of one kind or another.
class RandomStream {
 public:
  virtual ~RandomStream() = default;
  virtual void restart(std::uint64_t seed, std::uint64_t offset) = 0;
  virtual void bits(unsigned* to, std::size_t count) = 0;
  virtual void uniforms(float* to, std::size_t count) = 0;
  virtual void uniforms(double* to, std::size_t count) = 0;
  virtual void normals(float* to, std::size_t count, float mean, float deviation) = 0;
  virtual void normals(double* to, std::size_t count, double mean, double deviation) = 0;
  virtual void poissons(unsigned* to, std::size_t count, double mean) = 0;
};

template <typename Engine>
class StreamOf final : public RandomStream {
 public:
  void restart(std::uint64_t seed, std::uint64_t offset) override {
    engine_ = Engine();
    engine_.seed(seed);
    engine_.skip(offset);
  }
  void bits(unsigned* to, std::size_t count) override {
    for (std::size_t i = 0; i < count; ++i) to[i] = engine_.next();
  }
  void uniforms(float* to, std::size_t count) override {
    for (std::size_t i = 0; i < count; ++i) to[i] = uniform(engine_);
  }
  void uniforms(double* to, std::size_t count) override {
    for (std::size_t i = 0; i < count; ++i) to[i] = uniform_double(engine_);
  }
  void normals(float* to, std::size_t count, float mean, float deviation) override {
    for (std::size_t i = 0; i < count; ++i) to[i] = mean + deviation * normal(engine_);
  }
  void normals(double* to, std::size_t count, double mean, double deviation) override {
    for (std::size_t i = 0; i < count; ++i) to[i] = mean + deviation * normal_double(engine_);
  }
  void poissons(unsigned* to, std::size_t count, double mean) override {
    for (std::size_t i = 0; i < count; ++i) to[i] = poisson(engine_, mean);
  }

 private:
  Engine engine_{};
};

}  // namespace retarget_host

struct RETARGET_RAND(Generator_st) {
  std::unique_ptr<retarget_host::RandomStream> stream;
  unsigned long long seed, offset;
  bool is_fresh;  // whether seed and offset hold from the next values on

  retarget_host::RandomStream& started() {
    if (is_fresh) stream->restart(seed, offset);
    is_fresh = false;
    return *stream;
  }
};
typedef RETARGET_RAND(Generator_st) * RETARGET_RAND(Generator_t);

namespace retarget_host {

using RandomStatus = RETARGET_RAND(Status_t);
using RandomHandle = RETARGET_RAND(Generator_t);

// Quasi-random generators and MTGP32 are not here.
inline std::unique_ptr<RandomStream> random_stream(RETARGET_RAND(RngType_t) type) {
  switch (type) {
    case RETARGET_RAND_VALUE(RNG_PSEUDO_DEFAULT):
    case RETARGET_RAND_VALUE(RNG_PSEUDO_XORWOW): return std::make_unique<StreamOf<Xorwow>>();
    case RETARGET_RAND_VALUE(RNG_PSEUDO_MRG32K3A): return std::make_unique<StreamOf<Mrg32k3a>>();
    case RETARGET_RAND_VALUE(RNG_PSEUDO_MT19937): return std::make_unique<StreamOf<Mersenne>>();
    case RETARGET_RAND_VALUE(RNG_PSEUDO_PHILOX4_32_10): return std::make_unique<StreamOf<Philox>>();
    default: unsupported("this kind of random number generator"); return nullptr;
  }
}

template <typename Fill>
inline RandomStatus filled_by(RandomHandle generator, Fill fill, bool in_pairs = false, std::size_t count = 0) {
  if (!generator) return RETARGET_RAND_VALUE(STATUS_NOT_INITIALIZED);
  if (in_pairs && count % 2) return RETARGET_RAND_VALUE(STATUS_LENGTH_NOT_MULTIPLE);
  const Library scope;
  fill(generator->started());
  return RETARGET_RAND_VALUE(STATUS_SUCCESS);
}

template <typename T>
inline RandomStatus log_normals(RandomHandle generator, T* to, std::size_t count, T mean, T deviation) {
  const auto fill = [=](RandomStream& stream) {
    stream.normals(to, count, mean, deviation);
    for (std::size_t i = 0; i < count; ++i) to[i] = std::exp(to[i]);
  };
  return filled_by(generator, fill, true, count);
}

}  // namespace retarget_host

inline retarget_host::RandomStatus RETARGET_RAND(CreateGenerator)(retarget_host::RandomHandle* to,
                                                                  RETARGET_RAND(RngType_t) type) {
  if (!to) return RETARGET_RAND_VALUE(STATUS_OUT_OF_RANGE);
  *to = new RETARGET_RAND(Generator_st){retarget_host::random_stream(type), 0, 0, true};
  return RETARGET_RAND_VALUE(STATUS_SUCCESS);
}
inline retarget_host::RandomStatus RETARGET_RAND(CreateGeneratorHost)(retarget_host::RandomHandle* to,
                                                                      RETARGET_RAND(RngType_t) type) {
  return RETARGET_RAND(CreateGenerator)(to, type);
}
inline retarget_host::RandomStatus RETARGET_RAND(DestroyGenerator)(retarget_host::RandomHandle generator) {
  if (!generator) return RETARGET_RAND_VALUE(STATUS_NOT_INITIALIZED);
  delete generator;
  return RETARGET_RAND_VALUE(STATUS_SUCCESS);
}
inline retarget_host::RandomStatus RETARGET_RAND(SetPseudoRandomGeneratorSeed)(retarget_host::RandomHandle generator,
                                                                              unsigned long long seed) {
  if (!generator) return RETARGET_RAND_VALUE(STATUS_NOT_INITIALIZED);
  generator->seed = seed;
  generator->is_fresh = true;
  return RETARGET_RAND_VALUE(STATUS_SUCCESS);
}
inline retarget_host::RandomStatus RETARGET_RAND(SetGeneratorOffset)(retarget_host::RandomHandle generator,
                                                                     unsigned long long offset) {
  if (!generator) return RETARGET_RAND_VALUE(STATUS_NOT_INITIALIZED);
  generator->offset = offset;
  generator->is_fresh = true;
  return RETARGET_RAND_VALUE(STATUS_SUCCESS);
}
inline retarget_host::RandomStatus RETARGET_RAND(SetGeneratorOrdering)(retarget_host::RandomHandle generator,
                                                                       RETARGET_RAND(Ordering_t)) {
  return generator ? RETARGET_RAND_VALUE(STATUS_SUCCESS) : RETARGET_RAND_VALUE(STATUS_NOT_INITIALIZED);
}
template <typename Stream>
inline retarget_host::RandomStatus RETARGET_RAND(SetStream)(retarget_host::RandomHandle generator, Stream) {
  return generator ? RETARGET_RAND_VALUE(STATUS_SUCCESS) : RETARGET_RAND_VALUE(STATUS_NOT_INITIALIZED);
}
inline retarget_host::RandomStatus RETARGET_RAND(GenerateSeeds)(retarget_host::RandomHandle generator) {
  return retarget_host::filled_by(generator, [](retarget_host::RandomStream&) {});
}
inline retarget_host::RandomStatus RETARGET_RAND(GetVersion)(int* version) {
  if (!version) return RETARGET_RAND_VALUE(STATUS_OUT_OF_RANGE);
  *version = 11000;
  return RETARGET_RAND_VALUE(STATUS_SUCCESS);
}

inline retarget_host::RandomStatus RETARGET_RAND(Generate)(retarget_host::RandomHandle generator, unsigned* to,
                                                           std::size_t count) {
  return retarget_host::filled_by(generator, [=](retarget_host::RandomStream& stream) { stream.bits(to, count); });
}
inline retarget_host::RandomStatus RETARGET_RAND(GenerateUniform)(retarget_host::RandomHandle generator, float* to,
                                                                  std::size_t count) {
  return retarget_host::filled_by(generator, [=](retarget_host::RandomStream& stream) { stream.uniforms(to, count); });
}
inline retarget_host::RandomStatus RETARGET_RAND(GenerateUniformDouble)(retarget_host::RandomHandle generator, double* to,
                                                                        std::size_t count) {
  return retarget_host::filled_by(generator, [=](retarget_host::RandomStream& stream) { stream.uniforms(to, count); });
}
inline retarget_host::RandomStatus RETARGET_RAND(GenerateNormal)(retarget_host::RandomHandle generator, float* to,
                                                                 std::size_t count, float mean, float deviation) {
  const auto fill = [=](retarget_host::RandomStream& stream) { stream.normals(to, count, mean, deviation); };
  return retarget_host::filled_by(generator, fill, true, count);
}
inline retarget_host::RandomStatus RETARGET_RAND(GenerateNormalDouble)(retarget_host::RandomHandle generator, double* to,
                                                                       std::size_t count, double mean, double deviation) {
  const auto fill = [=](retarget_host::RandomStream& stream) { stream.normals(to, count, mean, deviation); };
  return retarget_host::filled_by(generator, fill, true, count);
}
inline retarget_host::RandomStatus RETARGET_RAND(GenerateLogNormal)(retarget_host::RandomHandle generator, float* to,
                                                                    std::size_t count, float mean, float deviation) {
  return retarget_host::log_normals(generator, to, count, mean, deviation);
}
inline retarget_host::RandomStatus RETARGET_RAND(GenerateLogNormalDouble)(retarget_host::RandomHandle generator,
                                                                          double* to, std::size_t count, double mean,
                                                                          double deviation) {
  return retarget_host::log_normals(generator, to, count, mean, deviation);
}
inline retarget_host::RandomStatus RETARGET_RAND(GeneratePoisson)(retarget_host::RandomHandle generator, unsigned* to,
                                                                  std::size_t count, double mean) {
  return retarget_host::filled_by(generator, [=](retarget_host::RandomStream& stream) { stream.poissons(to, count, mean); });
}

#endif
