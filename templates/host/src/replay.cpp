// A captured launch, replayed: the program's own main does not run. In a program that is linked with --wrap=main,
//
//     program REQUEST RESULT
//
// reads the launch and the memory that it can reach (capture/processor_replay.py writes it), places the memory, moves
// the words with it that point into it, launches the kernel, and writes what the memory holds then.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "memory.h"
#include "report.h"
#include "types.h"

#include "retarget_host/images.h"
#include "retarget_host/replay.h"

namespace retarget_host {

namespace {

constexpr int failed = 74;  // of the exit codes: a file cannot be read or written
constexpr std::uint64_t in_memory = ~std::uint64_t{0};  // no variable
constexpr std::size_t alignment = 256;  // bytes: a device's allocations are aligned to as much

std::vector<const ReplayKernel*>& kernels() {
  static auto* const all = new std::vector<const ReplayKernel*>;
  return *all;
}

// As the reader of results numbers them.
enum class Outcome : std::uint64_t { done, launch_fails, other_parameters, other_variable, constant_variable, no_room, writes_outside };

struct Region {
  std::uint64_t address, size, kind, variable;  // address: in the program; kind: of memory.h
  char* place = nullptr;
  std::vector<char> before;
};

// A texture or surface object of the program, and the one that stands for it here.
struct Object {
  std::uint64_t handle, is_surface, address;
  Texture made;
  Region place;  // words that are the handle move to the object that is made
};

class File {
 public:
  File(const char* name, const char* mode) : file_(std::fopen(name, mode)) { check(file_ != nullptr); }
  ~File() {
    if (file_) std::fclose(file_);
  }
  File(const File&) = delete;
  std::uint64_t number() {
    std::uint64_t value;
    read(&value, sizeof value);
    return value;
  }
  void read(void* to, std::size_t size) { check(std::fread(to, 1, size, file_) == size); }
  void write(const void* from, std::size_t size) { check(std::fwrite(from, 1, size, file_) == size); }
  void write(std::uint64_t value) { write(&value, sizeof value); }
  void close() {
    check(std::fclose(std::exchange(file_, nullptr)) == 0);
  }

