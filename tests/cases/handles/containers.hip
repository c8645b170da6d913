// clang forgets the name of a template's argument: what a container of addresses gives is known by the container.
#include <hip/hip_runtime.h>
#include <map>
#include <vector>

void containers(std::vector<hipDeviceptr_t> &held, std::map<int, hipDeviceptr_t> *named, size_t n) {
  held.push_back((char*)held[0] + n);
  held.back() = held.front();
  (*named)[1] = (char*)held.at(0) + 4;
  unsigned long long value = (unsigned long long)held[1];
  held.resize(held.size() + value);
}

size_t sizes(std::map<hipDeviceptr_t, size_t> &held, hipDeviceptr_t p) {
  held[p] += 8;
  return held.at(p) + 4;
}
