// Launches that leave arguments to the kernel's defaults, which a prototype gives, or the definition, or each some; and the defaults of templates.
// schedule: block(x=2)
// schedule: thread(x=2)
#include <cstdio>

static const int step = 3;
__global__ void add(int* a, int n, int by = step * 2 + 1, const int* from = nullptr);
template <typename T>
__global__ void scale(T* a, int n, T by = T(2));
__global__ void both(int* a, int by, int more = 5);

__global__ void add(int* a, int n, int by, const int* from)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += by + (from ? from[i] : 0);
}

template <typename T>
__global__ void scale(T* a, int n, T by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] *= by;
}

template <bool wide>
struct By {
    int by;
};
__global__ void widen(int* a, const __grid_constant__ By<(sizeof(int) >= 4)> by, int n = int(sizeof(int) == 4) * 100)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += by.by;
}

__global__ void set(int* a, int n = 1 << 7,  // the whole
                    int to = 1)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = to + i;
}

__global__ void both(int* a, int by = 4, int more)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[i] * by + more;
}

// Functions with barriers, which are inlined: their defaults are.
__device__ int folded(int v, bool again = false, int more = sizeof(int) + (step << 1))
{
    __shared__ int s[64];
    s[threadIdx.x] = v;
    __syncthreads();
    int found = s[63 - threadIdx.x] + more;
    if (again) __syncthreads();
    return found;
}

__global__ void fold(int* a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int once = folded(a[i], true);
    a[i] = once;
}

template <int by = 1 << 3, bool twice = (2 > 1)>
__global__ void shifted(int* a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] += twice ? 2 * by : by;
}

int main()
{
    const int n = 128;
    int *a, host[n];
    cudaMalloc(&a, sizeof host);
    set<<<2, 64>>>(a);
    add<<<2, 64>>>(a, n);
    add<<<2, 64>>>(a, n, 1, a);
    scale<<<2, 64>>>(a, n);
    both<<<2, 64>>>(a);
    widen<<<2, 64>>>(a, By<true>{3});
    set<<<1, 64>>>(a, 10);
    fold<<<2, 64>>>(a);
    shifted<><<<2, 64>>>(a, n);
    shifted<(1 > 2)><<<2, 64>>>(a, n);
    cudaMemcpy(host, a, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; ++i) printf("%d\n", host[i]);
    return 0;
}
