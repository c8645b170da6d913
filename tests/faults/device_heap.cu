// want: a store of 4 bytes at the end of|a store of 4 bytes, 0 bytes behind an allocation of 40 bytes
#include <cstdlib>
#include <cuda_runtime.h>
#ifdef FAULT
#define COUNT 11
#else
#define COUNT 10
#endif
struct Node { int value; Node *next; };
__global__ void lists(int *sum)
{
    int *own = static_cast<int *>(malloc(10 * sizeof(int)));
    for (int i = 0; i < COUNT; ++i)
        own[i] = i;
    Node *node = new Node{own[3], nullptr};
    atomicAdd(sum, node->value);
    delete node;
    free(own);
}
int main()
{
    int *sum, h = 0;
    cudaMalloc(&sum, sizeof *sum);
    cudaMemset(sum, 0, sizeof *sum);
    lists<<<2, 40>>>(sum);
    cudaMemcpy(&h, sum, sizeof h, cudaMemcpyDeviceToHost);
    return h != 240;
}
