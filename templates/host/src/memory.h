// Device memory: every allocation on pages of its own in one reserved range, with inaccessible pages around it.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_MEMORY_H
#define RETARGET_HOST_MEMORY_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace retarget_host {

enum class Kind : std::uint8_t { device, managed, pinned, registered };

struct Allocation {
  char* address;
  std::size_t size;  // bytes
  Kind kind;
  bool freed;
};

constexpr std::size_t total_memory = std::size_t{16} << 30;  // bytes of the device that is imitated
// Bytes on either side of an allocation. A device has neighbours there, and programs that read a little too far run.
constexpr std::size_t margin = 64 << 10;

// nullptr, where the device has no room. Fresh memory is zero.
void* allocate(std::size_t size, Kind kind);
// Room without an allocation in it, and an allocation at a place in such room: what touches in a program touches there.
char* room_for(std::size_t size);
void hold(char* address, std::size_t size, Kind kind);
bool release(void* address);                     // false: no live allocation starts there
void register_host(void* address, std::size_t size);
bool unregister_host(void* address);
bool find(const void* address, Allocation* found);  // the allocation, live or freed, that holds an address
bool is_device_range(const void* address);       // whether an address lies in the reserved range
std::size_t free_memory();
// Whether `size` bytes from an address can be copied: not beyond the end of an allocation.
bool copyable(const void* address, std::size_t size);
std::uint64_t digest_of_memory();                // of all that is allocated

}  // namespace retarget_host

#endif
