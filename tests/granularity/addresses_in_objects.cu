// An object that holds its own address, by what a member begins as, is made where it stays.
// schedule: thread(x=2)
// schedule: block(x=2)
#include <cstdio>

struct Row {
    int of[4];
    int* first = of;
};
struct Counted {
    int count = 3, *place = &count;
    Row row = {{1, 2, 3, 4}};
};

__global__ void kept(int* out, const int* in)
{
    Row row{{1, 2, 3, 4}};
    Counted counted{};
    int i = blockIdx.x * 64 + threadIdx.x;
    row.first[i & 3] = i;
    *counted.place += in[i];
    counted.row.first[1] += i;
    __syncthreads();
    out[i] = row.of[0] + row.of[1] * 3 + row.first[2] * 5 + counted.count * 7 + counted.row.of[1];
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
    kept<<<5, 64>>>(out, in);
    cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < size; i += 7) printf("%d ", host[i]);
    printf("\n");
    return 0;
}
