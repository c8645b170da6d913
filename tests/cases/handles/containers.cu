// clang forgets the name of a template's argument: what a container of addresses gives is known by the container.
#include <cuda.h>
#include <map>
#include <vector>

void containers(std::vector<CUdeviceptr> &held, std::map<int, CUdeviceptr> *named, size_t n) {
  held.push_back(held[0] + n);
  held.back() = held.front();
  (*named)[1] = held.at(0) + 4;
  unsigned long long value = held[1];
  held.resize(held.size() + value);
}

size_t sizes(std::map<CUdeviceptr, size_t> &held, CUdeviceptr p) {
  held[p] += 8;
  return held.at(p) + 4;
}
