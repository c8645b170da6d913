// schedule: thread(x=2, y=2) block(x=2) share()
// schedule: tiles: block(x=3, y=2); stencil: block(x=2, y=4) share() streaming(stores); doubled: streaming(stores, loads)
// schedule: pack(y=4) lanes(y, x)
// schedule: block(z=2) thread(y=4) lanes(y, x)
// schedule: serial(y=2) block(x=2)
// Values that live across barriers: structs, references, pointers to locals, templates, views, aliases of shared memory.
#include <cstdio>
#include <cuda_runtime.h>

struct Pair {
    int a, b;
    __device__ int sum() const { return a + b; }
};

template <class T>
struct View {
    T* data;
    int n;
    __host__ __device__ View(T* data_, int n_) : data(data_), n(n_) {}
    __device__ T& operator[](int i) const { return data[i % n]; }
};

__device__ void split(int x, int& high, int* low)
{
    high = x / 16;
    *low = x % 16;
}

template <class T, int Tile>
__global__ void tiles(View<T> out, const T* __restrict__ in, int w, int h, int d, Pair p)
{
    __shared__ T tile[Tile][Tile + 1];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int x = blockIdx.x * Tile + tx, y = blockIdx.y * Tile + ty, z = blockIdx.z;
    const size_t at = ((size_t)z * h + y) * w + x;
    Pair mine = p;
    mine.a += ty;
    int high, low;
    split(x + y, high, &low);
    const Pair& seen = mine;
    int* pointed = &high;
    T* row = tile[ty];
    float4 four = make_float4(x, y, z, 1);
    row[tx] = x < w && y < h ? in[at] : T(0);
    __syncthreads();
    *pointed += seen.sum();
    four.x += low;
    p.b += 1;
    T sum = tile[tx][ty];
    __syncthreads();
    for (int k = 0; k < Tile; k++) sum += tile[ty][k] * T(k % 3 + p.b);
    if (x >= w || y >= h) return;
    out[at] = sum + T(high) + T(four.x) + T(mine.a);
}

__global__ void stencil(float* out, const float* in, int w, int h)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < 1 || i >= w - 1 || j < 1 || j >= h - 1) return;
    const int c = j * w + i;
    out[c] = in[c - 1] + in[c + 1] + in[c - w] + in[c + w] - 4 * in[c];
}

__global__ void doubled(float* out, const float* in, int w, int h)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i < w && j < h) out[j * w + i] = 2 * in[j * w + i];  // the load and the store end at one place
}

int main()
{
    const int w = 45, h = 27, d = 3, n = w * h * d;
    static float host[n], got[n];
    for (int i = 0; i < n; i++) host[i] = (i * 29 + 7) % 64;
    float *in, *out;
    cudaMalloc(&in, sizeof(host));
    cudaMalloc(&out, sizeof(host));
    cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof(host));
    const dim3 block(8, 8);
    tiles<float, 8><<<dim3((w + 7) / 8, (h + 7) / 8, d), block>>>(View<float>(out, n), in, w, h, d, Pair{3, 4});
    cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
    double sum = 0;
    for (int i = 0; i < n; i++) sum += got[i] * (i % 17);
    printf("%.1f %g %g\n", sum, got[100], got[n - 1]);
    stencil<<<dim3((w + 7) / 8, (h * d + 7) / 8), block>>>(out, in, w, h * d);
    cudaMemcpy(got, out, sizeof(got), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) sum += got[i] * (i % 13);
    doubled<<<dim3((w + 7) / 8, (h * d + 7) / 8), block>>>(in, out, w, h * d);
    cudaMemcpy(got, in, sizeof(got), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) sum += got[i] * (i % 11);
    printf("%.1f %g %s\n", sum, got[w + 1], cudaGetErrorString(cudaGetLastError()));
}
