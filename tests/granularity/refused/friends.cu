// Kernels that a class makes its friends: what is written beside them would be none.
// refused: told | thread(x=2) | 9 | a class makes it its friend
// refused: defined | bounds(64) | 15 | a class makes it its friend
#include <cuda_runtime.h>
class Engine;
__global__ void told(Engine engine, int n);
__global__ void defined(Engine engine, const int* a, int n);
class Engine {
    friend /* ; } */ __global__ void told(Engine engine, int n);
    int* cells;

  public:
    Engine(int* cells) : cells(cells) {}
    void run(int n) { told<<<(n + 63) / 64, 64>>>(*this, n); }
    friend __global__ void defined(Engine engine, const int* a, int n) { engine.cells[threadIdx.x] = a[threadIdx.x] + n; }
};

__global__ void told(Engine engine, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) engine.cells[i] = i + 7;
}

void all(int* cells, int n)
{
    Engine engine(cells);
    engine.run(n);
    defined<<<1, 64>>>(engine, cells, n);
}
