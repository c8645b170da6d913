// What is no such question: a function with a body, a parameter, or another result is the program's.
extern "C" char cudaFree(void *);
char cudaMalloc() { return 1; }
extern "C" int cudaDeviceReset();
struct S {
  char cudaSetDevice();
};
int main() { return cudaMalloc() + cudaDeviceReset() + cudaFree(nullptr) + S().cudaSetDevice(); }
