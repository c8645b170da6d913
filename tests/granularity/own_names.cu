// Kernels whose names are those that generated text would give: of values, arrays, results, parameters and helpers; and
// functions inlined into functions that were, with parameters of one name.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: persistent(1) thread(x=2)
#include <cstdio>
#define s_1 (s + 1)
__device__ void turned(int* s, int by)
{
    int t = s[(threadIdx.x + by) % 64];
    __syncthreads();
    s[threadIdx.x] = t;
}
__device__ void turned_again(int* s, int by)
{
    turned(s, by + 1);
    __syncthreads();
    turned(s + 0, by);
}
__device__ int mirrored(int* s)
{
    __syncthreads();
    int r = s[63 - threadIdx.x];
    __syncthreads();
    return r;
}
__device__ int side(int by) { return threadIdx.x * by; }
__global__ void of_values(int* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    int value1 = i * 3, value2 = i;
    s[threadIdx.x] = out[i];
    __syncthreads();
    out[i] = s[63 - threadIdx.x] + value1 + value2;
}
__global__ void of_what_was_passed(int* out, int n)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    int n_passed = i * 3;
    n += 2;
    s[threadIdx.x] = i;
    __syncthreads();
    out[i] = s[63 - threadIdx.x] + n + n_passed;
}
__global__ void of_the_choice(int* out, int chosen)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] += chosen;
}
__global__ void of_the_dispatch(int* out, int fit, int launch, int run, int noted)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] += fit + launch * 2 + run * 3 + noted;
}
__global__ void of_no_name(int* out, int, int unnamed_1)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] += unnamed_1;
}
__global__ void of_results(int* out, int result_1)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    s[threadIdx.x] = out[i];
    int v = mirrored(s);
    out[i] = v + result_1;
}
__global__ void of_macros(int* out)
{
    __shared__ int s[65];
    int i = blockIdx.x * 64 + threadIdx.x;
    s[threadIdx.x] = i;
    s[64] = 7;
    __syncthreads();
    turned(s, 1);
    __syncthreads();
    out[i] = s[threadIdx.x] + s_1[0];
}
__global__ void of_inlined(int* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    int t = 5, t_1 = 7, s_2 = 9;
    s[threadIdx.x] = i;
    __syncthreads();
    turned(s, t_1);
    __syncthreads();
    turned_again(s, t_1 + s_2);
    __syncthreads();
    out[i] = s[threadIdx.x] + t + t_1;
}
__global__ void of_helpers(int* out)
{
    __shared__ int s[64];
    int i = blockIdx.x * 64 + threadIdx.x, side_at = i;
    s[threadIdx.x] = side(i);
    __syncthreads();
    out[i] = s[63 - threadIdx.x] + side_at + side(side_at);
}
__global__ void of_flags(int* out, int live, int instance)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    int at = live + instance, all_live = 5;
    if (i == 7)
        return;
    out[i] = at + all_live;
}
template <class T> __global__ void of_itself(T* out, T of_itself = 7)
{
    __shared__ T s[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    s[threadIdx.x] = out[i] + of_itself;
    __syncthreads();
    out[i] = s[63 - threadIdx.x] * of_itself;
}
__global__ void by_pointer(int* (by_pointer), int n)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    by_pointer[i] += n;
}
template <int run, class launch>
__global__ void of_templates(launch* out, launch fit)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] = i * run + fit;
}
int main()
{
    int *d, h[256];
    cudaMalloc(&d, sizeof h);
    cudaMemset(d, 0, sizeof h);
    auto show = [&](const char* name) {
        cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost);
        long sum = 0;
        for (int i = 0; i < 256; ++i)
            sum = sum * 31 + h[i];
        printf("%s %ld\n", name, sum);
    };
    of_values<<<4, 64>>>(d), show("values");
    of_what_was_passed<<<4, 64>>>(d, 5), show("passed");
    of_the_choice<<<4, 64>>>(d, 1000), show("choice");
    of_the_dispatch<<<4, 64>>>(d, 9, 10, 11, 12), show("dispatch");
    of_no_name<<<4, 64>>>(d, 4, 5), show("no name");
    of_results<<<4, 64>>>(d, 55), show("results");
    of_macros<<<4, 64>>>(d), show("macros");
    of_inlined<<<4, 64>>>(d), show("inlined");
    of_helpers<<<4, 64>>>(d), show("helpers");
    of_flags<<<4, 64>>>(d, 3, 4), show("flags");
    of_itself<<<4, 64>>>(d, 3), show("itself");
    by_pointer<<<4, 64>>>(d, 3), show("by pointer");
    of_templates<3><<<4, 64>>>(d, 4), show("templates");
}
