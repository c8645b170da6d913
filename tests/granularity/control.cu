// schedule: thread(x=4) block(x=3)
// schedule: thread(x=2, consecutive) block(x=2, strided)
// schedule: pack(x=4) block(x=2); loops: block(x=5) streaming(stores)
// schedule: serial(x=3) thread(x=2)
// schedule: persistent(1) bounds(64)
// Control flow of every kind, with and without barriers, over grids that no factor divides.
#include <cstdio>
#include <cuda_runtime.h>

#define SYNC __syncthreads()
#define ADD(to, what) \
    do {              \
        to += what;   \
    } while (0)
#define EACH(i, n) for (int i = 0; i < n; ++i)

__device__ int here() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ int twice_here(int add) { return 2 * here() + add; }

__device__ int block_sum(int value, int* s)
{
    __shared__ int calls;
    s[threadIdx.x] = value;
    if (threadIdx.x == 0) calls = 1;
    __syncthreads();
    for (int width = blockDim.x / 2; width > 0; width /= 2) {
        if (threadIdx.x < width) s[threadIdx.x] += s[threadIdx.x + width];
        __syncthreads();
    }
    const int sum = s[0] * calls;
    __syncthreads();
    return sum;
}

// Returns at the top, inside of loops and of a switch; nothing follows a barrier.
__global__ void returns(int* out, const int* in, int n)
{
    const int i = here();
    if (i >= n) return;
    int sum = 0;
    for (int k = 0; k < 8; ++k) {
        for (int j = 0; j < 3; j++) {
            if (in[(i + j) % n] == 7 + k) {
                out[i] = -k;
                return;
            }
            sum += in[(i * 3 + j) % n];
        }
        switch (sum % 5) {
        case 0: out[i] = sum; return;
        case 1: sum += 2;
        default: ADD(sum, 1);
        }
    }
    out[i] = sum;
    out[i] += in[i];
}

// A guard around everything, loops with heads of several parts, jumps that instances share and that they do not.
__global__ void loops(int* out, const int* in, int n, int m)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, steps = 0;
    if (x < n) {
        int sum = 0;
        for (int a = 0, b = x; a < m; a += 2, b += 3) sum += in[b % n] + a;
        EACH(k, m) {
            if (k == 5) continue;
            if (k > 7) break;
            sum += in[(x + k) % n];
        }
        int left = in[x] & 7;
        while (left > 0) {
            if (--left == 3) break;
            sum += left;
        }
        do {
            sum += ++steps;
        } while (steps < m);
        for (int i = threadIdx.x; i < n; i += blockDim.x) sum ^= in[i];
        out[x] = sum;
    }
}

// Barriers in loops and branches that a block shares; shared memory in scopes; a function with barriers.
__global__ void barriers(int* out, const int* in, int n, int m)
{
    extern __shared__ int dynamic[];
    __shared__ int s[64], flag;
    const int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t, total = 0;
    int kept[3] = {1, in[i % n], i};
    int& last = kept[2];
    s[t] = in[i % n];
    dynamic[t] = t;
    if (t == 0) flag = in[blockIdx.x % n] & 1;
    SYNC;
    for (int k = 1; k <= m; k++) {
        const int other = s[(t + k) % blockDim.x] + dynamic[(t * k) % blockDim.x];
        SYNC;
        s[t] += other;
        SYNC;
        if (k == 4) break;
    }
    if (m > 2) {
        __shared__ int more[64];
        more[t] = kept[1] + s[t];
        SYNC;
        last += more[blockDim.x - 1 - t];
    } else {
        SYNC;
    }
    total = block_sum(last, dynamic);
    total += block_sum(kept[0] * t, dynamic);
    n = n - m;
    for (int k = 0; k < m; k++) {
        switch (k % 3) {
        case 0: total += s[(t + n) % blockDim.x]; break;
        case 1: total ^= twice_here(k);
        case 2: total += flag; break;
        }
    }
    auto mixed = [&](int a) { return a * total + kept[0]; };
    out[i] = mixed(3) + last;
}

