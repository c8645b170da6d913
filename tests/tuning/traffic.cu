// Each kernel's launches move what test_least_traffic.py says. n = 1000 floats at `a`, as many at `b`, 2 at `few`.
__global__ void guarded(const float *a, float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) b[i] = 2 * a[i];
}
__global__ void left(const float *a, float *b, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  using Row = const float *;
  Row row = a + 1;
  b[i] = (i < 10 ? row[i] : 0.0f) + __ldg(&a[0]);
}
__global__ void stepping(const float *a, float *b, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += blockDim.x * 2) {
    if (i == 700) continue;
    if (i > 900) break;
    sum += a[i];
  }
  b[threadIdx.x] = sum;
}
__global__ void in_place(float *a, const float *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) a[i] += b[i / 4];
}
__global__ void neighbours(float *a, int n) {  // whether a thread sees what another one stored, nobody knows
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n) a[i] = a[i + 1];
}
__global__ void written_first(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) { a[i] = 1; a[i] = a[i] + 1; }
}
__global__ void gathered(const float *a, const int *b, float *few, int n) {
  int i = threadIdx.x, at = b[i];
  if (a[i] > 0.5f) few[0] = a[at];
}
__global__ void leaves_on_data(const float *a, float *b, int n) {
  int i = threadIdx.x;
  if (a[i] > 0.5f) return;
  b[i] = 1;
}
__global__ void cast(const float *a, float *b, int n) {
  int i = threadIdx.x;
  if (i < 8) b[i] = ((const float4 *)a)[i].x + *(const double *)(a + 2 * i);
}
template <int N> __global__ void product(const float *a, float *b, int n) {
  __shared__ float tile[N][N];
  int x = blockIdx.x * N + threadIdx.x, y = blockIdx.y * N + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n / N; k++) {
    tile[threadIdx.y][threadIdx.x] = a[y * n + k * N + threadIdx.x];
    __syncthreads();
    for (int j = 0; j < N; j++) sum += tile[threadIdx.y][j] * a[(k * N + j) * n + x];
    __syncthreads();
  }
  b[y * n + x] = sum;
}
__global__ void counted(const float *a, int *few, int n) {
  int i = threadIdx.x;
  if (a[i] > 0.5f) atomicAdd(&few[0], 1);
}
__device__ float of(const float *p, int i) { return p[i]; }
__global__ void called(const float *a, float *b, int n) { int i = threadIdx.x; b[i] = of(a, i); }
__global__ void shared_number(const float *a, float *b, int n) {
  __shared__ int first;
  if (threadIdx.x == 0) first = n / 2;
  __syncthreads();
  b[threadIdx.x] = a[first];
}
__global__ void by_reference(const float *a, float *b, int n) {
  int i = threadIdx.x, &j = i;
  j += 8;
  b[i] = a[i];
}
__global__ void branched(const float *a, float *b, int n) {
  int i = threadIdx.x, at = 0;
  if (a[0] > 0.5f) at = n;
  b[i] = a[at + i];
}
__global__ void either(const float *a, float *b, int n) {  // one of two variables changes
  int i = threadIdx.x, j = i;
  (n > 7 ? i : j) = 3;
  ++(n > 9 ? i : j);
  if (a[0] > 0.5f) (n > 5 ? i : j) += 2;
  b[i] = a[i];
}
__global__ void unused(const float *a, float *b, int n) {  // nothing uses a, or where n is small alone
  int i = threadIdx.x, k = 0;
  float v = a[i], w = a[i + 100];
  for (; k < 8 && a[200 + k] < 40; k++) ;
  a[300 + i];
  if (a[i + 400] > 0) v += 1;
  if (n > 2000) b[i] = w;
  b[i] = 1;
}
__global__ void parts(const float4 *a, float *b, int n) {
  float4 v = a[threadIdx.x], w = a[64 + threadIdx.x];
  b[threadIdx.x] = v.x + v.y + v.z + v.w + w.x;
}
struct Two { float x, y; };
__global__ void counted_up(const float *a, float *b, int n) {  // what is not followed may count all the same
  int i = threadIdx.x, j = i, k = i;
  float sum = ((const Two *)a)[i++].x + of(a, j++);
  ((Two *)b)[k++].y = sum;
  if (i + j + k > 300) b[i] = a[j];
  b[k] = sum;
}
__global__ void long_loop(const float *a, float *b, int n) {
  b[threadIdx.x] = 1;
  for (int k = 0; k < 1 << 30; k++) b[threadIdx.x] = a[k % n];
}
int main() {
  float *f = 0; int *p = 0;
  guarded<<<1, 1>>>(f, f, 1); left<<<1, 1>>>(f, f, 1); stepping<<<1, 1>>>(f, f, 1); in_place<<<1, 1>>>(f, f, 1);
  neighbours<<<1, 1>>>(f, 1); written_first<<<1, 1>>>(f, 1); gathered<<<1, 1>>>(f, p, f, 1); leaves_on_data<<<1, 1>>>(f, f, 1);
  cast<<<1, 1>>>(f, f, 1); product<16><<<1, 1>>>(f, f, 1); counted<<<1, 1>>>(f, p, 1); called<<<1, 1>>>(f, f, 1);
  shared_number<<<1, 1>>>(f, f, 1); by_reference<<<1, 1>>>(f, f, 1); branched<<<1, 1>>>(f, f, 1); long_loop<<<1, 1>>>(f, f, 1);
  unused<<<1, 1>>>(f, f, 1); parts<<<1, 1>>>((float4 *)f, f, 1); counted_up<<<1, 1>>>(f, f, 1); either<<<1, 1>>>(f, f, 1);
}
__global__ void clamped(const float *a, float *b, int n) {  // values that are needed by their own next ones
  int i = blockIdx.x * blockDim.x + threadIdx.x, low = i, high = i;
  low = low < 8 ? 8 : low;
  high = high > low && high > 900 ? 900 : high;
  low = low > high ? high : low;
  high = high < low || high < 1 ? low : high;
  float v = a[low] + a[high];
  if (i < n) b[i] = v;
}
#define TWICE(to, from) \
  int to = (i & 1 ? from : 1) + (i & 2 ? from : 2);
__global__ void chosen(const float *a, float *b, int n) {  // a value that is needed at 2^16 places
  int i = threadIdx.x, v0 = a[i];
  TWICE(v1, v0) TWICE(v2, v1) TWICE(v3, v2) TWICE(v4, v3) TWICE(v5, v4) TWICE(v6, v5) TWICE(v7, v6) TWICE(v8, v7)
  TWICE(v9, v8) TWICE(v10, v9) TWICE(v11, v10) TWICE(v12, v11) TWICE(v13, v12) TWICE(v14, v13) TWICE(v15, v14)
  TWICE(v16, v15)
  b[i] = v16;
}
