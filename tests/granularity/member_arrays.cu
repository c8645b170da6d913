// The value of an array in an object is an address in that object.
// schedule: thread(x=2)
// schedule: block(x=2)
// schedule: serial(x=2)
#include <cstdio>

struct Row {
    int of[4];
    int k;
};
struct Rows {
    Row row[2];
    float f[3];
};
template <class T, int N> struct Table {
    T of[N];
    T scale;
};

__device__ void put(int* to, int x) { to[x & 3] += x; }
__device__ int* behind(int* at) { return at + 1; }
template <class T> __device__ T most(const T* of, T x) { return of[0] > x ? of[0] : x; }
template <class T> __device__ void put_any(T to, int x) { to[x & 3] += x; }

__global__ void kept(int* out, const int* in, Row given)
{
    Row a = {{1, 2, 3, 4}, 5}, b = a;
    int* p = a.of;
    auto q = given.of;
    int i = blockIdx.x * 64 + threadIdx.x;
    p[i & 3] += in[i];
    q[i & 1] = i;
    *b.of = i;
    __syncthreads();
    out[i] = a.of[0] + 3 * a.of[1] + 5 * a.of[2] + 7 * a.of[3] + 9 * given.of[0] + 11 * given.of[1] + b.of[0];
}

__global__ void passed(int* out, const int* in, Row given)
{
    Row a = {{1, 2, 3, 4}, 5}, b = a;
    int i = blockIdx.x * 64 + threadIdx.x;
    put(a.of, in[i]);
    put(given.of, i);
    *behind(b.of) = i;
    __syncthreads();
    out[i] = most(a.of, 3) + a.of[1] + a.of[2] * 3 + given.of[0] + given.of[1] * 3 + given.of[3] + b.of[1];
}

__global__ void deeper(int* out, const int* in)
{
    Rows a = {{{{1, 2, 3, 4}, 5}, {{5, 6, 7, 8}, 9}}, {1, 2, 3}}, b = a, c = a;
    int i = blockIdx.x * 64 + threadIdx.x;
    float* f = a.f + 1;
    Row* rows = a.row;
    unsigned* bits = reinterpret_cast<unsigned*>(b.row[1].of);
    int* list[2] = {c.row[0].of, c.row[1].of};
    *f = i;
    rows[1].of[2] = i * 3;
    bits[3] = i;
    list[1][2] = in[i];
    __syncthreads();
    out[i] = int(a.f[1]) + a.row[1].of[2] + b.row[1].of[3] * 5 + c.row[1].of[2] * 7;
}

__global__ void taken_for_arrays(int* out, const int* in, Row given)
{
    Row a = {{1, 2, 3, 4}, 5}, b = a;
    int4 c = make_int4(1, 2, 3, 4);
    using Five = int[5];
    int* p = reinterpret_cast<int (&)[5]>(a);
    int* q = (Five&)b;
    int i = blockIdx.x * 64 + threadIdx.x;
    p[i % 5] += in[i];
    q[4] = i;
    put((int (&)[4])c, i);
    int sum = a.of[0] + 3 * a.of[1] + 5 * a.of[2] + a.k + b.k + c.x + c.y * 3 + c.w * 7;
    __syncthreads();
    int turns = sum & 7;
    for (int k = 0; k < turns; k++) sum = 3 * sum + in[k];
    out[i] = sum;
}

template <class T, int N> __global__ void of_template(T* out, const T* in, Table<T, N> given)
{
    Table<T, N> a = given, b = given;
    T* p = a.of;
    T* q = given.of;
    int i = blockIdx.x * 64 + threadIdx.x;
    p[i & 3] += in[i] * given.scale;
    q[i & 1] = i;
    put_any(b.of, i);
    __syncthreads();
    out[i] = a.of[0] + 3 * a.of[1] + 5 * a.of[2] + given.of[0] + given.of[1] * 3 + b.of[0] + b.of[1] * 3 + b.of[3];
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
    for (int kernel = 0; kernel < 5; kernel++) {
        if (kernel == 0) kept<<<5, 64>>>(out, in, Row{{4, 3, 2, 1}, 0});
        if (kernel == 1) passed<<<5, 64>>>(out, in, Row{{4, 3, 2, 1}, 0});
        if (kernel == 2) deeper<<<5, 64>>>(out, in);
        if (kernel == 3) of_template<<<5, 64>>>(out, in, Table<int, 4>{{4, 3, 2, 1}, 2});
        if (kernel == 4) taken_for_arrays<<<5, 64>>>(out, in, Row{{4, 3, 2, 1}, 0});
        cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
        for (int i = 0; i < size; i += 7) printf("%d ", host[i]);
        printf("\n");
    }
    return 0;
}
