// Operators that a library's classes define: retarget does not take them for the language's.
// refused: assigned | thread(x=2) | 13 | retarget does not know what 'operator=' does
// refused: counted | thread(x=2) | 18 | retarget does not know what 'operator++' does
// refused: added | block(x=2) | 23 | retarget does not know what 'operator-=' does
// refused: of_a_template | thread(x=2) | 27 | no call shows that 'operator++' of owned.h runs here
// refused: assigned_by_a_template | thread(x=2) | 33 | no call shows that 'operator=' of atomic.h runs here
#include <cuda/atomic>

using Atomic = cuda::atomic<int, cuda::thread_scope_device>;

__global__ void assigned(Atomic* a, const int* b)
{
    a[threadIdx.x] = b[threadIdx.x] + 5;
}

__global__ void counted(Atomic* a, int* out)
{
    out[a[0]++] = 7;
}

__global__ void added(Atomic* a)
{
    a[threadIdx.x % 4] -= 1 + threadIdx.x / 4;
}

template <class T>
__global__ void of_a_template(T* a, int* out)
{
    out[a[0]++] = 7;
}

template <class T>
__global__ void assigned_by_a_template(T* a, const int* b)
{
    a[threadIdx.x] = b[threadIdx.x] + 5;
}

int main()
{
    int* out = nullptr;
    Atomic* a = nullptr;
    of_a_template<<<2, 64>>>(a, out);
    assigned_by_a_template<<<2, 64>>>(a, out);
}
