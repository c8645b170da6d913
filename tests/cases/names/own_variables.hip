// The program's own variables have the name of a function of a library whose headers may be missing.
#include <hiprand/hiprand.h>

#include <vector>

struct Source {
  hiprandGenerator_t curand;
  Source() { hiprandCreateGenerator(&curand, HIPRAND_RNG_PSEUDO_DEFAULT); }
  void fill(float *to);
};

void Source::fill(float *to) { hiprandGenerateUniform(curand, to, 4); }

template <typename T>
struct Held {
  hiprandGenerator_t curand;
  void end() { hiprandDestroyGenerator(curand); }
};

void all(Source &source, std::vector<hiprandGenerator_t> &others, hiprandGenerator_t curand, float *to) {
  hiprandGenerateUniform(curand, to, 4);
  hiprandGenerateUniform(source.curand, to, 4);
  auto again = [&curand, to] { hiprandGenerateUniform(curand, to, 4); };
  again();
  for (hiprandGenerator_t curand : others) hiprandDestroyGenerator(curand);
}

unsigned next(hiprandState_t *state) { return hiprand(state); }
