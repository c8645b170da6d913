// Objects that tell another address than theirs.
// refused: tells_its_address | block(x=2) | 10 | an operator of the program's may tell the address of this object
#include <cuda_runtime.h>

struct Mask { int v; __device__ Mask operator&(Mask o) const { return {v & o.v}; } };
struct Elsewhere { int v; int* p; __device__ int* operator&() { return p; } };

__global__ void tells_its_address(int* out, int w)
{
    Elsewhere e{w, out};
    __syncthreads();
    out[threadIdx.x] = e.v;
}
