// Constant objects that a function changes by a cast.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>

struct Pair {
    int first, second;
    __device__ void set(int v) const { ((Pair*)this)->second = v; }
};
__device__ void by_reference(const Pair& p, int v) { ((Pair&)p).first = v; }
__device__ void by_address(const Pair& p, int v)
{
    Pair* place = (Pair*)&p;
    place->first = v;
}
#define INDEX blockIdx.x * 64 + threadIdx.x

__global__ void casts(int* out, const int* in, int n)
{
    Pair a = {n, n}, b = {n, n}, c = {n, n};
    a.set(in[INDEX]);
    by_reference(b, in[INDEX]);
    by_address(c, in[INDEX]);
    out[INDEX] = a.second + 3 * b.first + 5 * c.first;
}

int main()
{
    const int size = 5 * 64;
    static int host[size];
    int *in, *out;
    for (int i = 0; i < size; i++) host[i] = (i * 37 + 11) % 101;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    casts<<<5, 64>>>(out, in, 6);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    unsigned hash = 0;
    for (int value : host) hash = hash * 31 + value;
    std::printf("casts %u\n", hash);
}
