// What functions of the library give may lead into what they were given; `exchange` changes it.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: serial(x=2)
#include <array>
#include <cstdio>
#include <cuda/std/utility>
#include <utility>

__global__ void pointed(int* out, const int* in)
{
    std::array<int, 4> a = {1, 2, 3, 4};
    int* p = a.data();
    int i = blockIdx.x * 64 + threadIdx.x;
    p[i & 3] += i;
    int sum = a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3];
    __syncthreads();
    int turns = sum & 7;
    for (int k = 0; k < turns; ++k)
        sum = 3 * sum + in[k];
    out[i] = sum;
}

__global__ void iterated(int* out, const int* in)
{
    std::array<int, 4> a = {1, 2, 3, 4};
    auto at = a.begin() + 1;
    int i = blockIdx.x * 64 + threadIdx.x;
    at[i & 1] += in[i];
    int sum = a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3];
    __syncthreads();
    int turns = sum & 7;
    for (int k = 0; k < turns; ++k)
        sum = 3 * sum + in[k];
    out[i] = sum;
}

__global__ void referred(int* out, const int* in)
{
    std::array<int, 4> a = {1, 2, 3, 4};
    int& last = a.back();
    int i = blockIdx.x * 64 + threadIdx.x;
    last += in[i];
    int sum = a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3];
    __syncthreads();
    int turns = sum & 7;
    for (int k = 0; k < turns; ++k)
        sum = 3 * sum + in[k];
    out[i] = sum;
}

__global__ void forwarded(int* out, const int* in)
{
    int x = 4, y = 5;
    int i = blockIdx.x * 64 + threadIdx.x;
    std::forward<int&>(x) += i;
    std::forward<int&>(y) ^= in[i];
    int sum = x + 3 * y;
    __syncthreads();
    int turns = sum & 7;
    for (int k = 0; k < turns; ++k)
        sum = 3 * sum + in[k];
    out[i] = sum;
}

__global__ void exchanged(int* out, const int* in)
{
    int x = 4, i = blockIdx.x * 64 + threadIdx.x;
    int sum = cuda::std::exchange(x, in[i]);
    sum += 3 * x;
    __syncthreads();
    int turns = sum & 7;
    for (int k = 0; k < turns; ++k)
        sum = 3 * sum + in[k];
    out[i] = sum;
}

__global__ void parts(int* out, const int* in)
{
    std::pair<int, int> both{1, 2};
    int& second = std::get<1>(both);
    int i = blockIdx.x * 64 + threadIdx.x;
    second += in[i];
    std::get<0>(both) += i;
    int sum = both.first + 3 * both.second;
    __syncthreads();
    int turns = sum & 7;
    for (int k = 0; k < turns; ++k)
        sum = 3 * sum + in[k];
    out[i] = sum;
}

int main()
{
    int host[512], *in, *out;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    for (int i = 0; i < 512; ++i)
        host[i] = i * 37 % 101;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    auto print = [&](const char* name) {
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        unsigned hash = 0;
        for (int value : host)
            hash = hash * 31 + value;
        std::printf("%s %u\n", name, hash);
    };
    pointed<<<8, 64>>>(out, in), print("pointed");
    iterated<<<8, 64>>>(out, in), print("iterated");
    referred<<<8, 64>>>(out, in), print("referred");
    forwarded<<<8, 64>>>(out, in), print("forwarded");
    exchanged<<<8, 64>>>(out, in), print("exchanged");
    parts<<<8, 64>>>(out, in), print("parts");
}
