// Groups of all threads of a block that are asked for places, and tiles of lanes of a warp.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: pack(x=2)
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
__device__ int rank_of(const cg::thread_block& g) { return g.thread_rank() + g.group_index().x; }
__device__ int sum_of(cg::thread_block_tile<32> tile, int v) { for (int o = tile.size() / 2; o > 0; o /= 2) v += tile.shfl_down(v, o); return v; }
__global__ void ranked(int* out, const int* in)
{
    cg::thread_block block = cg::this_thread_block();
    int i = block.group_index().x * block.size() + block.thread_rank();
    out[i] = in[i] + block.thread_index().x + cg::this_thread_block().dim_threads().x * 3 + rank_of(block) + cg::thread_rank(block);
    dim3 at = block.thread_index();
    block.sync();
    if (block.thread_rank() == 5) out[i] += at.x * 1000 + block.num_threads();
}
template <class T>
__global__ void tiled(T* out, const T* in)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    auto half = cg::tiled_partition<16>(block);
    __shared__ T kept[8];
    int i = block.group_index().x * block.size() + block.thread_rank();
    T v = in[i];
    for (int o = 16; o > 0; o /= 2) v += warp.shfl_down(v, o);
    if (warp.thread_rank() == 0) kept[block.thread_rank() / 32] = v;
    cg::sync(block);
    T w = half.shfl_xor(in[i], 8) + half.shfl(in[i], 3) + half.shfl_up(in[i], 2);
    half.sync();
    unsigned b = warp.ballot(in[i] % 3 == 0) + half.ballot(in[i] & 1) + warp.any(in[i] > 98) + half.all(in[i] > 3);
    out[i] = w + b % 1024 + kept[(i + 1) % 2] + sum_of(warp, in[i]) + half.thread_rank() * 7 + half.size();
}
__global__ void kept_apart(int* out, const int* in)
{
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int most = in[i];
    for (int o = 4; o > 0; o /= 2) most = max(most, tile.shfl_xor(most, o));
    if (tile.thread_rank() == 0) atomicAdd(&out[i / 8], most);
}
int main() {
    const int n = 10 * 128; int *in, *out; static int host[n];
    for (int i = 0; i < n; ++i) host[i] = i * 37 % 101;
    cudaMalloc(&in, sizeof host); cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int k = 0; k < 3; ++k) {
        cudaMemset(out, 0, sizeof host);
        if (k == 0) ranked<<<10, 128>>>(out, in);
        if (k == 1) tiled<int><<<10, 128>>>(out, in);
        if (k == 2) kept_apart<<<10, 128>>>(out, in);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        unsigned sum = 0; for (int i = 0; i < n; ++i) sum = sum * 31 + host[i];
        printf("%u %d %d %d\n", sum, host[0], host[77], host[n - 1]);
    }
}
