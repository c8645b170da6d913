// Checks of every memory access: --sanitize compiles a program with the instrumentation of a race detector, whose
// calls arrive here instead of in the detector's own library. Wrong accesses end the program. Races are told at its
// end, since some programs live with theirs.
// SPDX-License-Identifier: MIT
//
// Two accesses to the same bytes, by two threads of a launch, one of them a write and not both atomic, race unless
//   - the threads are of one block, and a barrier stands between;
//   - the threads are of one wave, and an operation of the wave stands between;
//   - the threads are of one block, and the first has passed a fence since, and after that the second an atomic
//     operation, a volatile load or a fence, as around locks and flags;
//   - the threads are of two blocks, and the launch orders its blocks itself, with fences or a barrier of the grid.
// Volatile accesses are flags: as good as atomic in global memory, and in shared memory if the launch has fences.
#include <elf.h>
#include <link.h>
#include <stdarg.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "accesses.h"
#include "memory.h"
#include "report.h"

extern "C" char __executable_start, _end;  // of the program's image, by the linker

namespace retarget_host {

namespace {

enum class Way : unsigned char { plain, flag, atomic };  // a flag is volatile

struct Access {
  const void* code;
  unsigned block, thread, epoch, wave_epoch, moment;
  unsigned char bytes;  // of the cell: a bit each
  Way way;
  bool known;
};

// Fences of the block that runs, counted, and by thread: at which count it passed one last, and at which it last looked
// at what others do.
struct Fences {
  unsigned long serial = 0;
  unsigned count = 0;
  std::vector<unsigned> passed, looked;
};
Fences& fences() {
  static thread_local Fences mine;
  const Worker& w = worker();
  if (mine.serial != w.serial) {
    mine.serial = w.serial;
    mine.count = 0;
    mine.passed.assign(w.threads.size(), 0);
    mine.looked.assign(w.threads.size(), 0);
  }
  return mine;
}

struct Cell {  // four bytes of memory: who wrote and who read last, and in which launch or block
  unsigned long when = 0;
  unsigned char written = 0;  // bytes that were, in this block: for shared memory
  Access write{}, read{}, other_read{};
};

enum class Owner : unsigned char { program, redzone, runtime };

struct Variable {  // thread-local: an array in shared memory, what lies between two, or the runtime's
  const char* start;
  std::size_t size;
  std::string name;
  Owner owner;
};

struct Shared {
  const char *low = nullptr, *high = nullptr;
  std::vector<Variable> variables;  // by address
  std::vector<Cell> cells, dynamic_cells;
};

struct Race {
  std::string kernel, text;
  const void* guess;  // a plain load that an atomic operation of another thread meets; else null
  bool flags;         // both accesses are volatile or atomic
};

bool fenced;  // the launch orders its blocks itself
std::set<std::pair<const void*, const void*>> races_seen;
std::vector<Race> races;
std::size_t races_before = 0;  // the launch
// Plain loads that an atomic operation of the same thread on the same place follows: the guess that begins a loop of
// compare-and-swap, which then finds out whether it held.
std::set<const void*> guesses;
std::unordered_map<std::uintptr_t, std::unique_ptr<Cell[]>> global_cells;

Owner owner_of(const std::string& name) {
  if (name.find("retarget_redzone") != std::string::npos) return Owner::redzone;
  const bool ours = name.find("retarget_host") != std::string::npos || name == "threadIdx" || name == "blockIdx" ||
                    name == "blockDim" || name == "gridDim";
  return ours ? Owner::runtime : Owner::program;
}

// The thread-local variables of the program: its shared memory. Names and sizes stand in its symbol table.
void read_variables(Shared& shared) {
  struct Found {
    const char* start = nullptr;
    std::size_t size = 0;
  } tls;
  dl_iterate_phdr(
      [](dl_phdr_info* info, std::size_t, void* out) {
        if (info->dlpi_name && *info->dlpi_name) return 0;
        for (int i = 0; i < info->dlpi_phnum; ++i)
          if (info->dlpi_phdr[i].p_type == PT_TLS) {
            static_cast<Found*>(out)->start = static_cast<const char*>(info->dlpi_tls_data);
            static_cast<Found*>(out)->size = info->dlpi_phdr[i].p_memsz;
          }
        return 1;
      },
      &tls);
  if (!tls.start) return;
  shared.low = tls.start;
  shared.high = tls.start + tls.size;
  std::FILE* file = std::fopen("/proc/self/exe", "rb");
  if (!file) return;
  std::vector<char> image;
  std::fseek(file, 0, SEEK_END);
  image.resize(std::ftell(file));
  std::rewind(file);
  const bool whole = std::fread(image.data(), 1, image.size(), file) == image.size();
  std::fclose(file);
  if (!whole) return;
  const auto* header = reinterpret_cast<const Elf64_Ehdr*>(image.data());
  const auto* sections = reinterpret_cast<const Elf64_Shdr*>(image.data() + header->e_shoff);
  for (int i = 0; i < header->e_shnum; ++i) {
    if (sections[i].sh_type != SHT_SYMTAB) continue;
    const auto* symbols = reinterpret_cast<const Elf64_Sym*>(image.data() + sections[i].sh_offset);
    const char* names = image.data() + sections[sections[i].sh_link].sh_offset;
    for (std::size_t s = 0; s < sections[i].sh_size / sizeof(Elf64_Sym); ++s) {
      if (ELF64_ST_TYPE(symbols[s].st_info) != STT_TLS || symbols[s].st_shndx == SHN_UNDEF) continue;
      const std::string name = names + symbols[s].st_name;
      shared.variables.push_back({tls.start + symbols[s].st_value, symbols[s].st_size, name, owner_of(name)});
    }
  }
  std::sort(shared.variables.begin(), shared.variables.end(),
            [](const Variable& a, const Variable& b) { return a.start < b.start; });
  shared.cells.resize(tls.size / 4 + 1);
}

Shared& shared_memory() {
  static thread_local Shared mine = [] {
    Shared s;
    read_variables(s);
    return s;
  }();
  return mine;
}

// The name of a variable within its mangled one: the last of the identifiers with their lengths.
std::string plain(const std::string& mangled) {
  std::string found = mangled;
  for (std::size_t i = 0; i < mangled.size(); ++i) {
    if (!std::isdigit(static_cast<unsigned char>(mangled[i]))) continue;
    std::size_t length = 0, at = i;
    while (at < mangled.size() && std::isdigit(static_cast<unsigned char>(mangled[at])))
      length = length * 10 + (mangled[at++] - '0');
    if (length && at + length <= mangled.size()) {
      found = mangled.substr(at, length);
      i = at + length - 1;
    }
  }
  return found;
}

[[noreturn]] void wrong(const void* code, const char* format, ...) {
  char text[320];
  va_list rest;
  va_start(rest, format);
  std::vsnprintf(text, sizeof text, format, rest);
  va_end(rest);
  fault_at(text, code);
}

bool ordered(const Access& before, const Access& now, bool across_blocks) {
  if (!before.known || (before.thread == now.thread && before.block == now.block)) return true;
  if (before.way == Way::atomic && now.way == Way::atomic) return true;
  if (!(before.bytes & now.bytes)) return true;
  if (before.block != now.block) return !across_blocks || fenced;
  if (before.epoch != now.epoch) return true;
  const unsigned wave = settings().wave;
  if (before.thread / wave == now.thread / wave && before.wave_epoch != now.wave_epoch) return true;
  const Fences& all = fences();
  return all.passed[before.thread] > before.moment && all.looked[now.thread] > before.moment;
}

std::string who(const Access& a) {
  const Worker& w = worker();
  const unsigned x = a.block % w.grid->grid.x, rest = a.block / w.grid->grid.x;
  const uint3 t = w.grid->indices[a.thread];
  char text[120];
  std::snprintf(text, sizeof text, "block (%u, %u, %u), thread (%u, %u, %u)", x, rest % w.grid->grid.y,
                rest / w.grid->grid.y, t.x, t.y, t.z);
  return text;
}

void race(const Access& before, bool wrote_before, const Access& now, bool writes, const std::string& where) {
  if (!races_seen.insert({before.code, now.code}).second) return;
  const bool guessed = !writes && before.way == Way::atomic, guessed_before = !wrote_before && now.way == Way::atomic;
  const void* guess = guessed ? now.code : guessed_before ? before.code : nullptr;
  races.push_back({kernel_of(*worker().grid),
                   std::string("a data race on ") + where + "\n  " + who(now) + (writes ? " writes" : " reads") +
                       " at " + line_of(now.code) + "\n  " + who(before) + (wrote_before ? " wrote" : " read") +
                       " at " + line_of(before.code) + ", and nothing orders the two",
                   guess, before.way != Way::plain && now.way != Way::plain});
}

void note(Cell& cell, unsigned long when, const Access& now, bool writes, bool across, const std::string& where) {
  if (cell.when != when) {
    cell = Cell{};
    cell.when = when;
  }
  if (!ordered(cell.write, now, across)) race(cell.write, true, now, writes, where);
  if (now.way == Way::atomic)
    for (const Access* read : {&cell.read, &cell.other_read})
      if (read->known && read->thread == now.thread && read->block == now.block) guesses.insert(read->code);
  if (writes) {
    if (!ordered(cell.read, now, across)) race(cell.read, false, now, writes, where);
    if (!ordered(cell.other_read, now, across)) race(cell.other_read, false, now, writes, where);
    cell.write = now;
    cell.written |= now.bytes;
  } else {
    // two readers are kept: one of another thread than the first, since that first may be the next writer
    if (cell.read.known && (cell.read.thread != now.thread || cell.read.block != now.block)) cell.other_read = cell.read;
    cell.read = now;
  }
}

struct Touch {  // an access, as it arrives
  const char* at;
  std::size_t size;
  bool writes;
  const void* code;
  const char* verb() const { return writes ? "store" : "load"; }
};

// Each cell that is touched, with the bits of its bytes.
template <typename Note>
void by_cell(const Touch& t, std::uintptr_t offset, Note each) {
  for (std::size_t i = 0; i < t.size;) {
    const std::size_t within = (offset + i) % 4, count = std::min<std::size_t>(4 - within, t.size - i);
    each(offset + i, static_cast<unsigned char>(((1u << count) - 1) << within));
    i += count;
  }
}

void shared_access(const Touch& t, Access now, std::vector<Cell>& cells, const char* base, const std::string& name) {
  const unsigned long serial = worker().serial;
  by_cell(t, t.at - base, [&](std::size_t offset, unsigned char bytes) {
    if (cells.size() <= offset / 4) cells.resize(offset / 4 + 1);
    Cell& cell = cells[offset / 4];
    const unsigned char written = cell.when == serial ? cell.written : 0;
    if (!t.writes && (written & bytes) != bytes)
      wrong(t.code, "a load from %s that no thread of the block has written", name.c_str());
    now.bytes = bytes;
    note(cell, serial, now, t.writes, false, name);
  });
}

void dynamic_access(const Touch& t, const Access& now) {
  const Worker& w = worker();
  if (t.at < w.dynamic || t.at + t.size > w.dynamic + w.grid->shared)
    wrong(t.code, "a %s of %zu bytes outside of the %zu bytes of dynamic shared memory", t.verb(), t.size,
          w.grid->shared);
  shared_access(t, now, shared_memory().dynamic_cells, w.dynamic, "dynamic shared memory");
}

void static_access(const Touch& t, const Access& now) {
  Shared& shared = shared_memory();
  const auto after = std::upper_bound(shared.variables.begin(), shared.variables.end(), t.at,
                                      [](const char* p, const Variable& v) { return p < v.start; });
  const bool first = after == shared.variables.begin();
  if (!first) {
    const Variable& v = *(after - 1);
    if (t.at + t.size <= v.start + v.size) {
      if (v.owner == Owner::runtime) return;
      if (v.owner == Owner::program)
        return shared_access(t, now, shared.cells, shared.low, "shared '" + plain(v.name) + "'");
    }
  }
  // the nearest array before the place, which a redzone follows
  auto near = after;
  while (near != shared.variables.begin() && (near - 1)->owner != Owner::program) --near;
  if (near == shared.variables.begin()) wrong(t.code, "a %s of %zu bytes before a shared array", t.verb(), t.size);
  const Variable& v = *(near - 1);
  wrong(t.code, "a %s of %zu bytes, %td bytes behind the start of shared '%s' with its %zu bytes", t.verb(), t.size,
        t.at - v.start, plain(v.name).c_str(), v.size);
}

void global_access(const Touch& t, Access now) {
  if (now.way == Way::flag) now.way = Way::atomic;
  Allocation a;
  if (!find(t.at, &a)) {
    const char* near = t.at;  // what lies just behind an allocation is told of that one
    for (int back = 0; back < 1024 && !find(near, &a); ++back) near -= 4;
    if (find(near, &a))
      wrong(t.code, "a %s of %zu bytes, %td bytes behind an allocation of %zu bytes", t.verb(), t.size,
            t.at - (a.address + a.size), a.size);
    wrong(t.code, "a %s of %zu bytes outside of every allocation", t.verb(), t.size);
  }
  if (a.freed) wrong(t.code, "a %s of memory that was freed", t.verb());
  if (t.at + t.size > a.address + a.size)
    wrong(t.code, "a %s of %zu bytes at the end of an allocation of %zu bytes", t.verb(), t.size, a.size);
  by_cell(t, reinterpret_cast<std::uintptr_t>(t.at), [&](std::uintptr_t place, unsigned char bytes) {
    static std::uintptr_t page = 0;
    static Cell* cells = nullptr;
    if (place >> 12 != page) {
      std::unique_ptr<Cell[]>& owned = global_cells[place >> 12];
      if (!owned) owned = std::make_unique<Cell[]>(1024);
      page = place >> 12;
      cells = owned.get();
    }
    now.bytes = bytes;
    note(cells[(place & 4095) / 4], worker().grid->number + 1, now, t.writes, true, "global memory");
  });
}

void host_access(const Touch& t) {
  if (!is_device_range(t.at)) return;
  Allocation a;
  if (!find(t.at, &a)) wrong(t.code, "the host uses device memory that is not allocated");
  if (a.freed) wrong(t.code, "the host uses device memory that was freed");
  if (a.kind == Kind::device && !in_library()) wrong(t.code, "the host uses a pointer to device memory");
}

void device_access(const Touch& t, Way way, bool may_be_unaligned) {
  const auto [address, size, writes, code] = t;
  Worker& w = worker();
  if (t.at >= w.stack_low() && t.at < w.stack_high()) return;
  if (!may_be_unaligned && reinterpret_cast<std::uintptr_t>(address) % size)
    wrong(code, "a misaligned %s of %zu bytes", t.verb(), size);
  const unsigned block = (w.index.z * w.grid->grid.y + w.index.y) * w.grid->grid.x + w.index.x;
  Fences& fenced_by = fences();
  if (way == Way::atomic || (way == Way::flag && !writes)) fenced_by.looked[w.current] = fenced_by.count;
  const Access now{code, block, w.current, w.epoch, w.threads[w.current].wave_epoch, fenced_by.count, 0, way, true};
  if (w.dynamic_size() && t.at >= w.dynamic_base() && t.at < w.dynamic_base() + w.dynamic_size())
    return dynamic_access(t, now);
  const Shared& shared = shared_memory();
  if (t.at >= shared.low && t.at < shared.high) return static_access(t, now);
  const bool reads = !writes || way == Way::atomic;
  if (is_device_range(address)) {
    global_access(t, now);
    return note_access(address, size, reads, writes);
  }
  const char* closure = static_cast<const char*>(w.grid->closure);
  if (t.at >= closure && t.at < closure + w.grid->closure_size) return;
  Allocation a;  // the device's variables, and constants, are none
  if (!(t.at >= &__executable_start && t.at < &_end) && !find(address, &a))
    wrong(code, "the device uses a pointer to the host's memory");
  note_access(address, size, reads, writes);
}

void access(const void* address, std::size_t size, bool writes, Way way, bool may_be_unaligned, const void* code) {
  const Touch t{static_cast<const char*>(address), size, writes, code};
  if (!on_device()) return host_access(t);
  {
    static std::mutex together;
    const Unpreempted here;
    std::unique_lock<std::mutex> lock(together, std::defer_lock);
    if (crowded()) lock.lock();
    device_access(t, way, may_be_unaligned);
  }
  if (worker().due) worker().give_way(code);
}

}  // namespace

void check_barrier(const Worker& w) {
  const Thread* first = nullptr;
  unsigned number = 0, returned = 0;
  for (unsigned i = 0; i < w.threads.size(); ++i) {
    const Thread& t = w.threads[i];
    if (t.state == State::done && t.has_block) ++returned;
    if (t.state != State::barrier) continue;
    if (!first) {
      first = &t;
      number = i;
    } else if (t.place.line != first->place.line || std::strcmp(t.place.file, first->place.file) != 0) {
      wrong(nullptr, "threads of one block wait at two barriers: thread %u at %s:%d, thread %u at %s:%d", number,
            first->place.file, first->place.line, i, t.place.file, t.place.line);
    }
  }
  if (returned && first)
    wrong(nullptr, "a barrier that %u of the block's %zu threads do not reach: they have returned; it stands at %s:%d",
          returned, w.threads.size(), first->place.file, first->place.line);
}

// A launch that has fences means its flags.
void drop_flags() {
  if (fenced)
    races.erase(std::remove_if(races.begin() + races_before, races.end(), [](const Race& r) { return r.flags; }),
                races.end());
  races_before = races.size();
}

void start_checking(const Grid& grid) {
  drop_flags();
  fenced = grid.cooperative;
}

void tell_races() {
  drop_flags();
  races.erase(std::remove_if(races.begin(), races.end(), [](const Race& r) { return guesses.count(r.guess) != 0; }),
              races.end());
  if (races.empty()) return;
  std::fflush(stdout);
  for (const Race& r : races) std::fprintf(stderr, "retarget: fault: %s\n  in kernel %s\n", r.text.c_str(), r.kernel.c_str());
  std::fprintf(stderr, "retarget: %zu race(s)\n", races.size());
  std::fflush(stderr);
  std::_Exit(77);
}

}  // namespace retarget_host

