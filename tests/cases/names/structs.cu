// A name behind `struct` stays one of a struct: HIP's typedef of it would not do.
#include <cuda_runtime.h>

struct Buffer {
  struct cudaGraphicsResource* resource;
};
void unregister(cudaGraphicsResource* plain, cudaGraphicsResource_t handle, struct cudaGraphicsResource** several) {
  cudaGraphicsUnregisterResource(plain);
  cudaGraphicsUnregisterResource(handle);
  cudaGraphicsUnregisterResource(several[0]);
}
