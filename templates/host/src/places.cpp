// Which kind of device memory an address lies in.
// SPDX-License-Identifier: MIT
#include <link.h>

#include "block.h"

namespace retarget_host {

namespace {

bool within(const void* address, const void* low, std::size_t size) {
  return low && static_cast<std::size_t>(static_cast<const char*>(address) - static_cast<const char*>(low)) < size;
}

// Static shared memory is thread-local data of the program: of the first object that is loaded.
int search(dl_phdr_info* object, std::size_t, void* asked) {
  const void*& address = *static_cast<const void**>(asked);
  for (int i = 0; i < object->dlpi_phnum; ++i)
    if (object->dlpi_phdr[i].p_type == PT_TLS && within(address, object->dlpi_tls_data, object->dlpi_phdr[i].p_memsz))
      address = nullptr;
  return 1;
}

}  // namespace

bool is_shared(const void* address) {
  const Unpreempted here;
  const Worker& mine = worker();
  if (mine.dynamic && within(address, mine.dynamic, mine.grid->shared)) return true;
  dl_iterate_phdr(search, &address);
  return !address;
}

bool is_private(const void* address) {
  const char *low = worker().stack_low(), *high = worker().stack_high();
  return within(address, low, high - low);
}

}  // namespace retarget_host
