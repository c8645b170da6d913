// Indices of loads made of variables that are no polynomial, or that are cut or wrap before they are made wider.
// schedule: block(x=3, strided) share()
// schedule: thread(x=2) block(x=2, y=2) share()

#include <cstdio>
#include <vector>

__global__ void narrow(int *out, const int *in, int n)
{
    int pos = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned char lo = pos;
    int i0 = lo * 4 + 1;
    out[pos] = in[i0] + in[i0 + 1];
}
__global__ void flag(int *out, const int *in, int n)
{
    int pos = blockIdx.x * blockDim.x + threadIdx.x;
    bool b = pos;
    int i0 = b * 4 + 1;
    out[pos] = in[i0] + in[i0 + 1];
}
__global__ void wrapped(int *out, const int *in, unsigned n)
{
    unsigned pos = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned u = pos - 70;
    size_t i = u;
    out[pos] = u < n ? in[i] + in[i + 1] : -1;
}
__global__ void casted(int *out, const int *in, int n)
{
    int pos = blockIdx.x * blockDim.x + threadIdx.x;
    int i0 = (short)pos * 2 + (unsigned char)pos;
    out[pos] = in[i0] + in[i0 + 1];
}
__global__ void shifted(int *out, const int *in, int n)
{
    int pos = blockIdx.x * blockDim.x + threadIdx.x;
    int lo = pos % 12;
    int hi = pos / 12;
    int m = max(pos, 100);
    int t = pos > 99 ? pos : 3;
    int i0 = hi * 24 + lo + m + t;
    out[pos] = in[i0] + in[i0 + 1];
}
__global__ void walsh(float *d_Output, float *d_Input, int stride)
{
    const int pos = blockIdx.x * blockDim.x + threadIdx.x;
    const int N = blockDim.x * gridDim.x * 4;
    float *d_Src = d_Input + blockIdx.y * N;
    float *d_Dst = d_Output + blockIdx.y * N;
    int lo = pos & (stride - 1);
    int i0 = ((pos - lo) << 2) + lo;
    int i1 = i0 + stride;
    int i2 = i1 + stride;
    int i3 = i2 + stride;
    float D0 = d_Src[i0];
    float D1 = d_Src[i1];
    float D2 = d_Src[i2];
    float D3 = d_Src[i3];
    float T;
    T = D0;
    D0 = D0 + D2;
    D2 = T - D2;
    T = D1;
    D1 = D1 + D3;
    D3 = T - D3;
    T = D0;
    d_Dst[i0] = D0 + D1;
    d_Dst[i1] = T - D1;
    T = D2;
    d_Dst[i2] = D2 + D3;
    d_Dst[i3] = T - D3;
}
int main()
{
    const int n = 1 << 11;
    std::vector<int> h(4 * n);
    for (int i = 0; i < 4 * n; ++i) h[i] = i * 7 % 1001;
    int *in, *out;
    cudaMalloc(&in, 4 * n * sizeof(int));
    cudaMalloc(&out, n * sizeof(int));
    cudaMemcpy(in, h.data(), 4 * n * sizeof(int), cudaMemcpyHostToDevice);
    for (int k = 0; k < 6; ++k) {
        cudaMemset(out, 0, n * sizeof(int));
        if (k == 0) narrow<<<n / 64, 64>>>(out, in, n);
        if (k == 1) flag<<<n / 64, 64>>>(out, in, n);
        if (k == 2) wrapped<<<n / 64, 64>>>(out, in, n - 100);
        if (k == 3) casted<<<n / 64, 64>>>(out, in, n);
        if (k == 4) shifted<<<n / 128, 64>>>(out, in, n);
        if (k == 5) walsh<<<dim3(n / 256, 1), 64>>>((float*)out, (float*)in, n / 16);
        cudaMemcpy(h.data(), out, n * sizeof(int), cudaMemcpyDeviceToHost);
        long s = 0;
        for (int i = 0; i < n; ++i) s += h[i] * (i % 101);
        printf("%d %ld\n", k, s);
    }
}
