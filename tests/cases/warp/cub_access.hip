// CUB's loads, stores and iterators with a cache operator take pointers to const and classes, hipCUB's do not.
#include <hip/hip_runtime.h>
#include "retarget_hip/cub_access.h"
#include "retarget_hip/cub_device.h"
#include "retarget_hip/cub_thread.h"
#include <hipcub/hipcub.hpp>

struct Item {
  int key;
  double value;
};

template <hipcub::CacheLoadModifier modifier>
__device__ Item fetch(const Item *items, int i) {
  return hipcub::thread_load<modifier>(items + i);
}

__global__ void move(const Item *in, Item *out, const float4 *more, int n) {
  hipcub::cache_modified_input<hipcub::LOAD_LDG, float4> reader(more);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    Item item = fetch<hipcub::LOAD_CS>(in, i);
    item.value += reader[i].x;
    hipcub::thread_store<hipcub::STORE_WT>(out + i, item);
  }
}

__global__ void sums(const int *in, int *out, int2 *at) {
  int items[4] = {in[0], in[1], in[2], in[3]};
  out[0] = hipcub::thread_reduce(items, hipcub::Sum()) + hipcub::thread_reduce(items, hipcub::Sum(), 3);
  hipcub::MergePathSearch(3, in, in + 5, 5, 5, *at);
}
