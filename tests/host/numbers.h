// Functions applied to values in a kernel; each line tells a function's name, its arguments and its result as bits.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

template <typename T>
unsigned long long bits_of(const T& value) {
  unsigned long long word = 0;
  memcpy(&word, &value, sizeof(T));
  return word;
}

struct Random {
  unsigned long long state = 88172645463325252ull;
  unsigned long long next() {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
  }
};
static Random source;

inline void draw(short& x) { x = (short)(source.next() >> (source.next() % 16)); }
inline void draw(int& x) { x = (int)(source.next() >> (source.next() % 48)); }
inline void draw(unsigned& x) { x = (unsigned)(source.next() >> (source.next() % 48)); }
inline void draw(long long& x) { x = (long long)(source.next() >> (source.next() % 60)); }
inline void draw(unsigned long long& x) { x = source.next() >> (source.next() % 60); }
// Finite, of both signs, and of magnitudes that neither overflow nor vanish.
inline void draw(float& x) {
  const unsigned word = ((unsigned)source.next() & 0x807fffffu) | (unsigned)(127 - 20 + source.next() % 41) << 23;
  memcpy(&x, &word, 4);
}
inline void draw(double& x) {
  const unsigned long long word = (source.next() & 0x800fffffffffffffull) | (unsigned long long)(1023 - 40 + source.next() % 81) << 52;
  memcpy(&x, &word, 8);
}

constexpr int count = 24;

template <typename T>
struct Column {
  T* device;
  std::vector<T> host;
  Column() : host(count) {
    cudaMalloc((void**)&device, count * sizeof(T));
    for (T& x : host) draw(x);
    cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~Column() { cudaFree(device); }
  void fetch() { cudaMemcpy(host.data(), device, count * sizeof(T), cudaMemcpyDeviceToHost); }
};

template <typename R, typename A>
void show(const char* name, void (*kernel)(const A*, R*)) {
  Column<A> a;
  Column<R> r;
  kernel<<<1, count>>>(a.device, r.device);
  r.fetch();
  for (int i = 0; i < count; ++i) printf("%s %llx %llx\n", name, bits_of(a.host[i]), bits_of(r.host[i]));
}
template <typename R, typename A, typename B>
void show(const char* name, void (*kernel)(const A*, const B*, R*)) {
  Column<A> a;
  Column<B> b;
  Column<R> r;
  kernel<<<1, count>>>(a.device, b.device, r.device);
  r.fetch();
  for (int i = 0; i < count; ++i)
    printf("%s %llx %llx %llx\n", name, bits_of(a.host[i]), bits_of(b.host[i]), bits_of(r.host[i]));
}
template <typename R, typename A, typename B, typename C>
void show(const char* name, void (*kernel)(const A*, const B*, const C*, R*)) {
  Column<A> a;
  Column<B> b;
  Column<C> c;
  Column<R> r;
  kernel<<<1, count>>>(a.device, b.device, c.device, r.device);
  r.fetch();
  for (int i = 0; i < count; ++i)
    printf("%s %llx %llx %llx %llx\n", name, bits_of(a.host[i]), bits_of(b.host[i]), bits_of(c.host[i]), bits_of(r.host[i]));
}

#define ONE(name, R, A) \
  __global__ void of_##name(const A* a, R* r) { r[threadIdx.x] = name(a[threadIdx.x]); }
#define TWO(name, R, A, B) \
  __global__ void of_##name(const A* a, const B* b, R* r) { r[threadIdx.x] = name(a[threadIdx.x], b[threadIdx.x]); }
#define THREE(name, R, A, B, C)                                         \
  __global__ void of_##name(const A* a, const B* b, const C* c, R* r) { \
    r[threadIdx.x] = name(a[threadIdx.x], b[threadIdx.x], c[threadIdx.x]); \
  }
#define SHOW(name) show(#name, of_##name)
