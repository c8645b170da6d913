// Breadth-first search, level by level, on a graph in compressed sparse rows.
//
// Exercises: irregular loads, data-dependent loops, byte flags, a host loop that waits for a flag of the device.
// Within a launch several threads may store to one vertex, but always the same value.
//
// Usage: bfs [vertices]

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <queue>
#include <vector>

#include <cuda_runtime.h>

#define THREADS_PER_BLOCK 128

void cudaCheck(cudaError_t result, const char* message)
{
    if (result != cudaSuccess) {
        std::fprintf(stderr, "%s: %s\n", message, cudaGetErrorString(result));
        std::exit(EXIT_FAILURE);
    }
}

struct Vertex {
    int first_edge;
    int edges;
};

// Vertices of the frontier give their unvisited neighbours a distance and mark them.
__global__ void expand(const Vertex* vertices, const int* targets, bool* frontier, bool* marked,
                       const bool* visited, int* distance, int count)
{
    int v = blockIdx.x * THREADS_PER_BLOCK + threadIdx.x;
    if (v < count && frontier[v]) {
        frontier[v] = false;
        for (int e = vertices[v].first_edge; e < vertices[v].first_edge + vertices[v].edges; ++e) {
            int w = targets[e];
            if (!visited[w]) {
                distance[w] = distance[v] + 1;
                marked[w] = true;
            }
        }
    }
}

// Marked vertices are the next frontier.
__global__ void advance(bool* frontier, bool* marked, bool* visited, bool* again, int count)
{
    int v = blockIdx.x * THREADS_PER_BLOCK + threadIdx.x;
    if (v < count && marked[v]) {
        frontier[v] = true;
        visited[v] = true;
        marked[v] = false;
        *again = true;
    }
}

// Short chains, joined by jumps and by random shortcuts, and one last vertex that nothing reaches.
static void make_graph(int count, std::vector<Vertex>& vertices, std::vector<int>& targets)
{
    unsigned state = 12345;
    for (int v = 0; v < count; ++v) {
        state = state * 1664525u + 1013904223u;
        const int edges = v == count - 1 ? 0 : int(state >> 28) % 9;
        vertices.push_back({int(targets.size()), edges + 1});
        targets.push_back(v == count - 1 ? v : v % 16 < 15 ? (v + 1) % (count - 1) : 3 * v % (count - 1));
        for (int e = 0; e < edges; ++e) {
            state = state * 1664525u + 1013904223u;
            targets.push_back(int(v + (state >> 8) % 97) % (count - 1));
        }
    }
}

static std::vector<int> search_host(const std::vector<Vertex>& vertices, const std::vector<int>& targets, int source)
{
    std::vector<int> distance(vertices.size(), -1);
    std::queue<int> queue;
    distance[source] = 0;
    for (queue.push(source); !queue.empty(); queue.pop()) {
        const int v = queue.front();
        for (int e = 0; e < vertices[v].edges; ++e) {
            const int w = targets[vertices[v].first_edge + e];
            if (distance[w] < 0) {
                distance[w] = distance[v] + 1;
                queue.push(w);
            }
        }
    }
    return distance;
}

template <typename T>
T* to_device(const std::vector<T>& host)
{
    T* device = NULL;
    cudaCheck(cudaMalloc((void**)&device, host.size() * sizeof(T)), "cudaMalloc");
    cudaCheck(cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice), "cudaMemcpy");
    return device;
}

static bool* device_flags(int count, int only)
{
    bool* flags = NULL;
    cudaCheck(cudaMalloc((void**)&flags, count * sizeof(bool)), "cudaMalloc");
    cudaCheck(cudaMemset(flags, 0, count * sizeof(bool)), "cudaMemset");
    if (only >= 0) {
        const bool yes = true;
        cudaCheck(cudaMemcpy(flags + only, &yes, sizeof(bool), cudaMemcpyHostToDevice), "cudaMemcpy");
    }
    return flags;
}

int main(int argc, char** argv)
{
    const int count = argc > 1 ? std::atoi(argv[1]) : 5000;
    const int source = 0;
    std::vector<Vertex> vertices;
    std::vector<int> targets;
    make_graph(count, vertices, targets);

    std::vector<int> distance(count, -1);
    distance[source] = 0;
    Vertex* d_vertices = to_device(vertices);
    int* d_targets = to_device(targets);
    int* d_distance = to_device(distance);
    bool* d_frontier = device_flags(count, source);
    bool* d_visited = device_flags(count, source);
    bool* d_marked = device_flags(count, -1);
    bool* d_again = device_flags(1, -1);

    const int blocks = (count + THREADS_PER_BLOCK - 1) / THREADS_PER_BLOCK;
    int levels = 0;
    bool again;
    do {
        again = false;
        cudaCheck(cudaMemcpy(d_again, &again, sizeof(bool), cudaMemcpyHostToDevice), "reset flag");
        expand<<<blocks, THREADS_PER_BLOCK, 0>>>(d_vertices, d_targets, d_frontier, d_marked, d_visited, d_distance, count);
        advance<<<blocks, THREADS_PER_BLOCK, 0>>>(d_frontier, d_marked, d_visited, d_again, count);
        cudaCheck(cudaMemcpy(&again, d_again, sizeof(bool), cudaMemcpyDeviceToHost), "read flag");
        ++levels;
    } while (again);
    cudaCheck(cudaMemcpy(distance.data(), d_distance, count * sizeof(int), cudaMemcpyDeviceToHost), "distances");

    const std::vector<int> expected = search_host(vertices, targets, source);
    const bool pass = std::memcmp(distance.data(), expected.data(), count * sizeof(int)) == 0;
    std::printf("%s bfs %d vertices, %zu edges, %d levels\n", pass ? "PASS" : "FAIL", count, targets.size(), levels);

    void* all[] = {d_vertices, d_targets, d_distance, d_frontier, d_visited, d_marked, d_again};
    for (void* p : all)
        cudaCheck(cudaFree(p), "cudaFree");
    return pass ? 0 : 1;
}
