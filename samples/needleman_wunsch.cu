// Needleman-Wunsch sequence alignment: dynamic programming as a wavefront over anti-diagonals of tiles.
//
// Exercises: one launch per anti-diagonal with a changing grid, a wavefront of threads inside a tile
// (barriers in a loop whose bodies are conditional), one-dimensional blocks with two-dimensional shared arrays.
//
// Usage: needleman_wunsch [length]      length is rounded up to a multiple of the tile edge

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

#define EDGE 16
#define LETTERS 4

static void die_on(cudaError_t e, const char *where)
{
    if (e != cudaSuccess) {
        fprintf(stderr, "%s: %s\n", where, cudaGetErrorString(e));
        exit(1);
    }
}

__constant__ int similarity[LETTERS][LETTERS];

__device__ __host__ inline int maximum(int a, int b, int c)
{
    const int k = a <= b ? b : a;
    return k <= c ? c : k;
}

// score has (length + 1) rows and columns; row 0 and column 0 hold the gap penalties.
// Block b takes the tile in column first + b of anti-diagonal `diagonal`.
__global__ void align_tiles(int *score, const unsigned char *a, const unsigned char *b,
                            int length, int gap, int diagonal, int first)
{
    __shared__ int tile[EDGE + 1][EDGE + 1];
    __shared__ unsigned char letters_a[EDGE];

    const int tid = threadIdx.x;
    const int pitch = length + 1;
    const int tile_x = first + blockIdx.x;
    const int tile_y = diagonal - tile_x;
    int *corner = score + (size_t)tile_y * EDGE * pitch + tile_x * EDGE;

    const unsigned char letter_b = b[tile_x * EDGE + tid];
    letters_a[tid] = a[tile_y * EDGE + tid];
    if (tid == 0)
        tile[0][0] = corner[0];
    tile[0][tid + 1] = corner[tid + 1];
    tile[tid + 1][0] = corner[(size_t)(tid + 1) * pitch];
    __syncthreads();

    // Thread tid owns column tid + 1 and follows its left neighbour one step later.
    for (int step = 0; step < 2 * EDGE - 1; ++step) {
        const int y = step - tid;
        if (y >= 0 && y < EDGE)
            tile[y + 1][tid + 1] = maximum(tile[y][tid] + similarity[letters_a[y]][letter_b],
                                           tile[y + 1][tid] - gap,
                                           tile[y][tid + 1] - gap);
        __syncthreads();
    }

    for (int y = 0; y < EDGE; ++y)
        corner[(size_t)(y + 1) * pitch + tid + 1] = tile[y + 1][tid + 1];
}

static const int host_similarity[LETTERS][LETTERS] = {
    {5, -1, -2, -1}, {-1, 5, -3, -2}, {-2, -3, 5, -2}, {-1, -2, -2, 5}};

static void align_host(std::vector<int> &score, const std::vector<unsigned char> &a,
                       const std::vector<unsigned char> &b, int length, int gap)
{
    const size_t pitch = length + 1;
    for (int y = 1; y <= length; ++y)
        for (int x = 1; x <= length; ++x)
            score[y * pitch + x] = maximum(score[(y - 1) * pitch + x - 1] + host_similarity[a[y - 1]][b[x - 1]],
                                           score[y * pitch + x - 1] - gap, score[(y - 1) * pitch + x] - gap);
}

static std::vector<unsigned char> random_sequence(int length, unsigned state)
{
    std::vector<unsigned char> s(length);
    for (auto &c : s) {
        state = state * 1103515245u + 12345u;
        c = (state >> 16) % LETTERS;
    }
    return s;
}

int main(int argc, char **argv)
{
    const int wanted = argc > 1 ? atoi(argv[1]) : 200;
    const int tiles = (wanted + EDGE - 1) / EDGE;
    const int length = tiles * EDGE;
    const int gap = 3;
    const size_t bytes = size_t(length + 1) * (length + 1) * sizeof(int);

    const auto a = random_sequence(length, 7), b = random_sequence(length, 11);
    std::vector<int> score(size_t(length + 1) * (length + 1), 0);
    for (int i = 0; i <= length; ++i)
        score[i] = score[size_t(i) * (length + 1)] = -i * gap;

    int *d_score;
    unsigned char *d_a, *d_b;
    die_on(cudaMalloc(&d_score, bytes), "cudaMalloc");
    die_on(cudaMalloc(&d_a, length), "cudaMalloc");
    die_on(cudaMalloc(&d_b, length), "cudaMalloc");
    die_on(cudaMemcpy(d_score, score.data(), bytes, cudaMemcpyHostToDevice), "score to device");
    die_on(cudaMemcpy(d_a, a.data(), length, cudaMemcpyHostToDevice), "a to device");
    die_on(cudaMemcpy(d_b, b.data(), length, cudaMemcpyHostToDevice), "b to device");
    die_on(cudaMemcpyToSymbol(similarity, host_similarity, sizeof(host_similarity)), "similarity");

    for (int diagonal = 0; diagonal < 2 * tiles - 1; ++diagonal) {
        const int first = std::max(0, diagonal - tiles + 1);
        const int last = std::min(diagonal, tiles - 1);
        align_tiles<<<last - first + 1, EDGE>>>(d_score, d_a, d_b, length, gap, diagonal, first);
    }
    die_on(cudaGetLastError(), "align_tiles");

    std::vector<int> expected = score;
    align_host(expected, a, b, length, gap);
    die_on(cudaMemcpy(score.data(), d_score, bytes, cudaMemcpyDeviceToHost), "score to host");
    size_t wrong = 0;
    for (size_t i = 0; i < score.size(); ++i)
        wrong += score[i] != expected[i];
    printf("%s needleman_wunsch length %d: %zu wrong scores, alignment %d\n",
           wrong ? "FAIL" : "PASS", length, wrong, score.back());

    cudaFree(d_score);
    cudaFree(d_a);
    cudaFree(d_b);
    return wrong ? 1 : 0;
}
