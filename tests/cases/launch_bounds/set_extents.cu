// Extents that a function sets one by one, or takes over from another variable.
#include <cuda_runtime.h>

void grow(dim3 &);

__global__ void set(int *a) { a[0] = 1; }
__global__ void set_again(int *a) { a[0] = 1; }
__global__ void set_perhaps(int *a) { a[0] = 1; }
__global__ void set_behind(int *a) { a[0] = 1; }
__global__ void set_by_case(int *a) { a[0] = 1; }
__global__ void set_elsewhere(int *a) { a[0] = 1; }
__global__ void set_at_once(int *a) { a[0] = 1; }
__global__ void set_by_lambda(int *a) { a[0] = 1; }
__global__ void set_by_sum(int *a) { a[0] = 1; }

__global__ void set_in_template(int *a) { a[0] = 1; }

template <typename T> void run_template(int *a)
{
    dim3 left_open;
    left_open.x = 8 * T::count();
    left_open.x = 64;
    if (T::many)
        set_in_template<<<1, left_open>>>(a);
}

void run(int *a, int n)
{
    dim3 one(1, 1, 1), block;
    block = one;
    block.x = 32;
    block.y = 4;
    set<<<n, block>>>(a);
    if (n > 3)
        block.x = 64;
    set_perhaps<<<n, block>>>(a);
    block.x = 128;
    for (int i = 0; i < n; i++) {
        set_behind<<<n, block>>>(a); // the second one has 256
        block.x = 256;
        set_again<<<n, block>>>(a);
    }
    switch (n) {
        block.x = 16;
    case 1:
        set_by_case<<<n, block>>>(a);
    }
    dim3 referred, chained, captured, summed;
    referred.x = 64;
    grow(referred);
    set_elsewhere<<<n, referred>>>(a);
    chained.x = chained.y = 16;
    set_at_once<<<n, chained>>>(a);
    auto larger = [&] { captured.x = 256; };
    captured.x = 32;
    larger();
    set_by_lambda<<<n, captured>>>(a);
    summed.x = 32;
    summed.x += 32;
    set_by_sum<<<n, summed>>>(a);
}