using retarget_host::access;
using retarget_host::Way;
#define CODE __builtin_return_address(0)
#define SIZED(n)                                                                              \
  void __tsan_read##n(void* p) { access(p, n, false, Way::plain, false, CODE); }                   \
  void __tsan_write##n(void* p) { access(p, n, true, Way::plain, false, CODE); }                   \
  void __tsan_unaligned_read##n(void* p) { access(p, n, false, Way::plain, true, CODE); }          \
  void __tsan_unaligned_write##n(void* p) { access(p, n, true, Way::plain, true, CODE); }          \
  void __tsan_volatile_read##n(void* p) { access(p, n, false, Way::flag, false, CODE); }          \
  void __tsan_volatile_write##n(void* p) { access(p, n, true, Way::flag, false, CODE); }          \
  void __tsan_read_write##n(void* p) {                                                        \
    access(p, n, false, Way::plain, false, CODE);                                                  \
    access(p, n, true, Way::plain, false, CODE);                                                   \
  }                                                                                           \
  void __tsan_unaligned_read_write##n(void* p) {                                              \
    access(p, n, false, Way::plain, true, CODE);                                                   \
    access(p, n, true, Way::plain, true, CODE);                                                    \
  }
#define ATOMIC(bits, T)                                                                                            \
  T __tsan_atomic##bits##_load(const volatile T* p, int) {                                                         \
    access(const_cast<T*>(p), sizeof(T), false, Way::atomic, false, CODE);                                                \
    return __atomic_load_n(p, __ATOMIC_SEQ_CST);                                                                   \
  }                                                                                                                \
  void __tsan_atomic##bits##_store(volatile T* p, T v, int) {                                                      \
    access(const_cast<T*>(p), sizeof(T), true, Way::atomic, false, CODE);                                                 \
    __atomic_store_n(p, v, __ATOMIC_SEQ_CST);                                                                      \
  }                                                                                                                \
  CHANGE(bits, T, exchange, __atomic_exchange_n)                                                                   \
  CHANGE(bits, T, fetch_add, __atomic_fetch_add)                                                                   \
  CHANGE(bits, T, fetch_sub, __atomic_fetch_sub)                                                                   \
  CHANGE(bits, T, fetch_and, __atomic_fetch_and)                                                                   \
  CHANGE(bits, T, fetch_or, __atomic_fetch_or)                                                                     \
  CHANGE(bits, T, fetch_xor, __atomic_fetch_xor)                                                                   \
  CHANGE(bits, T, fetch_nand, __atomic_fetch_nand)                                                                 \
  int __tsan_atomic##bits##_compare_exchange_strong(volatile T* p, T* c, T v, int, int) {                          \
    access(const_cast<T*>(p), sizeof(T), true, Way::atomic, false, CODE);                                                 \
    return __atomic_compare_exchange_n(p, c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                        \
  }                                                                                                                \
  int __tsan_atomic##bits##_compare_exchange_weak(volatile T* p, T* c, T v, int, int) {                            \
    access(const_cast<T*>(p), sizeof(T), true, Way::atomic, false, CODE);                                                 \
    return __atomic_compare_exchange_n(p, c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                        \
  }                                                                                                                \
  T __tsan_atomic##bits##_compare_exchange_val(volatile T* p, T c, T v, int, int) {                                \
    access(const_cast<T*>(p), sizeof(T), true, Way::atomic, false, CODE);                                                 \
    __atomic_compare_exchange_n(p, &c, v, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                              \
    return c;                                                                                                      \
  }
