// Addresses that are read and written in parts, or lie in variables of other types: what they lead to may change.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: serial(x=2)
// schedule: thread(x=4, consecutive) block(x=3)
#include <cstdio>

struct Held { int* at; };

__global__ void byte_by_byte(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x, x = 5;
    int *p = &x, *q = nullptr;
    char buffer[8] = {};
    for (int b = 0; b < 8; b++) buffer[b] = ((char*)&p)[b];
    for (int b = 0; b < 8; b++) ((char*)&q)[b] = buffer[b];
    *q += in[i];
    __syncthreads();
    out[i] = x;
}

__global__ void in_words(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x, x = 5;
    Held a = {&x}, b = {};
    const int* from = reinterpret_cast<const int*>(&a);
    int low = *from, high = from[1];
    int* to = reinterpret_cast<int*>(&b);
    to[0] = low, to[1] = high;
    *b.at += in[i];
    __syncthreads();
    out[i] = x;
}

__global__ void in_a_vector(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x, x = 5;
    int* p = &x;
    ushort4 parts = *reinterpret_cast<ushort4*>(&p);
    **reinterpret_cast<int**>(&parts) += in[i];
    __syncthreads();
    out[i] = x;
}

__global__ void in_storage(int* out, const int* in)
{
    int i = blockIdx.x * 64 + threadIdx.x, x = 5;
    char storage[8] = {};
    *(int**)storage = &x;
    int* q = *(int**)storage;
    *q += in[i];
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
    for (int kernel = 0; kernel < 4; kernel++) {
        if (kernel == 0) byte_by_byte<<<7, 64>>>(out, in);
        if (kernel == 1) in_words<<<7, 64>>>(out, in);
        if (kernel == 2) in_a_vector<<<7, 64>>>(out, in);
        if (kernel == 3) in_storage<<<7, 64>>>(out, in);
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < size; i += 7) printf("%d ", host[i]);
        printf("\n");
    }
    return 0;
}
