// retarget: --schedule "serial(x=2, strided)"
// A level of a breadth-first search.
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

void run(const int* begins, const int* edges, int* level, int depth, int n, bool* changed)
{
    bfs<<<(n + 255) / 256, 256>>>(begins, edges, level, depth, n, changed);
}
