// SPDX-License-Identifier: MIT
#include "memory.h"

#include "recording.h"

#include <sys/mman.h>
#include <unistd.h>

#include <map>
#include <mutex>

namespace retarget_host {

namespace {

constexpr std::size_t reserved = std::size_t{1} << 40;  // address space only

struct Heap {
  std::mutex mutex;
  char* base = nullptr;
  std::size_t used = 0;  // of the address space: freed addresses are not handed out again
  std::size_t live = 0;  // bytes
  std::map<std::uintptr_t, Allocation> all;
  std::map<std::uintptr_t, Allocation> host;

  Heap() {
    void* const wished = reinterpret_cast<void*>(0x200000000000);  // the same in each run: pointers are data too
    void* got = mmap(wished, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    base = got == MAP_FAILED ? nullptr : static_cast<char*>(got);
  }
};

Heap& heap() {
  static Heap* one = new Heap;  // never destroyed: programs free memory in destructors of statics
  return *one;
}

std::size_t pages(std::size_t size) {
  static const std::size_t page = sysconf(_SC_PAGESIZE);
  return (size + page - 1) / page * page;
}

char* room(Heap& h, std::size_t size) {
  const std::size_t whole = pages(size ? size : 1), guard = pages(margin);
  if (!h.base || size > total_memory || h.live + whole > total_memory || h.used + whole + 2 * guard > reserved) return nullptr;
  char* address = h.base + h.used + guard;
  if (mprotect(address - guard, whole + 2 * guard, PROT_READ | PROT_WRITE) != 0) return nullptr;
  h.used += whole + guard;
  h.live += whole;
  return address;
}

}  // namespace

void* allocate(std::size_t size, Kind kind) {
  Heap& h = heap();
  char* address;
  {
    const std::lock_guard<std::mutex> lock(h.mutex);
    address = room(h, size);
    if (address) h.all[reinterpret_cast<std::uintptr_t>(address)] = {address, size, kind, false};
  }
  record_allocation(address, size, kind);
  return address;
}

char* room_for(std::size_t size) {
  Heap& h = heap();
  const std::lock_guard<std::mutex> lock(h.mutex);
  return room(h, size);
}

void hold(char* address, std::size_t size, Kind kind) {
  Heap& h = heap();
  const std::lock_guard<std::mutex> lock(h.mutex);
  h.all[reinterpret_cast<std::uintptr_t>(address)] = {address, size, kind, false};
}

bool release(void* address) {
  record_release(address);
  Heap& h = heap();
  const std::lock_guard<std::mutex> lock(h.mutex);
  const auto found = h.all.find(reinterpret_cast<std::uintptr_t>(address));
  if (found == h.all.end() || found->second.freed) return false;
  const std::size_t room = pages(found->second.size ? found->second.size : 1);
  madvise(address, room, MADV_DONTNEED);
  mprotect(address, room, PROT_NONE);
  found->second.freed = true;
  h.live -= room;
  return true;
}

void register_host(void* address, std::size_t size) {
  record_allocation(address, size, Kind::registered);
  Heap& h = heap();
  const std::lock_guard<std::mutex> lock(h.mutex);
  h.host[reinterpret_cast<std::uintptr_t>(address)] = {static_cast<char*>(address), size, Kind::registered, false};
}

bool unregister_host(void* address) {
  record_release(address);
  Heap& h = heap();
  const std::lock_guard<std::mutex> lock(h.mutex);
  return h.host.erase(reinterpret_cast<std::uintptr_t>(address)) != 0;
}

bool find(const void* address, Allocation* result) {
  Heap& h = heap();
  const std::lock_guard<std::mutex> lock(h.mutex);
  const auto at = reinterpret_cast<std::uintptr_t>(address);
  for (const auto* known : {&h.all, &h.host}) {
    auto after = known->upper_bound(at);
    if (after == known->begin()) continue;
    const Allocation& a = (--after)->second;
    if (at - after->first < (a.size ? a.size : 1)) {
      *result = a;
      return true;
    }
  }
  return false;
}

bool is_device_range(const void* address) {
  const Heap& h = heap();
  return static_cast<std::size_t>(static_cast<const char*>(address) - h.base) < reserved;
}

std::size_t free_memory() {
  Heap& h = heap();
  const std::lock_guard<std::mutex> lock(h.mutex);
  return total_memory - h.live;
}

bool copyable(const void* address, std::size_t size) {
  if (!is_device_range(address)) return true;
  Allocation a;
  if (!find(address, &a) || a.freed) return size == 0;
  return size <= a.size - (static_cast<const char*>(address) - a.address);
}

std::uint64_t digest_of_memory() {
  Heap& h = heap();
  const std::lock_guard<std::mutex> lock(h.mutex);
  std::uint64_t sum = 0xcbf29ce484222325ull;
  for (const auto& [at, a] : h.all) {
    if (a.freed) continue;
    std::size_t i = 0;
    for (; i + 8 <= a.size; i += 8) {
      std::uint64_t word;
      __builtin_memcpy(&word, a.address + i, 8);
      sum = (sum ^ word) * 0x9e3779b97f4a7c15ull;
      sum ^= sum >> 29;
    }
    for (; i < a.size; ++i) sum = (sum ^ static_cast<unsigned char>(a.address[i])) * 0x100000001b3ull;
  }
  return sum;
}

}  // namespace retarget_host
