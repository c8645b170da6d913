// schedule: block(x=2)
// Brackets of launches with blanks inside, and those of templates beside them and in them.
#include <cstdio>

__global__ void count(int* a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] += blockIdx.x + 1;
}

template <int N> struct Count { static constexpr int value = N; };
template <class T> struct Same { static constexpr int value = T::value; };
template <class T> constexpr int value_of() { return T::value; }

template <class T> __global__ void add(int* a) {
    a[blockIdx.x * blockDim.x + threadIdx.x] += T::value;
}

int main() {
    const int n = 96;
    int* a;
    cudaMallocManaged(&a, n * sizeof(int));
    cudaMemset(a, 0, n * sizeof(int));
    count << < n / 32, 32 >> > (a);
    count< << 3, 32 > >>(a);
    count <<< 3, 32 >>> (a);
    add<Same<Count<5>>><<<value_of<Same<Count<3>>>(), 32>>>(a);
    add<Same<Same<Count<2>>>><<<dim3(3), dim3(value_of<Same<Count<64>>>() >> 1)>>>(a);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; ++i) printf("%d ", a[i]);
    printf("\n");
}
