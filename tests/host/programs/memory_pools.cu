// Pools of memory, attached memory, and the best size of a block by a kernel's address.
// want: keep 1048576, used 4096, most 4096
// want: own pool 0 0 0, attached 0 1, supported 1
// want: blocks of 1024 1024 128
#include <cstdio>
#include <cuda_runtime.h>

__global__ void fill(int *p) { p[threadIdx.x] = 1; }

int main()
{
    cudaMemPool_t pool, own;
    unsigned long long keep = 1 << 20, kept = 0, used = 0, most = 0;
    cudaDeviceGetDefaultMemPool(&pool, 0);
    cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept);
    int *p, *q;
    cudaMallocAsync((void **)&p, 4096, 0);
    fill<<<1, 32>>>(p);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used);
    cudaFreeAsync(p, 0);
    cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &most);
    printf("keep %llu, used %llu, most %llu\n", kept, used, most);

    cudaMemPoolProps wanted = {};
    wanted.allocType = cudaMemAllocationTypePinned;
    wanted.location.type = cudaMemLocationTypeDevice;
    const int made = cudaMemPoolCreate(&own, &wanted);
    cudaMallocFromPoolAsync((void **)&p, 100, own, 0);
    cudaFreeAsync(p, 0);
    const int trimmed = cudaMemPoolTrimTo(own, 0), destroyed = cudaMemPoolDestroy(own);
    cudaMallocManaged(&p, 64);
    cudaMalloc(&q, 64);
    const int managed = cudaStreamAttachMemAsync(0, p, 0, cudaMemAttachGlobal);
    const int plain = cudaStreamAttachMemAsync(0, q, 0, cudaMemAttachGlobal);
    int supported = 0;
    cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0);
    printf("own pool %d %d %d, attached %d %d, supported %d\n", made, trimmed, destroyed, managed, plain, supported);

    int blocks, by_name = 0, by_address = 0, limited = 0;
    cudaOccupancyMaxPotentialBlockSize(&blocks, &by_name, fill, 0, 0);
    cudaOccupancyMaxPotentialBlockSize(&blocks, &by_address, (void *)fill, 0, 0);
    cudaOccupancyMaxPotentialBlockSize(&blocks, &limited, (void *)fill, 0, 128);
    printf("blocks of %d %d %d\n", by_name, by_address, limited);
    return 0;
}
