// The program's own variables have the name of a function of a library whose headers may be missing.
#include <curand.h>

#include <vector>

struct Source {
  curandGenerator_t curand;
  Source() { curandCreateGenerator(&curand, CURAND_RNG_PSEUDO_DEFAULT); }
  void fill(float *to);
};

void Source::fill(float *to) { curandGenerateUniform(curand, to, 4); }

template <typename T>
struct Held {
  curandGenerator_t curand;
  void end() { curandDestroyGenerator(curand); }
};

void all(Source &source, std::vector<curandGenerator_t> &others, curandGenerator_t curand, float *to) {
  curandGenerateUniform(curand, to, 4);
  curandGenerateUniform(source.curand, to, 4);
  auto again = [&curand, to] { curandGenerateUniform(curand, to, 4); };
  again();
  for (curandGenerator_t curand : others) curandDestroyGenerator(curand);
}

unsigned next(curandState_t *state) { return curand(state); }
