#define LAUNCH(k, ...) (::retarget_host::configure(8, 32), k(__VA_ARGS__))
#define CONFIGURED(k, config, args) (::retarget_host::configure(config), k) args
#define BOTH(name) __global__ void name##_k(int *p) { ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable { p[0] = 1; }); } void name(int *p) { (::retarget_host::configure(1, 1), name##_k(p)); }
template <typename T, int N> __global__ void scale(T *x) { ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable { x[threadIdx.x] *= N; }); }
namespace ops { template <typename T> struct Set { static __global__ void clear(T *x); }; }
__global__ void empty() { ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable {}); }
__global__ void declared(int *x);
void all(float *x, int n, void (*table[2])(float *), Step *steps, dim3 grid)
{
    (::retarget_host::configure(grid, dim3(4, 4), n * sizeof(float), 0), scale<float, 2>(x));
    if (n > (1 << 4)) (::retarget_host::configure( (n + 255) / 256, 256 ), ops::Set<float>::clear(x + n));
    LAUNCH((scale<float, 3>), x);
    CONFIGURED(empty, 1, ());
    (::retarget_host::configure(1, 32), table[n % 2](x));
    (::retarget_host::configure(1, // one block
               32), declared(reinterpret_cast<int *>(x)));
    cudaLaunchKernel(declared, grid, 32, nullptr, 0, 0);
    cudaLaunchKernelExC(&made(grid, 32), declared, nullptr);
    cudaLaunchKernelExC(config, (&declared), arguments);
    (::retarget_host::configure(1, 32), steps[n - 1].kernel(x));
    (::retarget_host::configure(grid, 32), of(steps + 1)->kernels[0].of<float>()(x));
    if (n) (::retarget_host::configure(1, 1), ::empty()); else (::retarget_host::configure(2, 1), ::empty());
    bool b = n << 3 < 8;
}
