// What clang says first of a header begins with the include; the declaration that it means comes behind that.
int halved(int x);

template <typename T>
struct Encoded {
    T value;
    inline static __device__ int encode(float f);
    inline static __device__ T decode(int bits);
};

#include "spaces_in_header.h"

__global__ void k(int *p) { p[0] = Encoded<int>().value; }
