#define LAUNCH(k, ...) k<<<8, 32>>>(__VA_ARGS__)
#define CONFIGURED(k, config, args) k<<<config>>> args
#define BOTH(name) __global__ void name##_k(int *p) { p[0] = 1; } void name(int *p) { name##_k<<<1, 1>>>(p); }
template <typename T, int N> __global__ void scale(T *x) { x[threadIdx.x] *= N; }
namespace ops { template <typename T> struct Set { static __global__ void clear(T *x); }; }
__global__ void empty() {}
__global__ void declared(int *x);
void all(float *x, int n, void (*table[2])(float *), Step *steps, dim3 grid)
{
    scale<float, 2><<<grid, dim3(4, 4), n * sizeof(float), 0>>>(x);
    if (n > (1 << 4)) ops::Set<float>::clear<<< (n + 255) / 256, 256 >>>(x + n);
    LAUNCH((scale<float, 3>), x);
    CONFIGURED(empty, 1, ());
    table[n % 2]<<<1, 32>>>(x);
    declared<<<1, // one block
               32>>>(reinterpret_cast<int *>(x));
    cudaLaunchKernel((const void *)declared, grid, 32, nullptr, 0, 0);
    cudaLaunchKernelExC(&made(grid, 32), (const void *)declared, nullptr);
    cudaLaunchKernelExC(config, reinterpret_cast<void *>(&declared), arguments);
    steps[n - 1].kernel<<<1, 32>>>(x);
    of(steps + 1)->kernels[0].of<float>()<<<grid, 32>>>(x);
    if (n) ::empty<<<1, 1>>>(); else ::empty<<<2, 1>>>();
    bool b = n << 3 < 8;
}
