// Shared by host and device code, and by the plain C++ file: types, sizes and the error check.
#ifndef COMMON_H
#define COMMON_H

#include <cstdio>
#include <cstdlib>

#include <cuda_runtime_api.h>

#define THREADS_PER_BLOCK 128

typedef float real;

struct Box {
    real low, high;
};

struct Particles {
    int count;
    real* x;        // 3 * count coordinates in device memory: x, y, z of each particle in turn
    real* v;
};

#define CUDA_CHECK(call)                                                                \
    do {                                                                                \
        cudaError_t error_ = (call);                                                    \
        if (error_ != cudaSuccess) {                                                    \
            std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__,                     \
                         cudaGetErrorString(error_));                                   \
            std::exit(1);                                                               \
        }                                                                               \
    } while (0)

// host.cpp
Particles allocate_particles(int count);
void upload(const Particles& to, const real* x, const real* v);
void download(real* x, real* v, const Particles& from);
void free_particles(Particles& particles);

// kernels.cu
void move_particles(const Particles& particles, const Box& box, real dt);
real kinetic_energy(const Particles& particles);

#endif
