// A list that lanes fill in step, each where it has something: the barriers behind the stores are for the lanes there.
// want: 5: 3 1, 7 2, 7 4, 12 0, 20 5
#include <cuda_runtime.h>

#include <cstdio>

__global__ void list(const float* data, int* out, float thresh, int height) {
  __shared__ unsigned short found[64];
  int tx = threadIdx.x;
  int ptbits = 0;
  for (int y = 0; y < height; y++) {
    int yptr1 = tx + y * 32;
    float d11 = data[yptr1];
    if (__any_sync(0xffffffff, fabs(d11) > thresh)) {
      if (tx > 0 && tx < 31)
        ptbits |= ((d11 < fminf(-thresh, 0)) | (d11 > fmaxf(thresh, 0))) << y;
    }
  }
  unsigned int totbits = __popc(ptbits);
  unsigned int numbits = totbits;
  for (int d = 1; d < 32; d <<= 1) {
    unsigned int num = __shfl_up_sync(0xffffffff, totbits, d);
    if (tx >= d)
      totbits += num;
  }
  int pos = totbits - numbits;
  for (int y = 0; y < height; y++) {
    if (ptbits & (1 << y) && pos < 32) {
      found[2 * pos + 0] = tx;
      found[2 * pos + 1] = y;
      pos++;
    }
  }
  totbits = __shfl_sync(0xffffffff, totbits, 31);
  if (tx < totbits) {
    int xpos = found[2*tx + 0];
    int ypos = found[2*tx + 1];
    out[2 * tx + 1] = xpos;
    out[2 * tx + 2] = ypos;
  }
  if (tx == 0) out[0] = totbits;
}

int main() {
  float points[8 * 32] = {}, *d;
  int *out, h[65];
  points[3 + 32 * 1] = points[7 + 32 * 2] = points[7 + 32 * 4] = points[12] = points[20 + 32 * 5] = 2;
  cudaMalloc(&d, sizeof points);
  cudaMalloc(&out, sizeof h);
  cudaMemcpy(d, points, sizeof points, cudaMemcpyHostToDevice);
  list<<<1, 32>>>(d, out, 1, 8);
  cudaMemcpy(h, out, sizeof h, cudaMemcpyDeviceToHost);
  printf("%d:", h[0]);
  for (int i = 0; i < h[0]; i++) printf("%s %d %d", i ? "," : "", h[2 * i + 1], h[2 * i + 2]);
  printf("\n");
}
