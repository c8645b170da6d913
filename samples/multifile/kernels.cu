// The kernels and the host functions that launch them.

#include "common.h"
#include "vec.cuh"
#include "boundary.cu"

void move_particles(const Particles& particles, const Box& box, real dt)
{
    const int blocks = (particles.count + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK;
    move_kernel<<<blocks, THREADS_PER_BLOCK>>>(particles, box, dt);
    CUDA_CHECK(cudaGetLastError());
}

static __global__ void energy_kernel(Particles particles, real* total)
{
    __shared__ real s[THREADS_PER_BLOCK];
    const int t = threadIdx.x;
    real sum = 0;
    for (int i = t; i < particles.count; i += THREADS_PER_BLOCK) {
        const vec3 v = load(particles.v, i);
        sum += dot(v, v) / 2;
    }
    s[t] = sum;
    __syncthreads();
    for (int width = THREADS_PER_BLOCK / 2; width > 0; width >>= 1) {
        if (t < width)
            s[t] += s[t + width];
        __syncthreads();
    }
    if (t == 0)
        *total = s[0];
}

real kinetic_energy(const Particles& particles)
{
    real total = 0, *d_total = nullptr;
    CUDA_CHECK(cudaMalloc(reinterpret_cast<void**>(&d_total), sizeof(real)));
    energy_kernel<<<1, THREADS_PER_BLOCK>>>(particles, d_total);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&total, d_total, sizeof(real), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_total));
    return total;
}
