// SPDX-License-Identifier: MIT
#include "recording.h"

#include <elf.h>
#include <link.h>
#include <sys/uio.h>

#include <atomic>
#include <cstring>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "../../capture/recorder.h"
#include "retarget_host/images.h"
#include "report.h"

namespace retarget_host {

namespace {

using namespace retarget_capture;

thread_local std::vector<GivenArgument> arguments;  // of the kernel that this host thread calls
thread_local const char* closure_name = nullptr;

Address address_of(const void* pointer) { return reinterpret_cast<Address>(pointer); }

// Memory of the host may be gone without a word to this runtime: then the system says no.
bool read_memory(void* to, Address from, std::size_t size) {
  void* const place = reinterpret_cast<void*>(from);
  iovec there{place, size}, here{to, size};
  if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) == ssize_t(size)) return true;
  if (!is_device_range(place) || !copyable(place, size)) return false;
  std::memcpy(to, place, size);
  return true;
}

// The kernel around a closure, as linkers call it: the closure's type is `Z`, the kernel and `EUl...E_`, or `E3$_0`.
std::string linked_name(const char* closure) {
  const std::string text(closure ? closure : "");
  std::size_t end = text.rfind("EUl");
  if (end == std::string::npos && (end = text.rfind("$_")) != std::string::npos) end = text.rfind('E', end);
  if (text.empty() || text[0] != 'Z' || end == std::string::npos) return "";
  const std::string own = text.substr(1, end - 1);
  std::size_t digits = 0;
  while (digits < own.size() && own[digits] >= '0' && own[digits] <= '9') ++digits;
  const bool is_c = digits && digits + std::stoul(own.substr(0, digits)) == own.size();  // no types of parameters
  return is_c ? own.substr(digits) : "_Z" + own;
}

struct Plain {
  const void* address;
  std::size_t size;
  bool is_own;
};

// As devices' compilers name a variable that is a unit's own here alone: `_ZL5scale` becomes `scale`.
std::string linked_elsewhere(const std::string& name) {
  for (std::size_t at = name.rfind('L'); at != std::string::npos && at >= 2; at = name.rfind('L', at - 1)) {
    std::size_t digits = at + 1;
    while (digits < name.size() && name[digits] >= '0' && name[digits] <= '9') ++digits;
    if (digits == at + 1 || digits > at + 5) continue;
    const std::size_t end = digits + std::stoul(name.substr(at + 1, digits - at - 1));
    if (at == 2 && end == name.size()) return name.substr(digits);
    if (name.compare(0, 3, "_ZN") == 0 && end + 1 == name.size() && name.back() == 'E') return name.substr(0, at) + name.substr(at + 1);
  }
  return name;
}

std::vector<Plain>& variables() {
  static auto* const all = new std::vector<Plain>;
  return *all;
}

// The variables' names, from the program's own table of symbols.
std::map<Address, std::string> symbols() {
  std::map<Address, std::string> found;
  std::string file;
  if (std::FILE* own = std::fopen("/proc/self/exe", "rb")) {
    char part[1 << 16];
    while (const std::size_t n = std::fread(part, 1, sizeof part, own)) file.append(part, n);
    std::fclose(own);
  }
  Address bias = 0;
  dl_iterate_phdr([](dl_phdr_info* object, std::size_t, void* to) { return *static_cast<Address*>(to) = object->dlpi_addr, 1; }, &bias);
  Elf64_Ehdr head;
  if (file.size() < sizeof head) return found;
  std::memcpy(&head, file.data(), sizeof head);
  const auto section = [&](std::size_t number) {
    Elf64_Shdr made{};
    const std::size_t at = head.e_shoff + number * sizeof made;
    if (number < head.e_shnum && at + sizeof made <= file.size()) std::memcpy(&made, file.data() + at, sizeof made);
    return made;
  };
  for (std::size_t i = 0; i < head.e_shnum; ++i) {
    const Elf64_Shdr table = section(i), names = section(table.sh_link);
    if (table.sh_type != SHT_SYMTAB || table.sh_offset + table.sh_size > file.size()) continue;
    for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol;
      std::memcpy(&symbol, file.data() + table.sh_offset + at, sizeof symbol);
      if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && names.sh_offset + symbol.st_name < file.size())
        found.emplace(bias + symbol.st_value, file.c_str() + names.sh_offset + symbol.st_name);
    }
  }
  return found;
}

struct Recording {
  Recorder recorder;
  bool is_on = false;
  int code = -1;
  std::map<const void*, long> streams;
  std::vector<Variable> variables;
  std::set<std::string> twice;  // names that two units give their own variables

  Recording() {
    recorder.read = read_memory;
    recorder.wait = [] { return device_error() == 0; };
    is_on = std::getenv("RETARGET_CAPTURE") &&
            recorder.start("\"vendor\":\"cpu\",\"device\":\"this processor\",\"architecture\":\"host\",\"driver\":\"waves of " +
                           std::to_string(settings().wave) + "\"");
    if (!is_on) return;
    const char text[] = "the sources have the code";
    code = recorder.code(text, sizeof text - 1);
    const auto names = symbols();
    std::set<std::string> seen;
    for (const Plain& v : retarget_host::variables()) {
      const auto name = names.find(address_of(v.address));
      if (name == names.end()) continue;
      const std::string linked = v.is_own ? name->second : linked_elsewhere(name->second);
      if (!seen.insert(linked).second) twice.insert(linked);
      variables.push_back({linked, address_of(v.address), v.size});
    }
  }

