// Only launches name them, in templates that nothing instantiates: nvcc compiles this.
#include <hip/hip_runtime.h>

namespace app {
template <typename... T_> __global__ void toYCxCz(T_...);
template <typename... T_> __global__ void copyAll(T_...);
template <typename T>
struct Image {
  void convert(dim3 grid, dim3 block) { toYCxCz<<<grid, block>>>(data, size); }
  void copy(dim3 grid) { copyAll<<<grid, 32>>>(data); }
  void again(dim3 grid) { toYCxCz <<<grid, 1>>> (data, 2); }
  T* data;
  int size;
};
}  // namespace app

template <typename... T_> __global__ void bilinear(T_...);
template <typename T, int N = (3 > 2)>
void resize(T* p) {
  if (p) {
    bilinear<<<1, 32>>>(p);
  }
}

int main() {
  app::Image<float> image{nullptr, 3};
  return image.size - 3;
}
