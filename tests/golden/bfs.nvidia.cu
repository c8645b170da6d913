// retarget: --schedule "serial(x=2, strided)"
// A level of a breadth-first search.
#include "retarget_hip/granularity.h"
__global__ void bfs(const int* begins, const int* edges, int* level, int depth, int n, bool* changed)
{
    int node = blockIdx.x * blockDim.x + threadIdx.x;
    if (node >= n || level[node] != depth) return;
    for (int e = begins[node]; e < begins[node + 1]; ++e) {
        int to = edges[e];
        if (level[to] < 0) {
            level[to] = depth + 1;
            *changed = true;
        }
    }
}

struct bfs_factors : retarget::Granularity {
    static constexpr int serial_x = 2;
    static constexpr bool serial_strided = true;
    static constexpr int extent_x = 256, extent_y = 1, extent_z = 1;
    static constexpr int most_threads = 256;
};

template <class Factors>
__global__ void bfs_coarsened(retarget::Logical logical, const int* begins, const int* edges, int* level, int depth, int n, bool* changed)
{
    constexpr int instances = retarget::Place<Factors>::instances;
    const auto level_passed = level;
    const auto changed_passed = changed;
    const auto block = [&](const retarget::Place<Factors>& at) {
        auto level = level_passed;
        auto changed = changed_passed;
        const dim3 blockDim = at.block_extents(logical);
        const uint3 threadIdx = at.thread(0);
        const uint3 blockIdx = at.block(0);
        int node = blockIdx.x * blockDim.x + threadIdx.x;
        if (node >= n || level[node] != depth) return;
        for (int e = begins[node]; e < begins[node + 1]; ++e) {
            int to = edges[e];
            if (level[to] < 0) {
                level[to] = depth + 1;
                *changed = true;
            }
        }
    };
    for (retarget::Turns<Factors> turn(logical); turn.more(); turn.next()) {
        if (turn.inside()) block(retarget::Place<Factors>(logical, turn.tile()));
    }
}

void bfs_launch(const retarget::Launch& launch, const int* begins, const int* edges, int* level, int depth, int n, bool* changed) {
    if (const retarget::Fit<bfs_factors> fit{launch, bfs_coarsened<bfs_factors>})
        bfs_coarsened<bfs_factors><<<fit.grid, fit.block, fit.shared, launch.stream>>>(fit.logical, begins, edges, level, depth, n, changed);
    else
        bfs<<<launch.grid, launch.block, launch.shared, launch.stream>>>(begins, edges, level, depth, n, changed);
}

void run(const int* begins, const int* edges, int* level, int depth, int n, bool* changed)
{
    bfs_launch(retarget::on((n + 255) / 256, 256), begins, edges, level, depth, n, changed);
}
