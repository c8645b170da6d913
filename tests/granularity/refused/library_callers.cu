// What the library runs of the user's: functions that it is handed, and operators of the user's classes.
// refused: by_name | thread(x=2) | 18 | retarget does not know what 'apply' does
// refused: by_pointer | thread(x=2) | 24 | retarget does not know what 'apply' does
// refused: of_a_member | thread(x=2) | 29 | retarget does not know what 'apply' does
// refused: by_operator | block(x=2) | 35 | retarget does not know what 'add' does
#include <cuda_runtime.h>
#include <functional>
#include <tuple>

struct Own {
    int v;
    __device__ int at(int k) const { return v + k + threadIdx.x; }
};
__device__ int lane_plus(int k) { return k + threadIdx.x; }
__device__ Own operator+(Own a, Own b) { return {a.v + b.v + int(blockIdx.x)}; }
__global__ void by_name(int* out)
{
    int v = std::apply(lane_plus, std::make_tuple(3));
    out[threadIdx.x] = v;
}
__global__ void by_pointer(int* out)
{
    int (*f)(int) = lane_plus;
    int v = std::apply(f, std::make_tuple(3));
    out[threadIdx.x] = v;
}
__global__ void of_a_member(int* out)
{
    int v = std::apply(&Own::at, std::make_tuple(Own{2}, 3));
    out[threadIdx.x] = v;
}
__global__ void by_operator(int* out)
{
    std::plus<Own> add;
    Own v = add(Own{1}, Own{2});
    out[blockIdx.x * 64 + threadIdx.x] = v.v;
}

int main()
{
    int* d;
    cudaMalloc(&d, 512 * sizeof(int));
    by_name<<<1, 64>>>(d), by_pointer<<<1, 64>>>(d), of_a_member<<<1, 64>>>(d), by_operator<<<8, 64>>>(d);
}
