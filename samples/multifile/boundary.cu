// Reflection at the walls of the box. Included by kernels.cu, which brings the types: not to be compiled alone.

__host__ __device__ inline void reflect(real& x, real& v, const Box& box)
{
    if (x < box.low) {
        x = 2 * box.low - x;
        v = -v;
    } else if (x > box.high) {
        x = 2 * box.high - x;
        v = -v;
    }
}

#ifdef __CUDACC__
__global__ void move_kernel(Particles particles, Box box, real dt)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= particles.count)
        return;
    vec3 v = {particles.v[3 * i], particles.v[3 * i + 1], particles.v[3 * i + 2]};
    vec3 x = vec3{particles.x[3 * i], particles.x[3 * i + 1], particles.x[3 * i + 2]} + dt * v;
    reflect(x.x, v.x, box);
    reflect(x.y, v.y, box);
    reflect(x.z, v.z, box);
    store(particles.x, i, x);
    store(particles.v, i, v);
}
#endif
