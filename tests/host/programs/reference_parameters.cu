// A kernel's parameter by reference is the object itself, as in managed memory; other parameters are copies.
#include <stdio.h>
#include <utility>

struct Item {
  int value;
};

template <typename A, typename B>
struct Pair {
  A a;
  B b;
};

__global__ void add(Item& item, const Item& other, int n) {
  item.value += other.value + n;
  n = 0;
}
__global__ void fill(int (&all)[4], Pair<int, const int*> p = {1, nullptr}) { all[threadIdx.x] = threadIdx.x + p.a; }
template <typename... T>
__global__ void bump(T&... each) {
  int done[] = {++each.value...};
  (void)done;
}
__global__ void nameless(const Item&, Item* to) { to->value = 7; }

int main() {
  Item* items;
  cudaMallocManaged(&items, 3 * sizeof(Item));
  items[0] = {10};
  items[1] = {5};
  add<<<1, 1>>>(items[0], items[1], 1);
  cudaDeviceSynchronize();
  printf("%d\n", items[0].value);
  bump<<<1, 1>>>(items[0], items[1]);
  nameless<<<1, 1>>>(items[0], items + 2);
  int(*all)[4];
  cudaMallocManaged(&all, sizeof *all);
  fill<<<1, 4>>>(*all);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", items[0].value, items[1].value, items[2].value, (*all)[3]);
}
// want: 16
// want: 17 6 7 4