__global__ void heads(int* out, const int* in, int n)
{
    __shared__ int tile[64];
    const int t = threadIdx.x, row = blockIdx.x * 64;
    int sum = 0, at = 0, other = 1;
    for (int a = 0, b = t + row, c = 0; a < 3; a++, b += n / 3, c += blockIdx.x) {
        tile[t] = in[b % n] + c;
        __syncthreads();
        for (at = t, other = 1; other < 8; at += 5, other *= 2)
            sum += tile[at % 64] * other;
        __syncthreads();
    }
    for (int k = 3, add = t; k-- > 0; add += k) {
        tile[t] = sum + add;
        __syncthreads();
        sum += tile[(t + k) % 64];
        __syncthreads();
    }
    out[row + t] = sum + at;
}

// Jumps to labels in the same branch, back and over statements.
__global__ void labels(int* out, const int* in, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    int turns = 0, over = 0, both = 1;
    if (n > 0) {
    again:
        ++turns;
        if (turns < (in[i % n] & 3)) goto again;
    }
    if (n > 1) {
        if (in[i % n] > 20) goto end;
        over = 5;
    end:;
    }
    switch (n & 1) {
    case 0:
        if (in[i % n] & 1) goto two;
        both += 4;
        break;
    default:
    two:
        both *= 3;
    }
    __syncthreads();
    out[i] = turns * 100 + over * 10 + both;
}

struct Both { int a, b; };
__device__ Both both(int v) { return {v + (int)threadIdx.x, v * 2}; }
__global__ void in_front(int* out, const int* in, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, r = 0, t;
    if (int v = in[i % n]; v > 3) r = v;
    else if (t = v ^ 1; t & 2) { r = t; } else r -= 1;
    switch (int k = (t = in[i % n]) & 3; k) {
    case 0: if (int q = i & 7; q > 2) { r += q; break; }
    case 1: r ^= k + t; break;
    default: for (int j = 0; j < 3; ++j) if (r += j; r & 1) continue; else if constexpr (constexpr int M = 2; M > 1) r += M;
    }
    if (auto [x, y] = both(r); x > y) {
        auto [u, w]{both(x)};
        { const auto& [u, z] = both(y); r += u * 3 + z; }
        r += u + w;
    }
    Both s = {r, i};
    auto& [p, q] = s;
    p += q;
    __syncthreads();
    q ^= p;
    if (int late = in[0]; late == 77) return;
    out[i] = s.a * 3 + s.b + p;
}

__global__ void ends(int* out, const int* in, int n)
{
    __shared__ int kept[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x, sum = 0;
unused:
    kept[threadIdx.x] = in[i % n];
    __syncthreads();
    if (i >= n) goto end;
    for (int j = 0; j < 4; ++j)
        for (int k = 0; k < 3; ++k) {
            sum += kept[(threadIdx.x + j + k) % 64];
            if (sum > 400) goto end;
        }
    out[i] = sum;
    if (sum & 1) {
    odd:
        out[i] += 7;
    }
end:;
    return;
}

int main()
{
    const int n = 700, threads = 64, blocks = 11;
    int h[n], *in, *out;
    for (int i = 0; i < n; i++) h[i] = (i * 37 + 11) % 101;
    cudaMalloc(&in, sizeof(h));
    cudaMalloc(&out, sizeof(int) * threads * blocks);
    cudaMemcpy(in, h, sizeof(h), cudaMemcpyHostToDevice);
    for (int which = 0; which < 7; which++) {
        cudaMemset(out, 0, sizeof(int) * threads * blocks);
        if (which == 0) returns<<<blocks, threads>>>(out, in, n);
        if (which == 1) loops<<<blocks, threads>>>(out, in, n, 9);
        if (which == 2) barriers<<<blocks, threads, threads * sizeof(int)>>>(out, in, n, 5);
        if (which == 3) heads<<<blocks, threads>>>(out, in, n);
        if (which == 4) labels<<<blocks, threads>>>(out, in, n);
        if (which == 5) in_front<<<blocks, threads>>>(out, in, n);
        if (which == 6) ends<<<blocks, threads>>>(out, in, n);
        int got[threads * blocks];
        cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
        unsigned sum = 0;
        for (int i = 0; i < threads * blocks; i++) sum = sum * 31 + got[i];
        printf("%d %u %d %d %s\n", which, sum, got[0], got[n - 1], cudaGetErrorString(cudaGetLastError()));
    }
}
