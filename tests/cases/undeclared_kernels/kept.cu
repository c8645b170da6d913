// Not ours to declare: a plain function's, which nvcc refuses too, names that the program uses otherwise, macros' launches.
#include <cuda_runtime.h>

#define LAUNCH(kernel) kernel<<<1, 1>>>(data)

template <typename T>
struct Image {
  void convert(T* data) { named<<<1, 1>>>(data); }  // want [parse] undeclared identifier 'named'
  void other(T* data) { app::scoped<<<1, 1>>>(data); }
  void spelled(T* data) { LAUNCH(hidden); }
};

void plain(int* data) {
  unknown<<<1, 1>>>(data);
}

void uses() {
  auto at = named;
}
