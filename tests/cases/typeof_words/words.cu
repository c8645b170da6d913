// retarget: -std=c++17
// nvcc takes GNU's word by a strict standard too.
#define LARGER(a, b) ({ typeof(a) a_ = (a); typeof(b) b_ = (b); a_ > b_ ? a_ : b_; })

__global__ void first(const float *in, float *out) {
  typeof(in[0]) value = in[threadIdx.x];
  out[threadIdx.x] = LARGER(value, 0.0f);
}
