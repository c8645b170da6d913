// CUB's loads, stores and iterators with a cache operator take pointers to const and classes, hipCUB's do not.
#include <cub/cub.cuh>

struct Item {
  int key;
  double value;
};

template <cub::CacheLoadModifier modifier>
__device__ Item fetch(const Item *items, int i) {
  return cub::ThreadLoad<modifier>(items + i);
}

__global__ void move(const Item *in, Item *out, const float4 *more, int n) {
  cub::CacheModifiedInputIterator<cub::LOAD_LDG, float4> reader(more);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    Item item = fetch<cub::LOAD_CS>(in, i);
    item.value += reader[i].x;
    cub::ThreadStore<cub::STORE_WT>(out + i, item);
  }
}

__global__ void sums(const int *in, int *out, int2 *at) {
  int items[4] = {in[0], in[1], in[2], in[3]};
  out[0] = cub::ThreadReduce(items, cub::Sum()) + cub::ThreadReduce(items, cub::Sum(), 3);
  cub::MergePathSearch(3, in, in + 5, 5, 5, *at);
}
