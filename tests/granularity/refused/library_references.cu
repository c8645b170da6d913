// References to what the library's functions give: those give places too.
// refused: moved | thread(x=2) | 9 | 'r' outlives a barrier, and may refer to what changes
#include <cuda_runtime.h>
#include <utility>

__global__ void moved(int* out, const int* in)
{
    int y = 5, i = threadIdx.x;
    int&& r = std::move(y);
    r ^= in[i];
    __syncthreads();
    y += 1;
    out[i] = r;
}

int main()
{
    int* d;
    cudaMalloc(&d, 64 * sizeof(int));
    moved<<<1, 64>>>(d, d);
}
