// The beginning of CUDA's names is a macro of its own, which another macro expands before a third one pastes.
#ifdef WITH_ROCM
#define API hip
#else
#define API cuda
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define RUNTIME(name) JOIN(API, name)
#define gpuStream RUNTIME(Stream_t)
#define gpuMallocHost RUNTIME(MallocHost)

void copied(float *to, const float *from, int n, gpuStream stream) {
  float *own;
  gpuMallocHost(&own, n * sizeof(float));
  RUNTIME(MemcpyAsync)(to, from, n * sizeof(float), cudaMemcpyDefault, stream);
}
