// Warp-level primitives: shuffles, votes, lane masks and warp-aggregated atomics.
//
// Exercises: __shfl_*_sync with and without width, partial masks, __ballot_sync, __any_sync, __all_sync,
// __activemask, __popc, __ffs, __clz, __syncwarp, warpSize next to literal 32 and 5-bit shifts.
// Every result is defined by warps of 32 lanes: a device with wider waves has to give the same numbers.
//
// Usage: warp_ops [blocks]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include <cuda_runtime.h>

#define FULL_MASK 0xffffffffu
#define THREADS 160                 // five warps: not a multiple of 64

#define CHECK(call)                                                                        \
    do {                                                                                   \
        const cudaError_t e = (call);                                                      \
        if (e != cudaSuccess) {                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(e));     \
            exit(1);                                                                       \
        }                                                                                  \
    } while (0)

__device__ __forceinline__ int lane_id() { return threadIdx.x & (warpSize - 1); }

__device__ int warp_sum(int v)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        v += __shfl_down_sync(FULL_MASK, v, offset);
    return v;                       // valid in lane 0
}

__device__ double warp_max(double v)
{
    for (int mask = 16; mask > 0; mask >>= 1)
        v = fmax(v, __shfl_xor_sync(FULL_MASK, v, mask));
    return v;                       // valid in all lanes
}

__device__ int warp_inclusive_scan(int v)
{
    #pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        const int left = __shfl_up_sync(FULL_MASK, v, d);
        if (lane_id() >= d)
            v += left;
    }
    return v;
}

__global__ void scan_and_reduce(const int* in, int* scan, double* largest, int* block_sum)
{
    __shared__ int warp_sums[32];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int warp = threadIdx.x >> 5;
    const int v = in[i];

    scan[i] = warp_inclusive_scan(v);
    largest[i] = warp_max(v * 0.5);

    const int sum = warp_sum(v);
    if (lane_id() == 0)
        warp_sums[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        const int total = warp_sum(threadIdx.x < blockDim.x / 32 ? warp_sums[threadIdx.x] : 0);
        if (threadIdx.x == 0)
            block_sum[blockIdx.x] = total;
    }
}

// Segments of 8 lanes: broadcast their first value, rotate by one, and sum over half a warp under a partial mask.
__global__ void segments(const int* in, int* first, int* rotated, int* half_sum)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = lane_id();
    int v = in[i];
    first[i] = __shfl_sync(FULL_MASK, v, 0, 8);
    rotated[i] = __shfl_sync(FULL_MASK, v, lane + 1, 8);
    half_sum[i] = 0;
    if (lane < 16) {
        for (int offset = 8; offset > 0; offset >>= 1)
            v += __shfl_down_sync(0x0000ffffu, v, offset, 16);
        if (lane == 0)
            half_sum[i] = v;
    }
}

struct Votes {
    unsigned ballot;
    int rank, odd_lanes, first_odd, last_odd, any_negative, all_small;
};

__global__ void votes(const int* in, Votes* out)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32;
    const unsigned lanes_below = (1u << lane) - 1;
    const unsigned odd = __ballot_sync(FULL_MASK, in[i] & 1);

    Votes v;
    v.ballot = odd;
    v.rank = __popc(odd & lanes_below);
    v.odd_lanes = __popc(odd);
    v.first_odd = __ffs(odd) - 1;
    v.last_odd = 31 - __clz(odd);
    v.any_negative = __any_sync(FULL_MASK, in[i] < 0) != 0;
    v.all_small = __all_sync(FULL_MASK, in[i] < 90) != 0;
    out[i] = v;
}

// One atomic per group of lanes that got here together, whatever the hardware makes of "together".
__device__ int aggregated_increment(int* counter)
{
    const unsigned active = __activemask();
    const int leader = __ffs(active) - 1;
    int base = 0;
    if (lane_id() == leader)
        base = atomicAdd(counter, __popc(active));
    base = __shfl_sync(active, base, leader);
    return base + __popc(active & ((1u << lane_id()) - 1));
}

__global__ void compact_odd(const int* in, int* out, int* count)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (in[i] & 1)
        out[aggregated_increment(count)] = in[i];
}

// Lanes exchange through shared memory: a barrier for the warp is enough.
__global__ void reverse_in_warp(const int* in, int* out)
{
    __shared__ int buffer[THREADS];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int first = threadIdx.x / warpSize * warpSize;
    buffer[threadIdx.x] = in[i];
    __syncwarp();
    out[i] = buffer[first + 31 - lane_id()];
}

static int failures = 0;

template <typename T>
void expect(const char* what, const std::vector<T>& got, const std::vector<T>& wanted)
{
    for (size_t i = 0; i < wanted.size(); ++i)
        if (got[i] != wanted[i]) {
            fprintf(stderr, "%s[%zu] is %s, expected %s\n", what, i,
                    std::to_string(got[i]).c_str(), std::to_string(wanted[i]).c_str());
            ++failures;
            return;
        }
}

template <typename T>
std::vector<T> to_host(const T* device, size_t count)
{
    std::vector<T> host(count);
    CHECK(cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost));
    return host;
}

template <typename T>
T* zeros(size_t count)
{
    T* device;
    CHECK(cudaMalloc(&device, count * sizeof(T)));
    CHECK(cudaMemset(device, 0, count * sizeof(T)));
    return device;
}

