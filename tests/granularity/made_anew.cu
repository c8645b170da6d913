// Objects that `new` makes in place of another, or in a thread's own storage.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: serial(x=2)
// schedule: thread(x=4, consecutive) block(x=3)
#include <cstdio>
#include <new>

struct Tripled {
    int v;
    __device__ Tripled(int k) : v(k * 3) {}
};
struct Held { int* at; };

__global__ void in_place(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    Tripled object(1);
    __syncthreads();
    new (&object) Tripled(in[i]);
    __syncthreads();
    out[i] = object.v;
}

__global__ void by_pointer(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    Tripled object(1), *p = &object;
    __syncthreads();
    ::new ((void*)p) Tripled{in[i]};
    __syncthreads();
    out[i] = object.v;
}

__global__ void in_storage(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x, x = 5;
    char storage[8] = {};
    new (storage) Held{&x};
    *reinterpret_cast<Held*>(storage)->at += in[i];
    __syncthreads();
    out[i] = x;
}

int main()
{
    const int size = 7 * 64;
    static int host[size];
    int *in, *out;
    for (int i = 0; i < size; i++) host[i] = (i * 37 + 11) % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    for (int kernel = 0; kernel < 3; kernel++) {
        if (kernel == 0) in_place<<<7, 64>>>(out, in);
        if (kernel == 1) by_pointer<<<7, 64>>>(out, in);
        if (kernel == 2) in_storage<<<7, 64>>>(out, in);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < size; i += 7) printf("%d ", host[i]);
        printf("\n");
    }
    return 0;
}