 private:
  static void check(bool good) {
    if (!good) throw std::runtime_error("a file of the replay cannot be read or written");
  }
  std::FILE* file_;
};

struct Launch {
  std::uint64_t kernel, sizes[6], shared;  // sizes: grid, block
  std::vector<std::vector<char>> arguments;
  std::vector<Region> regions;
  std::vector<Object> objects;
};

Object read_object(File& file) {
  Object o{};
  o.handle = file.number(), o.is_surface = file.number(), o.made.is_linear = file.number(), o.address = file.number();
  Image& image = o.made.image;
  image.width = unsigned(file.number()), image.height = unsigned(file.number()), image.depth = unsigned(file.number());
  image.pitch = file.number(), image.slice = file.number();
  image.bytes = unsigned(file.number()), image.channels = unsigned(file.number()), image.element = Element(file.number());
  o.made.filters = file.number(), o.made.normalised = file.number(), o.made.reads_normalised = file.number();
  for (AddressMode& mode : o.made.address) mode = AddressMode(file.number());
  for (float& value : o.made.border) {
    const auto bits = std::uint32_t(file.number());
    std::memcpy(&value, &bits, sizeof value);
  }
  return o;
}

Launch read_launch(const char* name) {
  File file(name, "rb");
  Launch made;
  made.kernel = file.number();
  for (std::uint64_t& size : made.sizes) size = file.number();
  made.shared = file.number();
  made.arguments.resize(file.number());
  for (auto& argument : made.arguments) {
    argument.resize(file.number());
    file.read(argument.data(), argument.size());
  }
  made.regions.resize(file.number());
  for (Region& r : made.regions) r.address = file.number(), r.size = file.number(), r.kind = file.number(), r.variable = file.number();
  made.objects.resize(file.number());
  for (Object& o : made.objects) o = read_object(file);
  for (Region& r : made.regions) {
    r.before.resize(r.size);
    file.read(r.before.data(), r.size);
  }
  return made;
}

// What lies around placed memory: nobody captured it, so that nothing may be written there.
struct Margin {
  const char* start;
  std::size_t size;
};

// Memory that touches in the program touches here: a pointer to the end of one array is the next one's start. Where
// accesses are checked, arrays lie apart, so that what runs over the end of one is seen.
bool place(std::vector<Region>& regions, std::vector<Margin>& margins) {
  std::vector<Region*> ordered;
  for (Region& r : regions)
    if (r.variable == in_memory) ordered.push_back(&r);
  std::sort(ordered.begin(), ordered.end(), [](const Region* a, const Region* b) { return a->address < b->address; });
  for (std::size_t first = 0, end; first < ordered.size(); first = end) {
    end = first + 1;
    while (!settings().check && end < ordered.size() && ordered[end]->address == ordered[end - 1]->address + ordered[end - 1]->size) ++end;
    const std::uint64_t start = ordered[first]->address, shift = start % alignment;
    const std::size_t size = ordered[end - 1]->address + ordered[end - 1]->size - start + shift;
    char* const room = room_for(size);
    if (!room) return false;
    margins.push_back({room - margin, margin + shift});
    margins.push_back({room + size, margin});
    for (std::size_t i = first; i < end; ++i) {
      Region& r = *ordered[i];
      r.place = room + shift + (r.address - start);
      hold(r.place, r.size, static_cast<Kind>(r.kind));
    }
  }
  return true;
}

// Every aligned word that points into a region, or to its end, moves with it: as capture/relocation.py has it.
void move_words(const std::vector<const Region*>& ordered, char* data, std::size_t size) {
  for (std::size_t at = 0; at + 8 <= size; at += 8) {
    std::uint64_t word;
    std::memcpy(&word, data + at, 8);
    const auto after = std::upper_bound(ordered.begin(), ordered.end(), word, [](std::uint64_t w, const Region* r) { return w < r->address; });
    if (after == ordered.begin()) continue;
    const Region& r = **(after - 1);
    if (word > r.address + r.size) continue;
    word += reinterpret_cast<std::uintptr_t>(r.place) - r.address;
    std::memcpy(data + at, &word, 8);
  }
}

// Objects are made as the program's were, of the memory as it lies here. They stay.
void make_objects(std::vector<Object>& objects, const std::vector<const Region*>& ordered) {
  for (Object& o : objects) {
    std::uint64_t word = o.address;
    move_words(ordered, reinterpret_cast<char*>(&word), sizeof word);
    o.made.image.data = reinterpret_cast<char*>(word);
    o.made.is_live = true;
    o.place.address = o.handle, o.place.size = 0;
    o.place.place = o.is_surface ? reinterpret_cast<char*>(new Surface{o.made.image, true}) : reinterpret_cast<char*>(new Texture(o.made));
  }
}

struct Told {
  Outcome outcome;
  std::uint64_t detail = 0;
};

Told unfit(const ReplayKernel& kernel, const Launch& launch) {
  bool same = kernel.count == launch.arguments.size();
  for (std::size_t i = 0; same && i < kernel.count; ++i) same = kernel.parameters[i]->size == launch.arguments[i].size();
  if (!same) return {Outcome::other_parameters};
  for (std::size_t i = 0; i < launch.regions.size(); ++i) {
    const Region& r = launch.regions[i];
    if (r.variable == in_memory || !kernel.variables[r.variable].address) continue;
    if (kernel.variables[r.variable].size != r.size) return {Outcome::other_variable, i};
  }
  return {Outcome::done};
}

std::uint64_t written(const std::vector<Margin>& margins) {
  std::uint64_t count = 0;
  for (const Margin& m : margins) count += m.size - std::count(m.start, m.start + m.size, 0);
  return count;
}

Told replayed(const ReplayKernel& kernel, Launch& launch) {
  if (const Told told = unfit(kernel, launch); told.outcome != Outcome::done) return told;
  for (Region& r : launch.regions) {
    if (r.variable == in_memory) continue;
    r.place = static_cast<char*>(kernel.variables[r.variable].address);
    if (!r.place) r.place = new char[r.size];  // a texture reference: it is not bound here
  }
  std::vector<Margin> margins;
  if (!place(launch.regions, margins)) return {Outcome::no_room};
  std::vector<const Region*> ordered;
  const auto sort = [&] {
    std::sort(ordered.begin(), ordered.end(), [](const Region* a, const Region* b) { return a->address < b->address; });
  };
  for (const Region& r : launch.regions) ordered.push_back(&r);
  sort();
  make_objects(launch.objects, ordered);
  for (const Object& o : launch.objects) ordered.push_back(&o.place);
  sort();
  for (std::size_t i = 0; i < launch.regions.size(); ++i) {
    Region& r = launch.regions[i];
    move_words(ordered, r.before.data(), r.size);
    if (r.variable == in_memory || !kernel.variables[r.variable].is_constant)
      std::memcpy(r.place, r.before.data(), r.size);
    else if (std::memcmp(r.place, r.before.data(), r.size) != 0)
      return {Outcome::constant_variable, i};
    std::vector<char>().swap(r.before);
  }
  std::vector<void*> arguments;
  for (auto& argument : launch.arguments) {
    move_words(ordered, argument.data(), argument.size());
    arguments.push_back(argument.data());
  }
  const std::uint64_t* s = launch.sizes;
  const auto extents = [&](int at) { return dim3(unsigned(s[at]), unsigned(s[at + 1]), unsigned(s[at + 2])); };
  kernel.run(kernel, extents(0), extents(3), launch.shared, arguments.data());
  const int error = launch_status() ? launch_status() : device_error();
  if (error) return {Outcome::launch_fails, std::uint64_t(error)};
  const std::uint64_t outside = written(margins);
  return outside ? Told{Outcome::writes_outside, outside} : Told{Outcome::done};
}

// All types that some lead to, numbered as they come.
class Types {
 public:
  std::uint64_t number(const ReplayType* type) {
    if (!type) return no_type;
    const auto known = numbers_.emplace(type, all_.size());
    if (known.second) all_.push_back(type);
    return known.first->second;
  }
  void write(File& file) {
    for (std::size_t i = 0; i < all_.size(); ++i) {  // their number grows meanwhile
      if (!all_[i]->pointee && !all_[i]->fields) all_[i]->complete(*const_cast<ReplayType*>(all_[i]));
      number(all_[i]->pointee);
      for (std::size_t f = 0; f < all_[i]->count; ++f) number(all_[i]->fields[f].type);
    }
    file.write(all_.size());
    for (const ReplayType* type : all_) {
      file.write(type->size);
      file.write(number(type->pointee));
      file.write(type->count);
      for (std::size_t f = 0; f < type->count; ++f) file.write(type->fields[f].offset), file.write(number(type->fields[f].type));
      file.write(std::strlen(type->function));
      file.write(type->function, std::strlen(type->function));
    }
  }

