// How much of a multiprocessor's memory is to be shared: HIP has the attribute, and no names for its values.
__global__ void k() {}
void f() {
    cudaFuncSetAttribute(k, cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxL1);
    cudaFuncSetAttribute(k, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
}
