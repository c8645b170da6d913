// CUB's loads and stores with a cache operator: every modifier, scalars, vectors and classes, pointers to const, iterators.
#include "../../templates/hip/cub_access.h"
#include "check.h"

struct Item {
  int key;
  double value;
  float weight;
  __host__ __device__ Item(int k = 0) : key(k), value(k / 2.0), weight(k * 3.0f) {}
  __host__ __device__ bool operator==(const Item& o) const {
    return key == o.key && value == o.value && weight == o.weight;
  }
};
struct Bytes {
  char a, b, c;
  __host__ __device__ bool operator==(const Bytes& o) const { return a == o.a && b == o.b && c == o.c; }
};

template <int modifier, typename T>
__device__ void through(const T& value, T* memory) {
  memory[1] = value;
  EXPECT(hipcub::thread_load<modifier>(static_cast<const T*>(memory + 1)) == value);
  hipcub::thread_store<modifier>(memory, value);
  EXPECT(memory[0] == value && hipcub::thread_load<modifier>(memory) == value);
  hipcub::cache_modified_input<modifier, T> reader(static_cast<const T*>(memory));
  hipcub::cache_modified_output<modifier, T> writer(memory);
  writer[1] = reader[0];
  *++writer = *reader;
  EXPECT(*(reader + 1) == value && reader[1] == value && (reader + 1) - reader == 1 && reader != reader + 1);
}

template <typename T>
__device__ void each(const T& value, T* memory) {
  through<0>(value, memory);
  through<1>(value, memory);
  through<2>(value, memory);
  through<3>(value, memory);
  through<4>(value, memory);
  through<5>(value, memory);
  through<6>(value, memory);
}

__global__ void accesses(Item* items, Bytes* bytes, double* doubles, char* chars, unsigned short* shorts) {
  each(Item(7), items);
  each(Bytes{1, -2, 3}, bytes);
  each(-1.25, doubles);
  each(static_cast<char>(-5), chars);
  each(static_cast<unsigned short>(60000), shorts);
  std::reverse_iterator<Item*> backwards(items + 2);
  EXPECT(hipcub::thread_load(backwards) == items[1]);
  hipcub::thread_store(backwards, Item(9));
  EXPECT(items[1] == Item(9));
}

template <typename T>
T* memory_of() {
  T* memory = nullptr;
  EXPECT(hipMalloc(&memory, 2 * sizeof(T)) == hipSuccess);
  return memory;
}

int main() {
  accesses<<<1, 1>>>(memory_of<Item>(), memory_of<Bytes>(), memory_of<double>(), memory_of<char>(),
                     memory_of<unsigned short>());
  EXPECT(hipDeviceSynchronize() == hipSuccess);
  return report("cub_access");
}
