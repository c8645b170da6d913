// Overloads of the C library's functions that CUDA's headers bring along.
#include <hip/hip_runtime.h>
#include <math.h>
float f(float x) {
    float whole;
    return modf(x, &whole);
}