#define CHANGE(bits, T, name, builtin)                                  \
  T __tsan_atomic##bits##_##name(volatile T* p, T v, int) {             \
    access(const_cast<T*>(p), sizeof(T), true, Way::atomic, false, CODE);      \
    return builtin(p, v, __ATOMIC_SEQ_CST);                             \
  }

extern "C" {
SIZED(1)
SIZED(2)
SIZED(4)
SIZED(8)
SIZED(16)
ATOMIC(8, unsigned char)
ATOMIC(16, unsigned short)
ATOMIC(32, unsigned)
ATOMIC(64, unsigned long)
void __tsan_read_range(void* p, unsigned long n) { access(p, n, false, Way::plain, true, CODE); }
void __tsan_write_range(void* p, unsigned long n) { access(p, n, true, Way::plain, true, CODE); }
void __tsan_vptr_read(void**) {}
void __tsan_vptr_update(void**, void*) {}
void __tsan_func_entry(void*) {}
void __tsan_func_exit() {}
void __tsan_init() {}
void __tsan_ignore_thread_begin() {}
void __tsan_ignore_thread_end() {}
void __tsan_atomic_thread_fence(int) {
  using namespace retarget_host;
  if (!on_device()) return;
  const Unpreempted here;
  fenced = true;
  Fences& all = fences();
  all.passed[worker().current] = all.looked[worker().current] = ++all.count;
}
void __tsan_atomic_signal_fence(int) {}
void* __tsan_memcpy(void* to, const void* from, unsigned long n) {
  if (n) access(from, n, false, Way::plain, true, CODE);
  if (n) access(to, n, true, Way::plain, true, CODE);
  return __builtin_memcpy(to, from, n);
}
void* __tsan_memmove(void* to, const void* from, unsigned long n) {
  if (n) access(from, n, false, Way::plain, true, CODE);
  if (n) access(to, n, true, Way::plain, true, CODE);
  return __builtin_memmove(to, from, n);
}
void* __tsan_memset(void* to, int value, unsigned long n) {
  if (n) access(to, n, true, Way::plain, true, CODE);
  return __builtin_memset(to, value, n);
}
}
