// The driver API for devices, contexts and memory, with a kernel launched by the runtime in the same context.
//
// Exercises: cuInit, cuDeviceGet and its attributes, the primary context, cuMemAlloc, cuMemcpyHtoD/DtoH,
// cuMemsetD32, CUdeviceptr arithmetic, CUresult codes. No modules are loaded.
//
// Usage: driver_api [count]            link with -lcuda

#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda.h>
#include <cuda_runtime.h>

#define CU_CHECK(call)                                                              \
    do {                                                                            \
        CUresult result = (call);                                                   \
        if (result != CUDA_SUCCESS) {                                               \
            const char* name = NULL;                                                \
            cuGetErrorName(result, &name);                                          \
            fprintf(stderr, "%s: %s\n", #call, name ? name : "unknown error");      \
            exit(1);                                                                \
        }                                                                           \
    } while (0)

__global__ void add(const unsigned int* in, unsigned int* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] += in[i];
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1000;
    const size_t bytes = n * sizeof(unsigned int);
    CUdevice device;
    CUcontext context;
    int devices = 0, max_threads = 0, version = 0;
    char name[128];
    size_t memory = 0;

    CU_CHECK(cuInit(0));
    CU_CHECK(cuDriverGetVersion(&version));
    CU_CHECK(cuDeviceGetCount(&devices));
    CU_CHECK(cuDeviceGet(&device, 0));
    CU_CHECK(cuDeviceGetName(name, sizeof(name), device));
    CU_CHECK(cuDeviceTotalMem(&memory, device));
    CU_CHECK(cuDeviceGetAttribute(&max_threads, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, device));
    CU_CHECK(cuDevicePrimaryCtxRetain(&context, device));
    CU_CHECK(cuCtxSetCurrent(context));

    // Both arrays lie in one allocation.
    std::vector<unsigned int> in(n), out(n);
    for (int i = 0; i < n; ++i)
        in[i] = i * i;
    CUdeviceptr base = 0;
    CU_CHECK(cuMemAlloc(&base, 2 * bytes));
    CUdeviceptr second = base + bytes;
    CU_CHECK(cuMemcpyHtoD(base, in.data(), bytes));
    CU_CHECK(cuMemsetD32(second, 5u, n));

    const int block = max_threads < 256 ? max_threads : 256;
    add<<<(n + block - 1) / block, block>>>(reinterpret_cast<unsigned int*>(base), reinterpret_cast<unsigned int*>(second), n);
    bool pass = cudaGetLastError() == cudaSuccess && devices > 0 && memory > bytes && name[0] != '\0';
    CU_CHECK(cuCtxSynchronize());
    CU_CHECK(cuMemcpyDtoH(out.data(), second, bytes));

    int wrong = 0;
    for (int i = 0; i < n; ++i)
        wrong += out[i] != in[i] + 5u;
    pass = pass && wrong == 0;
    CU_CHECK(cuMemFree(base));
    CU_CHECK(cuDevicePrimaryCtxRelease(device));
    printf("%s driver_api %d elements: %d wrong\n", pass ? "PASS" : "FAIL", n, wrong);
    return pass ? 0 : 1;
}
