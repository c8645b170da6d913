// Parallel reduction: the classical ladder of optimisations, from a naive tree to vector loads.
//
// Exercises: divergence and bank conflicts in shared memory, barriers in loops, a warp-synchronous
// last step, unrolling by template parameter, grid-stride and block-stride accumulation, uint4 loads.
// Sums are of unsigned integers, so every order of summation gives the same result.
//
// Usage: reduction [count]
//        reduction count rounds     and what each step takes, in turns

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#define CHECK(call) check((call), #call, __LINE__)

static void check(cudaError_t status, const char* what, int line)
{
    if (status == cudaSuccess)
        return;
    fprintf(stderr, "line %d: %s: %s\n", line, what, cudaGetErrorString(status));
    exit(EXIT_FAILURE);
}

const int kBlock = 256;

// 1. Naive: which threads work depends on the remainder, so every warp diverges.
__global__ void reduce_divergent(const uint32_t* in, uint32_t* out, int n)
{
    __shared__ uint32_t sum[kBlock];
    const int tid = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + tid;
    sum[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (int s = 1; s < blockDim.x; s *= 2) {
        if (tid % (2 * s) == 0)
            sum[tid] += sum[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = sum[0];
}

// 2. Sequential addressing: the working threads are contiguous, and no two use the same bank.
__global__ void reduce_sequential(const uint32_t* in, uint32_t* out, int n)
{
    __shared__ uint32_t sum[kBlock];
    const int tid = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + tid;
    sum[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sum[tid] += sum[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        out[blockIdx.x] = sum[0];
}

// The last 64 values by one warp. A store must not pass the loads of the other lanes: __syncwarp on both sides.
__device__ void reduce_last_warp(uint32_t* sum, int tid)
{
    uint32_t v = sum[tid];
    v += sum[tid + 32]; __syncwarp(); sum[tid] = v; __syncwarp();
    v += sum[tid + 16]; __syncwarp(); sum[tid] = v; __syncwarp();
    v += sum[tid + 8];  __syncwarp(); sum[tid] = v; __syncwarp();
    v += sum[tid + 4];  __syncwarp(); sum[tid] = v; __syncwarp();
    v += sum[tid + 2];  __syncwarp(); sum[tid] = v; __syncwarp();
    v += sum[tid + 1];  __syncwarp(); sum[tid] = v;
}

// 3. Last warp unrolled: no block barrier once a single warp is left.
__global__ void reduce_last_warp_unrolled(const uint32_t* in, uint32_t* out, int n)
{
    __shared__ uint32_t sum[kBlock];
    const int tid = threadIdx.x;
    const int i = blockIdx.x * blockDim.x + tid;
    sum[tid] = i < n ? in[i] : 0;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 32; s >>= 1) {
        if (tid < s)
            sum[tid] += sum[tid + s];
        __syncthreads();
    }
    if (tid < 32)
        reduce_last_warp(sum, tid);
    if (tid == 0)
        out[blockIdx.x] = sum[0];
}

// 4. Completely unrolled, for a block size known at compile time.
template <int BlockSize>
__device__ void reduce_block(uint32_t* sum, uint32_t* out)
{
    const int tid = threadIdx.x;
    __syncthreads();
    if (BlockSize >= 1024) { if (tid < 512) sum[tid] += sum[tid + 512]; __syncthreads(); }
    if (BlockSize >= 512)  { if (tid < 256) sum[tid] += sum[tid + 256]; __syncthreads(); }
    if (BlockSize >= 256)  { if (tid < 128) sum[tid] += sum[tid + 128]; __syncthreads(); }
    if (BlockSize >= 128)  { if (tid < 64)  sum[tid] += sum[tid + 64];  __syncthreads(); }
    if (tid < 32)
        reduce_last_warp(sum, tid);
    if (tid == 0)
        out[blockIdx.x] = sum[0];
}

template <int BlockSize>
__global__ void reduce_unrolled(const uint32_t* in, uint32_t* out, int n)
{
    __shared__ uint32_t sum[BlockSize];
    const int i = blockIdx.x * BlockSize + threadIdx.x;
    sum[threadIdx.x] = i < n ? in[i] : 0;
    reduce_block<BlockSize>(sum, out);
}

// 5. Each thread first adds up elements that are a whole grid apart.
template <int BlockSize>
__global__ void reduce_stride_global(const uint32_t* in, uint32_t* out, int n)
{
    __shared__ uint32_t sum[BlockSize];
    uint32_t v = 0;
    for (int i = blockIdx.x * BlockSize + threadIdx.x; i < n; i += gridDim.x * BlockSize)
        v += in[i];
    sum[threadIdx.x] = v;
    reduce_block<BlockSize>(sum, out);
}

// 6. The same with elements that are a block apart: each block owns one contiguous chunk.
template <int BlockSize>
__global__ void reduce_stride_local(const uint32_t* in, uint32_t* out, int n)
{
    __shared__ uint32_t sum[BlockSize];
    const int chunk = (n + gridDim.x - 1) / gridDim.x;
    const int begin = blockIdx.x * chunk;
    const int end = min(begin + chunk, n);
    uint32_t v = 0;
    for (int i = begin + threadIdx.x; i < end; i += BlockSize)
        v += in[i];
    sum[threadIdx.x] = v;
    reduce_block<BlockSize>(sum, out);
}

// 7. Four neighbouring elements in one load; the last n % 4 elements go to the first threads.
template <int BlockSize>
__global__ void reduce_vector(const uint32_t* in, uint32_t* out, int n)
{
    __shared__ uint32_t sum[BlockSize];
    const uint4* in4 = reinterpret_cast<const uint4*>(in);
    const int first = blockIdx.x * BlockSize + threadIdx.x;
    uint32_t v = 0;
    for (int i = first; i < n / 4; i += gridDim.x * BlockSize) {
        const uint4 q = in4[i];
        v += q.x + q.y + q.z + q.w;
    }
    if (first < n % 4)
        v += in[n - n % 4 + first];
    sum[threadIdx.x] = v;
    reduce_block<BlockSize>(sum, out);
}

typedef void (*ReduceKernel)(const uint32_t*, uint32_t*, int);

struct Step {
    const char* name;
    ReduceKernel kernel;
    bool one_element_per_thread;
};

static int blocks_of(const Step& step, int n)
{
    const int all = (n + kBlock - 1) / kBlock;
    return step.one_element_per_thread ? all : (all + 7) / 8;
}

static uint32_t sum_on_device(const Step& step, const uint32_t* d_in, uint32_t* d_partial, int n)
{
    const int blocks = blocks_of(step, n);
    step.kernel<<<blocks, kBlock>>>(d_in, d_partial, n);
    CHECK(cudaGetLastError());
    std::vector<uint32_t> partial(blocks);
    CHECK(cudaMemcpy(partial.data(), d_partial, blocks * sizeof(uint32_t), cudaMemcpyDeviceToHost));
    uint32_t total = 0;
    for (uint32_t p : partial)
        total += p;
    return total;
}

// Median milliseconds of each step; the first, launched by its name, comes last once more: a tuning changes that one.
static void time_in_turns(const Step* ladder, int steps, const uint32_t* d_in, uint32_t* d_partial, int n, int rounds)
{
    cudaEvent_t start, stop;
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    std::vector<std::vector<float>> ms(steps + 1);
    for (int round = 0; round <= rounds; ++round)
        for (int at = 0; at <= steps; ++at) {
            CHECK(cudaEventRecord(start));
            if (at < steps)
                ladder[at].kernel<<<blocks_of(ladder[at], n), kBlock>>>(d_in, d_partial, n);
            else
                reduce_divergent<<<(n + kBlock - 1) / kBlock, kBlock>>>(d_in, d_partial, n);
            CHECK(cudaEventRecord(stop));
            CHECK(cudaEventSynchronize(stop));
            float one = 0;
            CHECK(cudaEventElapsedTime(&one, start, stop));
            if (round > 0)  // the first is cold
                ms[at].push_back(one);
        }
    for (int at = 0; at <= steps; ++at) {
        std::sort(ms[at].begin(), ms[at].end());
        printf("time %s: %.6f ms\n", at < steps ? ladder[at].name : "divergent, by its name", ms[at][ms[at].size() / 2]);
    }
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(stop));
}

int main(int argc, char* argv[])
{
    const int n = argc > 1 ? atoi(argv[1]) : 100003;

    std::vector<uint32_t> in(n);
    uint32_t expected = 0;
    for (int i = 0; i < n; ++i) {
        in[i] = 2654435761u * (i + 1) >> 7;
        expected += in[i];
    }

    uint32_t *d_in, *d_partial;
    CHECK(cudaMalloc((void**)&d_in, n * sizeof(uint32_t)));
    CHECK(cudaMalloc((void**)&d_partial, (n / kBlock + 1) * sizeof(uint32_t)));
    CHECK(cudaMemcpy(d_in, in.data(), n * sizeof(uint32_t), cudaMemcpyHostToDevice));

    const Step ladder[] = {
        {"divergent", reduce_divergent, true},
        {"sequential", reduce_sequential, true},
        {"last_warp_unrolled", reduce_last_warp_unrolled, true},
        {"unrolled", reduce_unrolled<kBlock>, true},
        {"stride_global", reduce_stride_global<kBlock>, false},
        {"stride_local", reduce_stride_local<kBlock>, false},
        {"vector", reduce_vector<kBlock>, false},
    };
    int failed = 0;
    for (const Step& step : ladder) {
        const uint32_t total = sum_on_device(step, d_in, d_partial, n);
        if (total != expected) {
            fprintf(stderr, "%s: %u, expected %u\n", step.name, total, expected);
            ++failed;
        }
    }
    if (argc > 2)
        time_in_turns(ladder, 7, d_in, d_partial, n, std::max(1, atoi(argv[2])));
    CHECK(cudaFree(d_in));
    CHECK(cudaFree(d_partial));

    printf("%s reduction of %d elements: %d of 7 steps wrong, sum %u\n", failed ? "FAIL" : "PASS", n, failed, expected);
    return failed ? 1 : 0;
}