static void check_shuffles(const std::vector<int>& in, const int* d_in, int blocks)
{
    const int n = in.size();
    int *scan = zeros<int>(n), *sums = zeros<int>(blocks);
    int *first = zeros<int>(n), *rotated = zeros<int>(n), *half = zeros<int>(n), *reversed = zeros<int>(n);
    double* largest = zeros<double>(n);
    scan_and_reduce<<<blocks, THREADS>>>(d_in, scan, largest, sums);
    segments<<<blocks, THREADS>>>(d_in, first, rotated, half);
    reverse_in_warp<<<blocks, THREADS>>>(d_in, reversed);
    CHECK(cudaGetLastError());

    std::vector<int> w_scan(n), w_sums(blocks), w_first(n), w_rotated(n), w_half(n), w_reversed(n);
    std::vector<double> w_largest(n);
    for (int i = 0; i < n; ++i) {
        const int lane = i % 32, warp = i - lane, segment = i / 8 * 8;
        w_scan[i] = in[i] + (lane ? w_scan[i - 1] : 0);
        w_sums[i / THREADS] += in[i];
        w_largest[i] = 0.5 * *std::max_element(&in[warp], &in[warp] + 32);
        w_first[i] = in[segment];
        w_rotated[i] = in[segment + (i + 1) % 8];
        w_half[i] = lane ? 0 : std::accumulate(&in[warp], &in[warp] + 16, 0);
        w_reversed[i] = in[warp + 31 - lane];
    }
    expect("scan", to_host(scan, n), w_scan);
    expect("block sum", to_host(sums, blocks), w_sums);
    expect("largest", to_host(largest, n), w_largest);
    expect("first of segment", to_host(first, n), w_first);
    expect("rotated segment", to_host(rotated, n), w_rotated);
    expect("half-warp sum", to_host(half, n), w_half);
    expect("reversed warp", to_host(reversed, n), w_reversed);
    for (int* p : {scan, sums, first, rotated, half, reversed})
        CHECK(cudaFree(p));
    CHECK(cudaFree(largest));
}

static Votes votes_host(const int* warp, int lane)
{
    Votes v = {0, 0, 0, -1, -1, 0, 1};
    for (int l = 0; l < 32; ++l) {
        if (warp[l] & 1) {
            v.ballot |= 1u << l;
            v.rank += l < lane;
            ++v.odd_lanes;
            v.first_odd = v.first_odd < 0 ? l : v.first_odd;
            v.last_odd = l;
        }
        v.any_negative |= warp[l] < 0;
        v.all_small &= warp[l] < 90;
    }
    return v;
}

static void check_votes(const std::vector<int>& in, const int* d_in, int blocks)
{
    const int n = in.size();
    Votes* d_votes = zeros<Votes>(n);
    votes<<<blocks, THREADS>>>(d_in, d_votes);
    CHECK(cudaGetLastError());
    std::vector<long> got, wanted;
    const std::vector<Votes> all = to_host(d_votes, n);
    for (int i = 0; i < n; ++i) {
        const Votes g = all[i], w = votes_host(&in[i / 32 * 32], i % 32);
        got.insert(got.end(), {long(g.ballot), g.rank, g.odd_lanes, g.first_odd, g.last_odd, g.any_negative, g.all_small});
        wanted.insert(wanted.end(), {long(w.ballot), w.rank, w.odd_lanes, w.first_odd, w.last_odd, w.any_negative, w.all_small});
    }
    expect("votes (7 per thread)", got, wanted);
    CHECK(cudaFree(d_votes));
}

static void check_compaction(const std::vector<int>& in, const int* d_in, int blocks)
{
    int *d_out = zeros<int>(in.size()), *d_count = zeros<int>(1);
    compact_odd<<<blocks, THREADS>>>(d_in, d_out, d_count);
    CHECK(cudaGetLastError());
    std::vector<int> wanted;
    for (int v : in)
        if (v & 1)
            wanted.push_back(v);
    const int count = to_host(d_count, 1)[0];
    expect("count of odd values", std::vector<int>{count}, std::vector<int>{int(wanted.size())});
    std::vector<int> got = to_host(d_out, wanted.size());
    std::sort(got.begin(), got.end());              // the order of the groups is free
    std::sort(wanted.begin(), wanted.end());
    expect("odd values", got, wanted);
    CHECK(cudaFree(d_out));
    CHECK(cudaFree(d_count));
}

int main(int argc, char** argv)
{
    const int blocks = argc > 1 ? atoi(argv[1]) : 6;
    std::vector<int> in(blocks * THREADS);
    unsigned state = 1;
    for (size_t i = 0; i < in.size(); ++i) {
        state = state * 1664525u + 1013904223u;
        in[i] = int(state >> 24) % (i / 32 % 2 ? 80 : 120) - (i / 32 % 3 ? 0 : 5);
    }
    in[7] = -3;
    int* d_in = zeros<int>(in.size());
    CHECK(cudaMemcpy(d_in, in.data(), in.size() * sizeof(int), cudaMemcpyHostToDevice));

    check_shuffles(in, d_in, blocks);
    check_votes(in, d_in, blocks);
    check_compaction(in, d_in, blocks);
    CHECK(cudaFree(d_in));
    printf("%s warp_ops on %zu threads: %d of 10 results wrong\n", failures ? "FAIL" : "PASS", in.size(), failures);
    return failures ? 1 : 0;
}
