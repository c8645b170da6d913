// Values that members are given where they are declared: whoever makes an object may ask which thread it is.
// refused: plain | thread(x=2) | 6 | this initial value of a member depends on who makes it
#include <cuda_runtime.h>

struct Place {
    int thread = threadIdx.x;
    int k = 3;
};

struct Whole {
    Place place;
    int more = 1;
};

__global__ void plain(int *out)
{
    Whole w;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = w.place.thread;
}

int main()
{
    int *out;
    cudaMalloc(&out, 1024);
    plain<<<4, 64>>>(out);
}
