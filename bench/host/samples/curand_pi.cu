#define main sample_main
#include "../../../samples/curand_pi.cu"
#undef main
#include "../compare.h"

// The generator is a device function: one thread runs the loops.
__global__ void loops(curandState *states, int samples, unsigned *hits)
{
    for (int i = 0; i < THREADS * BLOCKS; ++i)
        for (int s = 0; s < samples; ++s) {
            const float x = curand_uniform(&states[i]), y = curand_uniform(&states[i]);
            *hits += x * x + y * y <= 1.0f;
        }
}

int main()
{
    const int samples = 200;
    curandState *states[2];
    for (curandState *&s : states) {
        cudaMalloc(&s, THREADS * BLOCKS * sizeof(curandState));
        seed<<<BLOCKS, THREADS>>>(s, 1234ULL);
    }
    unsigned *a = bench::zeros<unsigned>(1), *b = bench::zeros<unsigned>(1);
    return bench::compare("curand_pi", [=] { throw_darts<<<BLOCKS, THREADS>>>(states[0], samples, a); },
                          [=] { loops<<<1, 1>>>(states[1], samples, b); }, a, b, 1);
}