  void end() {
    recorder.totals();
    recorder.end();
  }
};

bool asked() {
  static const bool is_asked = std::getenv("RETARGET_CAPTURE") != nullptr;
  return is_asked;
}

Recording& state() {
  static Recording* const one = [] {
    auto* made = new Recording;
    if (made->is_on)
      std::atexit([] {
        const std::lock_guard<std::recursive_mutex> lock(state().recorder.mutex);
        state().end();
      });
    return made;
  }();
  return *one;
}

const char* kind_name(Kind kind) { return kind == Kind::device ? "device" : kind == Kind::managed ? "managed" : "host"; }

void add_arguments(Launch& launch) {
  std::size_t end = 0;
  for (const GivenArgument& a : arguments) {
    const std::size_t offset = (end + a.alignment - 1) / a.alignment * a.alignment;
    end = offset + a.size;
    launch.parameters.emplace_back(offset, a.size);
    launch.arguments.resize(end);
    std::memcpy(launch.arguments.data() + offset, a.address, a.size);
  }
}

}  // namespace

void give_arguments(const GivenArgument* first, std::size_t count) { arguments.assign(first, first + count); }
void name_closure(const char* type) { closure_name = type; }
RecordedVariable::RecordedVariable(const void* address, std::size_t size, bool is_own) {
  variables().push_back({address, size, is_own});
}

void record_allocation(const void* address, std::size_t size, Kind kind) {
  if (!asked() || !address || on_device()) return;
  const std::lock_guard<std::recursive_mutex> lock(state().recorder.mutex);
  state().recorder.allocated(address_of(address), size, kind_name(kind));
}

void record_release(const void* address) {
  if (!asked() || on_device()) return;
  const std::lock_guard<std::recursive_mutex> lock(state().recorder.mutex);
  state().recorder.freed(address_of(address));
}

namespace {
ImageObject described(const Image& image, const char* kind) {
  ImageObject made;
  made.kind = kind;
  made.address = address_of(image.data);
  made.extents = {image.width, image.height, image.depth};
  made.pitch = image.pitch;
  made.slice = image.slice;
  made.bytes = image.bytes;
  made.channels = image.channels;
  made.element = image.element == Element::whole ? "signed" : image.element == Element::natural ? "unsigned" : "float";
  return made;
}

void record_object(const void* handle, const ImageObject& object) {
  const std::lock_guard<std::recursive_mutex> lock(state().recorder.mutex);
  state().recorder.made(address_of(handle), object);
}
}  // namespace

void record_texture(const Texture& made, bool is_array) {
  if (!asked()) return;
  ImageObject object = described(made.image, made.is_linear ? "linear" : is_array ? "array" : "pitched");
  object.filters = made.filters;
  object.is_normalised = made.normalised;
  object.reads_normalised = made.reads_normalised;
  for (int i = 0; i < 3; ++i) object.modes[i] = static_cast<int>(made.address[i]);
  std::memcpy(object.border, made.border, sizeof object.border);
  record_object(&made, object);
}

void record_surface(const Surface& made) {
  if (asked()) record_object(&made, described(made.image, "surface"));
}

void record_destroyed(const void* handle) {
  if (!asked()) return;
  const std::lock_guard<std::recursive_mutex> lock(state().recorder.mutex);
  state().recorder.destroyed(address_of(handle));
}

// lock: of a captured launch, so that nothing is freed meanwhile.
struct RecordedLaunch::Taken {
  Launch launch;
  std::unique_lock<std::recursive_mutex> lock;
  Recorder::Seen* seen = nullptr;
  bool is_captured = false;
  std::chrono::steady_clock::time_point start;
};

RecordedLaunch::RecordedLaunch(const Grid& grid) {
  const char* const closure = std::exchange(closure_name, nullptr);
  if (!asked() || !state().is_on) return;
  Recording& s = state();
  taken_ = std::make_unique<Taken>();
  taken_->lock = std::unique_lock<std::recursive_mutex>(s.recorder.mutex);
  Launch& l = taken_->launch;
  const std::string linked = linked_name(closure);
  l.kernel = linked.empty() ? kernel_of(grid) : linked;
  const dim3 g = grid.grid, b = grid.block;
  l.configuration = {{g.x, g.y, g.z}, {b.x, b.y, b.z}, static_cast<unsigned>(grid.shared)};
  l.stream = s.streams.emplace(grid.stream, long(s.streams.size())).first->second;
  l.code = s.code;
  taken_->seen = s.recorder.launched(l.kernel, l.configuration);
  if (s.recorder.wants(taken_->seen)) {
    if (grid.cooperative) {
      s.recorder.refuse(l, "its launch is cooperative");
    } else if (linked.empty()) {
      s.recorder.refuse(l, "how its arguments lie in memory is not known: its text does not name all of them");
    } else if (!s.twice.empty()) {
      s.recorder.refuse(l, "two units have variables of the name " + *s.twice.begin());
    } else {
      add_arguments(l);
      l.variables = s.variables;
      taken_->is_captured = s.recorder.before(l);
    }
  }
  if (!taken_->is_captured) taken_->lock.unlock();
  taken_->start = std::chrono::steady_clock::now();
}

RecordedLaunch::~RecordedLaunch() {
  if (!taken_) return;
  const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - taken_->start).count();
  if (!taken_->lock.owns_lock()) taken_->lock.lock();
  if (taken_->seen) {
    ++taken_->seen->timed;
    taken_->seen->ms += ms;
  }
  if (taken_->is_captured) state().recorder.after(taken_->launch);
}

}  // namespace retarget_host
