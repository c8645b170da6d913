// The elements that a warp sorts within its row: an index is made of the bits of another.
#include <hip/hip_runtime.h>

template <int ROWS, int MOST>
__global__ __launch_bounds__(128) void sorted(const int *in, int *out, int count)
{
    const int row = threadIdx.y;
    const int t = threadIdx.x;
    const int threads = blockDim.x;
    __shared__ unsigned short keys[ROWS][MOST];

    for (int i = t; i < count; i += threads)
        keys[row][i] = in[row * count + i];
    for (int phase = 1; phase < count; phase *= 2) {
        for (int step = phase; step >= 1; step /= 2) {
            int mask = step - 1;
            int offset = phase == step ? step * 2 - 1 : step;
            for (int i0 = t; i0 < count / 2; i0 += threads) {
                int i = (i0 & mask) + ((i0 & ~mask) << 1);
                int j = i ^ offset;
                unsigned short a = keys[row][i];  // want [warp-synchronous] .keys. with no barrier
                unsigned short b = keys[row][j];
                if (a < b) {
                    keys[row][i] = b;
                    keys[row][j] = a;
                }
            }
        }
    }
    for (int i = t; i < count; i += threads)
        out[row * count + i] = keys[row][i];
}

void sort(const int *in, int *out, int rows)
{
    dim3 block;
    block.x = 32;
    block.y = 4;
    sorted<4, 64><<<rows / 4, block>>>(in, out, 64);
}
