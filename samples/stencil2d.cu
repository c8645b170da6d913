// Heat diffusion in 2-D: every launch advances several time steps inside shared memory ("pyramid" tiling).
//
// Exercises: halo loads, a barrier loop with a shrinking active region, values kept in a register between
// two barriers, blocks that overlap, threads outside the grid that still take part in the barriers.
//
// Usage: stencil2d [width height steps]

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#define BLOCK 16
#define STEPS_PER_LAUNCH 3          // each costs one ring of halo
#define INNER (BLOCK - 2 * STEPS_PER_LAUNCH)

#define checkCuda(e) checkCuda_((e), __FILE__, __LINE__)
static inline void checkCuda_(cudaError_t e, const char *file, int line)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s\n", file, line, cudaGetErrorString(e));
        exit(1);
    }
}

// The edge of the plate keeps its temperature.
__global__ void diffuse(const float *power, const float *in, float *out,
                        int width, int height, int steps, float rate)
{
    __shared__ float t[BLOCK][BLOCK];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = (int)blockIdx.x * INNER + tx - STEPS_PER_LAUNCH;
    const int y = (int)blockIdx.y * INNER + ty - STEPS_PER_LAUNCH;
    const bool on_plate = x >= 0 && x < width && y >= 0 && y < height;
    const bool on_edge = x <= 0 || x >= width - 1 || y <= 0 || y >= height - 1;
    const int cell = y * width + x;

    float heat = 0.0f;
    t[ty][tx] = 0.0f;
    if (on_plate) {
        t[ty][tx] = in[cell];
        heat = power[cell];
    }
    __syncthreads();

    for (int s = 1; s <= steps; ++s) {
        const bool active = !on_edge && tx >= s && tx < BLOCK - s && ty >= s && ty < BLOCK - s;
        float next = 0.0f;
        if (active)
            next = t[ty][tx] + rate * (t[ty - 1][tx] + t[ty + 1][tx] + t[ty][tx - 1] + t[ty][tx + 1]
                                       - 4.0f * t[ty][tx] + heat);
        __syncthreads();
        if (active)
            t[ty][tx] = next;
        __syncthreads();
    }

    const bool inner = tx >= STEPS_PER_LAUNCH && tx < BLOCK - STEPS_PER_LAUNCH
                    && ty >= STEPS_PER_LAUNCH && ty < BLOCK - STEPS_PER_LAUNCH;
    if (on_plate && inner)
        out[cell] = t[ty][tx];
}

static std::vector<float> diffuse_host(const std::vector<float> &power, std::vector<float> t,
                                       int width, int height, int steps, float rate)
{
    std::vector<float> next = t;
    for (int s = 0; s < steps; ++s) {
        for (int y = 1; y < height - 1; ++y)
            for (int x = 1; x < width - 1; ++x) {
                const int c = y * width + x;
                next[c] = t[c] + rate * (t[c - width] + t[c + width] + t[c - 1] + t[c + 1] - 4.0f * t[c] + power[c]);
            }
        std::swap(t, next);
    }
    return t;
}

int main(int argc, char **argv)
{
    const int width = argc > 3 ? atoi(argv[1]) : 67;
    const int height = argc > 3 ? atoi(argv[2]) : 45;
    const int steps = argc > 3 ? atoi(argv[3]) : 8;
    const float rate = 0.2f;
    const int cells = width * height;
    const size_t bytes = cells * sizeof(float);

    std::vector<float> power(cells), t(cells);
    for (int i = 0; i < cells; ++i) {
        power[i] = i % 13 == 5 ? 0.5f : 0.0f;
        t[i] = 20.0f + (i * 37 % 101) * 0.1f;
    }

    float *d_power, *d_t[2];
    checkCuda(cudaMalloc((void **)&d_power, bytes));
    checkCuda(cudaMalloc((void **)&d_t[0], bytes));
    checkCuda(cudaMalloc((void **)&d_t[1], bytes));
    checkCuda(cudaMemcpy(d_power, power.data(), bytes, cudaMemcpyHostToDevice));
    checkCuda(cudaMemcpy(d_t[0], t.data(), bytes, cudaMemcpyHostToDevice));

    dim3 dimBlock(BLOCK, BLOCK);
    dim3 dimGrid((width + INNER - 1) / INNER, (height + INNER - 1) / INNER);
    int src = 0;
    for (int done = 0; done < steps; done += STEPS_PER_LAUNCH, src = 1 - src) {
        diffuse<<<dimGrid, dimBlock>>>(d_power, d_t[src], d_t[1 - src], width, height,
                                       std::min(STEPS_PER_LAUNCH, steps - done), rate);
        checkCuda(cudaGetLastError());
    }
    std::vector<float> result(cells);
    checkCuda(cudaMemcpy(result.data(), d_t[src], bytes, cudaMemcpyDeviceToHost));

    const std::vector<float> expected = diffuse_host(power, t, width, height, steps, rate);
    int wrong = 0;
    for (int i = 0; i < cells; ++i)
        if (!(std::fabs(result[i] - expected[i]) <= 1e-5f * std::fabs(expected[i])))
            ++wrong;
    printf("%s stencil2d %dx%d, %d steps: %d cells wrong\n", wrong ? "FAIL" : "PASS", width, height, steps, wrong);

    checkCuda(cudaFree(d_power));
    checkCuda(cudaFree(d_t[0]));
    checkCuda(cudaFree(d_t[1]));
    return wrong != 0;
}
