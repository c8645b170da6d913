#define main sample_main
#include "../../../samples/bfs.cu"
#undef main
#include "../compare.h"

struct Search {
    bool *frontier, *marked, *visited, *again;
    int *distance;

    explicit Search(int n)
        : frontier(bench::zeros<bool>(n)), marked(bench::zeros<bool>(n)), visited(bench::zeros<bool>(n)),
          again(bench::zeros<bool>(1)), distance(bench::zeros<int>(n))
    {
    }

    template <typename Level>
    void run(int n, Level level)
    {
        for (int v = 0; v < n; ++v) {
            frontier[v] = visited[v] = v == 0;
            distance[v] = v ? -1 : 0;
        }
        do {
            *again = false;
            level();
        } while (*again);
    }
};

int main()
{
    const int n = 1 << 14, blocks = n / THREADS_PER_BLOCK;
    std::vector<Vertex> graph;
    std::vector<int> edges;
    make_graph(n, graph, edges);
    const Vertex *vertices = bench::managed(graph);
    const int *targets = bench::managed(edges);
    Search a(n), b(n);
    const auto kernels = [&] {
        expand<<<blocks, THREADS_PER_BLOCK>>>(vertices, targets, a.frontier, a.marked, a.visited, a.distance, n);
        advance<<<blocks, THREADS_PER_BLOCK>>>(a.frontier, a.marked, a.visited, a.again, n);
        cudaDeviceSynchronize();
    };
    const auto loops = [&] {
        for (int v = 0; v < n; ++v)
            if (b.frontier[v]) {
                b.frontier[v] = false;
                for (int e = vertices[v].first_edge; e < vertices[v].first_edge + vertices[v].edges; ++e)
                    if (!b.visited[targets[e]]) {
                        b.distance[targets[e]] = b.distance[v] + 1;
                        b.marked[targets[e]] = true;
                    }
            }
        for (int v = 0; v < n; ++v)
            if (b.marked[v]) {
                b.frontier[v] = b.visited[v] = *b.again = true;
                b.marked[v] = false;
            }
    };
    return bench::compare("bfs", [&] { a.run(n, kernels); }, [&] { b.run(n, loops); }, a.distance, b.distance, n);
}
