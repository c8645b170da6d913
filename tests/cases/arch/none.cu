// Names that only look like it.
#define MY__CUDA_ARCH__ 1
#define __CUDA_ARCH__LIST__ 2
const char *text = "__CUDA_ARCH__";  // __CUDA_ARCH__
int main() { return MY__CUDA_ARCH__ + __CUDA_ARCH__LIST__; }