 private:
  static constexpr std::uint64_t no_type = ~std::uint64_t{0};
  std::map<const ReplayType*, std::uint64_t> numbers_;
  std::vector<const ReplayType*> all_;
};

void write_result(const char* name, const ReplayKernel& kernel, const Launch& launch, Told told) {
  File file(name, "wb");
  Types types;
  file.write(std::uint64_t(told.outcome));
  file.write(told.detail);
  file.write(kernel.count);
  for (std::size_t i = 0; i < kernel.count; ++i) file.write(types.number(kernel.parameters[i]));
  for (const Region& r : launch.regions) {
    file.write(reinterpret_cast<std::uintptr_t>(r.place));
    file.write(types.number(r.variable == in_memory ? nullptr : kernel.variables[r.variable].element));
  }
  for (const Object& o : launch.objects) file.write(reinterpret_cast<std::uintptr_t>(o.place.place));
  types.write(file);
  if (told.outcome == Outcome::done)
    for (const Region& r : launch.regions) file.write(r.place, r.size);
  file.close();
}

}  // namespace

void enlist_replay(const ReplayKernel& kernel) { kernels().push_back(&kernel); }

}  // namespace retarget_host

extern "C" int __wrap_main(int count, char** words) {
  using namespace retarget_host;
  if (count != 3) return failed;
  try {
    Launch launch = read_launch(words[1]);
    for (const ReplayKernel* kernel : kernels())
      if (std::uint64_t(kernel->number) == launch.kernel) {
        const Told told = replayed(*kernel, launch);
        write_result(words[2], *kernel, launch, told);
        return 0;
      }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "retarget: %s\n", error.what());
  }
  return failed;
}
