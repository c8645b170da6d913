// A scan in one pass: each block looks back at the sums of those before it, which may not be there yet. Blocks are
// numbered as the grid numbers them, or as they start; the loop waits alone or with the whole block.
// want: 0 0 0 wrong
#include <cstdio>
#include <cuda_runtime.h>

constexpr int THREADS = 64;
constexpr unsigned long long OWN = 1ull << 32, ALL = 2ull << 32;  // whose sum a tile's word holds; 0: none yet
__device__ int tiles_started = 0;

__device__ int look_back(volatile unsigned long long *tiles, int tile)
{
    unsigned before = 0;
    for (int t = tile - 1; t >= 0; --t) {
        unsigned long long word;
        while ((word = tiles[t]) == 0) {
        }
        before += static_cast<unsigned>(word);
        if (word & ALL)
            break;
    }
    return before;
}

__global__ void scan(int *data, volatile unsigned long long *tiles, bool as_started, bool together)
{
    __shared__ int part[THREADS], tile, before;
    if (threadIdx.x == 0)
        tile = as_started ? atomicAdd(&tiles_started, 1) : blockIdx.x;
    __syncthreads();
    const int mine = tile, i = mine * THREADS + threadIdx.x;
    part[threadIdx.x] = data[i];
    __syncthreads();
    for (int step = 1; step < THREADS; step *= 2) {
        const int left = threadIdx.x >= step ? part[threadIdx.x - step] : 0;
        __syncthreads();
        part[threadIdx.x] += left;
        __syncthreads();
    }
    const unsigned own = part[THREADS - 1];
    if (together && mine > 0)
        while (!__syncthreads_or(threadIdx.x == 0 && (tiles[mine - 1] & ALL))) {
        }
    if (threadIdx.x == 0) {
        if (!together)
            tiles[mine] = OWN | own;
        before = look_back(tiles, mine);
        tiles[mine] = ALL | static_cast<unsigned>(before + own);
    }
    __syncthreads();
    data[i] = before + part[threadIdx.x];
}

int main()
{
    const int tiles = 20, n = tiles * THREADS;
    int *data, wrong[3] = {0, 0, 0};
    unsigned long long *state;
    cudaMallocManaged(&data, n * sizeof(int));
    cudaMallocManaged(&state, tiles * sizeof *state);
    for (int variant = 0; variant < 3; ++variant) {
        for (int i = 0; i < n; ++i)
            data[i] = i % 5 - 1;
        cudaMemset(state, 0, tiles * sizeof *state);
        scan<<<tiles, THREADS>>>(data, state, variant == 1, variant == 2);
        cudaDeviceSynchronize();
        for (int i = 0, sum = 0; i < n; ++i) {
            sum += i % 5 - 1;
            wrong[variant] += data[i] != sum;
        }
    }
    printf("%d %d %d wrong\n", wrong[0], wrong[1], wrong[2]);
    return 0;
}
