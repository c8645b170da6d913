static const ::retarget_host::DynamicShared<double> everywhere{};
__global__ void k(int *out)
{ ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable {
    volatile unsigned char* raw = static_cast<volatile unsigned char*>(::retarget_host::dynamic_shared());
    int* numbers = static_cast<int*>(::retarget_host::dynamic_shared());
    alignas(8) static __shared__ int fixed[32];
    fixed[threadIdx.x] = numbers[0] + raw[1];
    out[0] = everywhere[0];
}); }
#define STORAGE(T) T* storage = static_cast<T*>(::retarget_host::dynamic_shared())
