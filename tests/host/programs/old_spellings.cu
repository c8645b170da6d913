// What newer C++ forbids and nvcc only warns of: narrowing in braces, and a macro behind a string without a space.
// want: 44 of 300
#include <cstdio>

#define UNIT " of 300\n"

__global__ void narrow(const unsigned short *in, uchar4 *out)
{
    uchar4 bytes = {in[0], 0, 0, 0};
    *out = bytes;
}

int main()
{
    const unsigned short wide = 300;
    unsigned short *in;
    uchar4 *out, bytes;
    cudaMalloc(&in, sizeof(wide));
    cudaMalloc(&out, sizeof(bytes));
    cudaMemcpy(in, &wide, sizeof(wide), cudaMemcpyHostToDevice);
    narrow<<<1, 1>>>(in, out);
    cudaMemcpy(&bytes, out, sizeof(bytes), cudaMemcpyDeviceToHost);
    printf("%d"UNIT, bytes.x);
    return 0;
}
