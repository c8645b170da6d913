// All-pairs n-body simulation: positions as float4, shared tiles of bodies, parameters in a struct by value.
//
// Exercises: float3/float4 and make_*, structs by value, device functions with references, rsqrtf and fmaf,
// unrolled inner loops over a shared tile, leapfrog steps with two buffers.
//
// Usage: nbody [bodies steps]

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call)                                                             \
    do {                                                                        \
        cudaError_t err__ = (call);                                             \
        if (err__ != cudaSuccess) {                                             \
            fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(err__));      \
            exit(EXIT_FAILURE);                                                 \
        }                                                                       \
    } while (0)

struct Params {
    int bodies;
    float dt;
    float softening2;
};

template <int Tile>
struct Interactions {
    float4 body[Tile];
};

__device__ __forceinline__ void interact(float3& acceleration, const float4& self, const float4& other, float softening2)
{
    const float3 r = make_float3(other.x - self.x, other.y - self.y, other.z - self.z);
    const float distance2 = fmaf(r.x, r.x, fmaf(r.y, r.y, fmaf(r.z, r.z, softening2)));
    const float inverse = rsqrtf(distance2);
    const float s = other.w * inverse * inverse * inverse;
    acceleration.x = fmaf(s, r.x, acceleration.x);
    acceleration.y = fmaf(s, r.y, acceleration.y);
    acceleration.z = fmaf(s, r.z, acceleration.z);
}

template <int Tile>
__global__ void advance(const float4* __restrict__ in, float4* __restrict__ out, float4* velocity, Params p)
{
    __shared__ Interactions<Tile> tile;

    const int i = blockIdx.x * Tile + threadIdx.x;
    const float4 self = i < p.bodies ? in[i] : make_float4(0.f, 0.f, 0.f, 0.f);
    float3 acceleration = make_float3(0.f, 0.f, 0.f);

    for (int first = 0; first < p.bodies; first += Tile) {
        const int j = first + threadIdx.x;
        // A body without mass pulls at nothing: it pads the last tile.
        tile.body[threadIdx.x] = j < p.bodies ? in[j] : make_float4(0.f, 0.f, 0.f, 0.f);
        __syncthreads();
#pragma unroll 8
        for (int k = 0; k < Tile; ++k)
            interact(acceleration, self, tile.body[k], p.softening2);
        __syncthreads();
    }

    if (i < p.bodies) {
        float4 v = velocity[i];
        v.x += acceleration.x * p.dt;
        v.y += acceleration.y * p.dt;
        v.z += acceleration.z * p.dt;
        velocity[i] = v;
        out[i] = make_float4(self.x + v.x * p.dt, self.y + v.y * p.dt, self.z + v.z * p.dt, self.w);
    }
}

static double3 acceleration_host(const std::vector<float4>& bodies, int i, double softening2)
{
    double3 a = {0, 0, 0};
    for (const float4& b : bodies) {
        const double x = double(b.x) - bodies[i].x, y = double(b.y) - bodies[i].y, z = double(b.z) - bodies[i].z;
        const double distance2 = x * x + y * y + z * z + softening2;
        const double s = b.w / (distance2 * std::sqrt(distance2));
        a.x += s * x;
        a.y += s * y;
        a.z += s * z;
    }
    return a;
}

int main(int argc, char** argv)
{
    constexpr int tile = 128;
    Params p;
    p.bodies = argc > 2 ? atoi(argv[1]) : 500;
    const int steps = argc > 2 ? atoi(argv[2]) : 2;
    p.dt = 0.01f;
    p.softening2 = 0.01f;

    std::vector<float4> position(p.bodies), velocity(p.bodies);
    for (int i = 0; i < p.bodies; ++i) {
        const float angle = 2.399963f * i, radius = std::sqrt((i + 0.5f) / p.bodies);
        position[i] = make_float4(radius * std::cos(angle), radius * std::sin(angle),
                                  0.2f * std::sin(3.0f * i), (1.0f + i % 3) / p.bodies);
        velocity[i] = make_float4(-position[i].y, position[i].x, 0.0f, 0.0f);
    }

    float4 *d_in, *d_out, *d_velocity;
    const size_t bytes = p.bodies * sizeof(float4);
    CHECK(cudaMalloc(&d_in, bytes));
    CHECK(cudaMalloc(&d_out, bytes));
    CHECK(cudaMalloc(&d_velocity, bytes));
    CHECK(cudaMemcpy(d_in, position.data(), bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d_velocity, velocity.data(), bytes, cudaMemcpyHostToDevice));

    for (int s = 0; s < steps; ++s) {
        if (s == steps - 1) {           // the last step is the one that is checked
            CHECK(cudaMemcpy(position.data(), d_in, bytes, cudaMemcpyDeviceToHost));
            CHECK(cudaMemcpy(velocity.data(), d_velocity, bytes, cudaMemcpyDeviceToHost));
        }
        advance<tile><<<(p.bodies + tile - 1) / tile, tile>>>(d_in, d_out, d_velocity, p);
        CHECK(cudaGetLastError());
        std::swap(d_in, d_out);
    }
    std::vector<float4> result(p.bodies);
    CHECK(cudaMemcpy(result.data(), d_in, bytes, cudaMemcpyDeviceToHost));

    const int stride = p.bodies > 4096 ? p.bodies / 1024 : 1;
    int wrong = 0;
    for (int i = 0; i < p.bodies; i += stride) {
        const double3 a = acceleration_host(position, i, p.softening2);
        const double x = position[i].x + (velocity[i].x + a.x * p.dt) * p.dt;
        const double y = position[i].y + (velocity[i].y + a.y * p.dt) * p.dt;
        const double z = position[i].z + (velocity[i].z + a.z * p.dt) * p.dt;
        const double error = std::fabs(result[i].x - x) + std::fabs(result[i].y - y) + std::fabs(result[i].z - z);
        wrong += !(error < 1e-6);
    }
    printf("%s nbody %d bodies, %d steps: %d of the checked bodies wrong\n",
           wrong ? "FAIL" : "PASS", p.bodies, steps, wrong);

    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_velocity));
    return wrong ? 1 : 0;
}
