// One name in several scopes holds another index in each.
__global__ void transposed(const float *in, float *out) {
  __shared__ float s[32 * 33];
  const int t = threadIdx.x;
  for (int i = 0; i < 32; i++) {
    int at = i * 33 + t;
    s[at] = in[i * 32 + t];
  }
  for (int i = 0; i < 32; i++) {
    int at = t * 33 + i;
    out[i * 32 + t] = s[at];  // want [warp-synchronous] exchange values through 's' with no barrier
  }
}

__global__ void rotated(const int *in, int *out) {
  const int t = threadIdx.x, row = t << 5;
  __shared__ int s[1024];
  for (int i = 0; i < 32; i++) {
    const int one = (i << 5) + ((i + t) & 31);
    s[one] = in[i * 32 + t];
  }
  for (int i = 0; i < 32; i++) {
    const int other = row + ((i + t) & 31);
    out[i * 32 + t] = s[other];  // want [warp-synchronous] exchange values through 's' with no barrier
  }
}

__global__ void rows(const float *in, float *out) {
  __shared__ float s[256];
  {
    int at = threadIdx.x, w = at / 32;
    s[at] = in[at + w];
  }
  {
    int w = threadIdx.x / 32, at = w * 32 + 31;
    out[threadIdx.x] = s[at];  // want [warp-synchronous] exchange values through 's' with no barrier
  }
}

// In both the same: a lane's own elements.
__global__ void own(const float *in, float *out) {
  __shared__ float s[32 * 33];
  const int t = threadIdx.x;
  for (int i = 0; i < 32; i++) {
    int at = i * 33 + t;
    s[at] = in[i * 32 + t];
  }
  for (int i = 0; i < 32; i++) {
    int at = i * 33 + t;
    out[i * 32 + t] = s[at];
  }
}

// A pointer keeps its name.
__global__ void pointers(const float *in, float *out) {
  __shared__ float s[8][32];
  {
    auto row = s[threadIdx.x / 32];
    row[threadIdx.x % 32] = in[threadIdx.x];
  }
  {
    auto row = s[threadIdx.x / 32];
    out[threadIdx.x] = row[31 - threadIdx.x % 32];  // want [warp-synchronous] with no barrier
  }
}

void run(const float *in, float *out, const int *n, int *m) {
  transposed<<<4, 32>>>(in, out);
  rotated<<<4, 32>>>(n, m);
  rows<<<4, 256>>>(in, out);
  own<<<4, 32>>>(in, out);
  pointers<<<4, 256>>>(in, out);
}
