// Old compilers took a kernel that is called a device function too; clang refuses the pair.
#include <hip/hip_runtime.h>

__global__ __launch_bounds__(1) void one(int* a) { a[0] = 1; }
__global__ __launch_bounds__(1) void two(int* a) { a[0] = 2; }
extern "C" __global__ __launch_bounds__(1)  
void three(int* a) {
  a[0] = 3;
}

int main() {
  one<<<1, 1>>>(nullptr);
  two<<<1, 1>>>(nullptr);
  three<<<1, 1>>>(nullptr);
}
