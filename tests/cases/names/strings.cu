// Strings, characters and comments are not code, however they are spelled.
#include <cuda_runtime.h>
const char *a = "cudaMalloc \" cudaFree", *b = R"x(cudaMalloc )" cudaFree)x", *c = u8"cudaMemcpy";
const int d = 'cuda';
/* cudaMalloc /* cudaFree */
// cudaMalloc \
   cudaFree
#define NAME(x) #x
const char *e = NAME(cudaMalloc);
#define CALL(x) cuda##x
#define OWN(x) barracuda##x
int main() { return CALL(Free)(0); }
