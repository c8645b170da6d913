// Plain C++ that calls the runtime API: no kernels, and no need for nvcc.

#include "common.h"

Particles allocate_particles(int count)
{
    Particles p = {count, nullptr, nullptr};
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&p.x), 3 * count * sizeof(real)));
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&p.v), 3 * count * sizeof(real)));
    return p;
}

void upload(const Particles& to, const real* x, const real* v)
{
    CUDA_CHECK(cudaMemcpy(to.x, x, 3 * to.count * sizeof(real), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(to.v, v, 3 * to.count * sizeof(real), cudaMemcpyHostToDevice));
}

void download(real* x, real* v, const Particles& from)
{
    CUDA_CHECK(cudaMemcpy(x, from.x, 3 * from.count * sizeof(real), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaMemcpy(v, from.v, 3 * from.count * sizeof(real), cudaMemcpyDeviceToHost));
}

void free_particles(Particles& particles)
{
    CUDA_CHECK(cudaFree(particles.x));
    CUDA_CHECK(cudaFree(particles.v));
    particles = {0, nullptr, nullptr};
}
