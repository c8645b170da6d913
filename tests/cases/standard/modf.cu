// Overloads of the C library's functions that CUDA's headers bring along.
#include <cuda_runtime.h>
float f(float x) {
    float whole;
    return modf(x, &whole);
}
