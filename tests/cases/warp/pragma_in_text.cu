__global__ void sums(int* out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    _Pragma("unroll 2") for (int k = 0; k < n; ++k) {
        s[t] = out[t] + k;
        __syncthreads();
        if (t < 32) {
            volatile int* lanes = s;
            lanes[t] += lanes[t + 32];
            lanes[t] += lanes[t + 16];
        }
        __syncthreads();
        out[t] = s[0];
    }
}
