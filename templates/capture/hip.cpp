// Captures launches of an unmodified HIP program, into which the dynamic linker loads this library first (LD_PRELOAD).
//
// It stands before libamdhip64, which is always a shared library, and needs none of HIP's headers: the few types that its
// functions take are declared here. Each function of HIP's calls the library's own. HIP tells nobody how long launches
// take: events around them time the first launches of a configuration and a sample of the others; the rest count as long.
#include <dlfcn.h>
#include <elf.h>

#include <atomic>
#include <deque>
#include <random>
#include <set>

#include "recorder.h"

using namespace retarget_capture;

extern "C" {
using hipError_t = int;
using hipStream_t = void*;
using hipModule_t = void*;
using hipFunction_t = void*;
using hipEvent_t = void*;
using hipMemPool_t = void*;
struct dim3 {
    std::uint32_t x, y, z;
};
struct hipPitchedPtr {
    void* ptr;
    std::size_t pitch, xsize, ysize;
};
struct hipExtent {
    std::size_t width, height, depth;
};
using hipTextureObject_t = void*;
struct hipChannelFormatDesc {
    int x, y, z, w, kind;  // bits of each; kind: signed, unsigned, float
};
struct hipResourceDesc {
    int type;  // array, mipmapped array, linear memory, rows in memory
    union {
        void* array;
        struct {
            void* at;
            hipChannelFormatDesc channels;
            std::size_t width, height, pitch;  // of linear memory: bytes, and nothing
        } memory;
    } of;
};
struct hipTextureDesc {
    int modes[3], filter, read, is_srgb;
    float border[4];
    int is_normalised;
};
struct hipResourceViewDesc;
}

namespace {

constexpr int DEVICE_TO_HOST = 2;

// A function of the library's, past this one.
template <typename F>
F next(const char* name) {
    if (void* found = dlsym(RTLD_NEXT, name)) return reinterpret_cast<F>(found);
    for (const char* library : {"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"})
        if (void* handle = dlopen(library, RTLD_NOW | RTLD_NOLOAD))
            if (void* found = dlsym(handle, name)) return reinterpret_cast<F>(found);
    return nullptr;
}

#define NEXT(name) static auto own = next<decltype(&name)>(#name)

using Text = std::string;

// The fields of a code object's metadata that tell how arguments lie in memory, out of its MessagePack.
class Metadata {
public:
    struct Argument {
        std::size_t offset = 0, size = 0;
        Text kind;
    };
    std::map<Text, std::vector<Argument>> kernels;  // by the name that hipModuleGetFunction takes

    void read(const unsigned char* data, std::size_t size) {
        at_ = data;
        end_ = data + size;
        for (std::size_t i = 0, n = map(); i < n && at_ < end_; i++)
            if (text() == "amdhsa.kernels")
                for (std::size_t k = 0, count = array(); k < count && at_ < end_; k++) kernel();
            else
                skip();
    }

private:
    void kernel() {
        Text name;
        std::vector<Argument> arguments;
        for (std::size_t i = 0, n = map(); i < n && at_ < end_; i++) {
            Text field = text();
            if (field == ".name")
                name = text();
            else if (field == ".args")
                for (std::size_t a = 0, count = array(); a < count && at_ < end_; a++) arguments.push_back(argument());
            else
                skip();
        }
        kernels[name] = arguments;
    }

    Argument argument() {
        Argument made;
        for (std::size_t i = 0, n = map(); i < n && at_ < end_; i++) {
            Text field = text();
            if (field == ".offset")
                made.offset = number();
            else if (field == ".size")
                made.size = number();
            else if (field == ".value_kind")
                made.kind = text();
            else
                skip();
        }
        return made;
    }

    unsigned char byte() { return at_ < end_ ? *at_++ : 0; }

    std::size_t big_endian(int bytes) {
        std::size_t value = 0;
        while (bytes--) value = value << 8 | byte();
        return value;
    }

    std::size_t map() {
        unsigned char c = byte();
        return (c & 0xf0) == 0x80 ? c & 15 : c == 0xde ? big_endian(2) : c == 0xdf ? big_endian(4) : 0;
    }

    std::size_t array() {
        unsigned char c = byte();
        return (c & 0xf0) == 0x90 ? c & 15 : c == 0xdc ? big_endian(2) : c == 0xdd ? big_endian(4) : 0;
    }

    std::size_t number() {
        unsigned char c = byte();
        return c < 0x80 ? c : c >= 0xcc && c <= 0xcf ? big_endian(1 << (c - 0xcc)) : 0;
    }

    Text text() {
        unsigned char c = byte();
        std::size_t size = (c & 0xe0) == 0xa0 ? c & 31 : c == 0xd9 ? big_endian(1) : c == 0xda ? big_endian(2) : c == 0xdb ? big_endian(4) : 0;
        size = std::min<std::size_t>(size, end_ - at_);
        Text made(reinterpret_cast<const char*>(at_), size);
        at_ += size;
        return made;
    }

    void skip() {
        unsigned char c = at_ < end_ ? *at_ : 0;
        if ((c & 0xf0) == 0x80 || c == 0xde || c == 0xdf) {
            for (std::size_t i = 0, n = 2 * map(); i < n && at_ < end_; i++) skip();
        } else if ((c & 0xf0) == 0x90 || c == 0xdc || c == 0xdd) {
            for (std::size_t i = 0, n = array(); i < n && at_ < end_; i++) skip();
        } else if ((c & 0xe0) == 0xa0 || (c >= 0xd9 && c <= 0xdb)) {
            text();
        } else {
            byte();
            std::size_t more = c >= 0xcc && c <= 0xcf ? 1 << (c - 0xcc) : c >= 0xd0 && c <= 0xd3 ? 1 << (c - 0xd0) : c == 0xca ? 4 : c == 0xcb ? 8 : 0;
            if (c >= 0xc4 && c <= 0xc6) more = big_endian(1 << (c - 0xc4));
            at_ += std::min<std::size_t>(more, end_ - at_);
        }
    }

    const unsigned char *at_ = nullptr, *end_ = nullptr;
};

// The note of a code object, an ELF file, that has the metadata.
Metadata metadata_of(const unsigned char* code, std::size_t size) {
    Metadata made;
    auto word = [&](std::size_t at, int bytes) {
        std::size_t value = 0;
        if (at + bytes <= size) std::memcpy(&value, code + at, bytes);
        return value;
    };
    if (size < 64 || std::memcmp(code, "\177ELF", 4)) return made;
    std::size_t sections = word(40, 8), each = word(58, 2), count = word(60, 2);
    for (std::size_t i = 0; i < count; i++) {
        std::size_t head = sections + i * each;
        if (word(head + 4, 4) != 7) continue;  // SHT_NOTE
        std::size_t at = word(head + 24, 8), end = at + word(head + 32, 8);
        while (at + 12 <= end && end <= size) {
            std::size_t name = word(at, 4), length = word(at + 4, 4), kind = word(at + 8, 4);
            std::size_t start = at + 12 + (name + 3) / 4 * 4;
            if (start + length > end) break;
            if (kind == 32) made.read(code + start, length);  // NT_AMDGPU_METADATA
            at = start + (length + 3) / 4 * 4;
        }
    }
    return made;
}

constexpr char BUNDLE[] = "__CLANG_OFFLOAD_BUNDLE__";

bool is_bundle(const unsigned char* data) { return !std::memcmp(data, BUNDLE, sizeof BUNDLE - 1); }

// A code object of a bundle, by the triple and the GPU that it is for.
struct Entry {
    std::size_t offset, size;
    Text id;
};

std::vector<Entry> entries_of(const unsigned char* bundle) {
    const unsigned char* at = bundle + sizeof BUNDLE - 1;
    auto word = [&] {
        std::uint64_t value;
        std::memcpy(&value, at, 8);
        at += 8;
        return value;
    };
    std::vector<Entry> made;
    for (std::uint64_t i = 0, n = word(); i < n; i++) {
        std::size_t offset = word(), size = word(), length = word();
        made.push_back({offset, size, Text(reinterpret_cast<const char*>(at), length)});
        at += length;
    }
    return made;
}

// The size of an ELF file, which ends with its table of sections; 0: it is none.
std::size_t elf_size(const unsigned char* data) {
    if (std::memcmp(data, ELFMAG, SELFMAG)) return 0;
    Elf64_Ehdr head;
    std::memcpy(&head, data, sizeof head);
    return head.e_shoff + std::size_t(head.e_shnum) * head.e_shentsize;
}

// The variables of a code object, by its table of symbols; descriptors of kernels are none.
std::set<Text> variables_of(const unsigned char* code, std::size_t size) {
    std::set<Text> made;
    Elf64_Ehdr head;
    std::memcpy(&head, code, sizeof head);
    auto section = [&](std::size_t i) {
        Elf64_Shdr s{};
        if (i < head.e_shnum && head.e_shoff + (i + 1) * sizeof s <= size) std::memcpy(&s, code + head.e_shoff + i * sizeof s, sizeof s);
        return s;
    };
    for (std::size_t i = 0; i < head.e_shnum; i++) {
        Elf64_Shdr table = section(i), names = section(table.sh_link);
        if (table.sh_type != SHT_DYNSYM || table.sh_offset + table.sh_size > size || names.sh_offset + names.sh_size > size) continue;
        for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
            Elf64_Sym symbol;
            std::memcpy(&symbol, code + table.sh_offset + at, sizeof symbol);
            if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || symbol.st_shndx == SHN_UNDEF || symbol.st_name >= names.sh_size) continue;
            const char* name = reinterpret_cast<const char*>(code + names.sh_offset + symbol.st_name);
            Text text(name, strnlen(name, names.sh_size - symbol.st_name));
            if (text.size() < 3 || text.compare(text.size() - 3, 3, ".kd")) made.insert(text);
        }
    }
    return made;
}

struct Code {
    const unsigned char* data = nullptr;
    std::size_t size = 0;
    Text architecture;
    Metadata metadata;
};

// What a program registers, or loads: several code objects, of which the device takes one.
struct Bundle {
    const unsigned char* data;
    std::map<const void*, Text> variables;  // by their address on the host
    hipModule_t module = nullptr;           // of one that the program loads itself
    bool is_open = false;
    Text why;  // it cannot be used
    Code code;
    int number = -1;  // of the recorder, once the code has been written
};

struct Function {
    Bundle* bundle;
    Text name;
};

// A launch between two events.
struct Timed {
    Recorder::Seen* seen;
    hipEvent_t events[2];
};

struct State {
    Recorder recorder;
    std::map<const void*, Bundle*> bundles;      // by the handle that registrations pass, or by the module
    std::unordered_map<const void*, Function> functions;  // by the address on the host, or by the handle
    std::map<hipStream_t, long> streams;
    std::deque<Timed> timed;         // launches with events around them that have not been read
    std::vector<hipEvent_t> events;  // that nothing uses now
    bool is_started = false, is_on = std::getenv("RETARGET_CAPTURE") != nullptr;
};

State& state() {
    static State* made = new State;  // used until the process ends
    return *made;
}

std::recursive_mutex& mutex() { return state().recorder.mutex; }

constexpr std::size_t HARVEST = 256;           // launches between looks at what has ended
constexpr long ALL_TIMED = 256, ONE_IN = 8;  // launches of a configuration that are all timed, and of later ones
std::atomic<bool> ended{false};
thread_local bool is_inside;  // of a call that HIP makes itself, or this library

struct Hold {
    std::lock_guard<std::recursive_mutex> lock{mutex()};
};

hipError_t copy(void* to, const void* from, std::size_t size) {
    static auto own = next<hipError_t (*)(void*, const void*, std::size_t, int)>("hipMemcpy");
    return own ? own(to, from, size, DEVICE_TO_HOST) : -1;
}

hipError_t synchronise() {
    static auto own = next<hipError_t (*)()>("hipDeviceSynchronize");
    return own ? own() : -1;
}

// Adds up launches that have ended, in their order; wait: all of them.
void harvest(bool wait) {
    static auto query = next<hipError_t (*)(hipEvent_t)>("hipEventQuery");
    static auto elapsed = next<hipError_t (*)(float*, hipEvent_t, hipEvent_t)>("hipEventElapsedTime");
    auto& s = state();
    if (wait && !s.timed.empty()) synchronise();
    while (!s.timed.empty() && elapsed) {
        auto& t = s.timed.front();
        float ms = 0;
        if (!wait && (!query || query(t.events[1]))) return;
        if (elapsed(&ms, t.events[0], t.events[1]) == 0) {
            t.seen->timed++;
            t.seen->ms += ms;
        }
        s.events.insert(s.events.end(), t.events, t.events + 2);
        s.timed.pop_front();
    }
}

void finish() {
    if (ended.exchange(true) || !state().is_started) return;
    auto& s = state();
    harvest(true);
    s.recorder.totals();
    s.recorder.end();
}

bool device_loads(const unsigned char* code) {
    static auto load = next<hipError_t (*)(hipModule_t*, const void*)>("hipModuleLoadData");
    static auto unload = next<hipError_t (*)(hipModule_t)>("hipModuleUnload");
    hipModule_t module = nullptr;
    if (!load || load(&module, code)) return false;
    if (unload) unload(module);
    return true;
}

// Finds the code object of a bundle that the device takes.
void open(Bundle& bundle) {
    if (bundle.is_open) return;
    bundle.is_open = true;
    std::vector<Code> found;
    if (!std::memcmp(bundle.data, "CCOB", 4)) {
        bundle.why = "its code is compressed: build the program without --offload-compress";
        return;
    }
    if (is_bundle(bundle.data)) {
        for (auto& e : entries_of(bundle.data)) {
            auto gfx = e.id.find("gfx");
            if (e.size && gfx != Text::npos) found.push_back({bundle.data + e.offset, e.size, e.id.substr(gfx), {}});
        }
    } else if (std::size_t size = elf_size(bundle.data)) {
        found.push_back({bundle.data, size, "", {}});
    } else {
        bundle.why = "its code is of a form that is not known";
        return;
    }
    for (auto& code : found) {
        if (found.size() > 1 && !device_loads(code.data)) continue;
        bundle.code = code;
        bundle.code.metadata = metadata_of(code.data, code.size);
        return;
    }
    bundle.why = "none of its code objects is for this device";
}

void start(const Text& architecture) {
    auto& s = state();
    if (s.is_started) return;
    static auto named = next<hipError_t (*)(char*, int, int)>("hipDeviceGetName");
    static auto version = next<hipError_t (*)(int*)>("hipRuntimeGetVersion");
    char name[256] = "";
    int number = 0;
    if (named) named(name, sizeof name, 0);
    if (version) version(&number);
    s.recorder.read = [](void* to, Address from, std::size_t size) { return copy(to, reinterpret_cast<const void*>(from), size) == 0; };
    s.recorder.wait = [] { return synchronise() == 0; };
    Text told = "HIP " + std::to_string(number / 10000000) + "." + std::to_string(number / 100000 % 100);
    s.is_started = s.recorder.start("\"vendor\":\"amd\",\"device\":" + quoted(name) + ",\"architecture\":" + quoted(architecture) + ",\"driver\":" + quoted(told));
    s.is_on = s.is_started;
    std::atexit(finish);
}

// How a launch is captured: the mutex is held from its beginning to its end.
class Captured {
public:
    Captured(const void* function, dim3 grid, dim3 block, std::size_t shared, hipStream_t stream, void** each, void** extra, bool cooperative) {
        auto& s = state();
        if (!s.is_on || ended || is_inside) return;
        is_inside = is_ours_ = true;
        mutex().lock();
        auto found = s.functions.find(function);
        if (found == s.functions.end()) return;
        Bundle& bundle = *found->second.bundle;
        open(bundle);
        start(bundle.code.architecture);
        if (!s.is_on) return;
        Configuration c{{grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, static_cast<unsigned>(shared)};
        seen_ = s.recorder.launched(found->second.name, c);
        bool is_timed = seen_ && is_sample() && !is_recorded(stream);
        if (s.recorder.wants(seen_)) {
            launch_ = Launch{found->second.name, c, 0, -1, {}, {}, {}};
            capture(bundle, stream, each, extra, cooperative);
        }
        if (is_timed) mark(0, stream);
    }

    ~Captured() {
        if (!is_ours_) return;
        mutex().unlock();
        is_inside = false;
    }

    hipError_t after(hipError_t told, hipStream_t stream) {
        auto& s = state();
        if (events_[0] && !told) {
            mark(1, stream);
            if (events_[1]) s.timed.push_back({seen_, {events_[0], events_[1]}});
            if (s.timed.size() % HARVEST == 0) harvest(false);
        } else if (events_[0]) {
            s.events.push_back(events_[0]);
        }
        if (!is_captured_) return told;
        if (told)
            s.recorder.refuse(launch_, "the runtime refuses the launch");
        else
            s.recorder.after(launch_);
        return told;
    }

private:
    // Events cost as much as a launch: of many launches alike, some are timed, at random, as a program may repeat itself.
    bool is_sample() const {
        static std::minstd_rand random;
        return state().recorder.only_times || seen_->count <= ALL_TIMED || random() % ONE_IN == 0;
    }

    void capture(Bundle& bundle, hipStream_t stream, void** each, void** extra, bool cooperative) {
        auto& s = state();
        launch_.stream = s.streams.emplace(stream, static_cast<long>(s.streams.size())).first->second;
        Text why = cooperative ? "its launch is cooperative" : refused(bundle, stream, each, extra);
        if (!why.empty()) {
            s.recorder.refuse(launch_, why);
            return;
        }
        if (bundle.number < 0) bundle.number = s.recorder.code(bundle.code.data, bundle.code.size);
        launch_.code = bundle.number;
        variables(bundle);
        is_captured_ = s.recorder.before(launch_);
    }

    void mark(int which, hipStream_t stream) {
        static auto create = next<hipError_t (*)(hipEvent_t*)>("hipEventCreate");
        static auto record = next<hipError_t (*)(hipEvent_t, hipStream_t)>("hipEventRecord");
        auto& unused = state().events;
        if (!unused.empty()) {
            events_[which] = unused.back();
            unused.pop_back();
        } else if (!create || create(&events_[which])) {
            return;
        }
        if (record) record(events_[which], stream);
    }

    // Whether launches of a stream go into a graph.
    static bool is_recorded(hipStream_t stream) {
        static auto capturing = next<hipError_t (*)(hipStream_t, int*)>("hipStreamIsCapturing");
        int status = 0;
        return capturing && stream && capturing(stream, &status) == 0 && status;
    }

    // Reads the arguments; what is against it.
    Text refused(const Bundle& bundle, hipStream_t stream, void** each, void** extra) {
        if (!bundle.why.empty()) return bundle.why;
        if (is_recorded(stream)) return "it is recorded into a graph";
        return arguments(bundle, each, extra) ? "" : "how its arguments lie in memory is not known";
    }

    bool arguments(const Bundle& bundle, void** each, void** extra) {
        auto found = bundle.code.metadata.kernels.find(launch_.kernel);
        if (found == bundle.code.metadata.kernels.end()) return false;
        std::size_t whole = 0;
        for (auto& a : found->second) {
            if (a.kind.rfind("hidden_", 0) == 0) continue;
            launch_.parameters.emplace_back(a.offset, a.size);
            whole = std::max(whole, a.offset + a.size);
        }
        launch_.arguments.assign(whole, 0);
        if (extra) {
            const void* buffer = nullptr;
            std::size_t given = 0;
            for (void** e = extra; *e != reinterpret_cast<void*>(3); e += 2) {  // HIP_LAUNCH_PARAM_END
                if (e[0] == reinterpret_cast<void*>(1)) buffer = e[1];          // ..._BUFFER_POINTER
                if (e[0] == reinterpret_cast<void*>(2)) given = *static_cast<std::size_t*>(e[1]);
            }
            if (buffer) std::memcpy(launch_.arguments.data(), buffer, std::min(given, whole));
            return buffer != nullptr;
        }
        if (!each) return launch_.parameters.empty();
        for (std::size_t i = 0; i < launch_.parameters.size(); i++)
            std::memcpy(launch_.arguments.data() + launch_.parameters[i].first, each[i], launch_.parameters[i].second);
        return true;
    }

    void variables(const Bundle& bundle) {
        static auto global = next<hipError_t (*)(void**, std::size_t*, hipModule_t, const char*)>("hipModuleGetGlobal");
        for (auto& name : bundle.module ? variables_of(bundle.code.data, bundle.code.size) : std::set<Text>{}) {
            void* at = nullptr;
            std::size_t size = 0;
            if (global && global(&at, &size, bundle.module, name.c_str()) == 0 && size)
                launch_.variables.push_back({name, reinterpret_cast<Address>(at), size});
        }
        static auto address = next<hipError_t (*)(void**, const void*)>("hipGetSymbolAddress");
        static auto bytes = next<hipError_t (*)(std::size_t*, const void*)>("hipGetSymbolSize");
        for (auto& [host, name] : bundle.variables) {
            void* at = nullptr;
            std::size_t size = 0;
            if (address && bytes && address(&at, host) == 0 && bytes(&size, host) == 0 && size)
                launch_.variables.push_back({name, reinterpret_cast<Address>(at), size});
        }
    }

    Launch launch_;
    Recorder::Seen* seen_ = nullptr;
    hipEvent_t events_[2] = {};
    bool is_captured_ = false, is_ours_ = false;
};

void allocated(hipError_t told, void* at, std::size_t size, const char* kind) {
    if (told || !state().is_on || ended) return;
    Hold hold;
    state().recorder.allocated(reinterpret_cast<Address>(at), size, kind);
}

void freed(const void* at) {
    if (!state().is_on || ended) return;
    Hold hold;
    state().recorder.freed(reinterpret_cast<Address>(at));
}

constexpr int LINEAR = 2, PITCHED = 3;

// Arrays have no address, so that nothing is known of what they hold.
ImageObject described(const hipResourceDesc& resource, const hipTextureDesc& texture) {
    ImageObject made;
    made.kind = resource.type == LINEAR ? "linear" : resource.type == PITCHED ? "pitched" : "array";
    if (made.kind == "array") return made;
    const auto& [at, channels, width, height, pitch] = resource.of.memory;
    made.address = reinterpret_cast<Address>(at);
    made.bytes = static_cast<unsigned>(channels.x) / 8;
    made.channels = channels.w ? 4 : channels.z ? 3 : channels.y ? 2 : 1;
    made.element = channels.kind == 0 ? "signed" : channels.kind == 1 ? "unsigned" : "float";
    const unsigned texel = std::max(1u, made.bytes * made.channels);
    const bool is_linear = resource.type == LINEAR;
    made.extents = {static_cast<unsigned>(is_linear ? width / texel : width), static_cast<unsigned>(is_linear ? 1 : height), 1};
    made.pitch = is_linear ? 0 : pitch;
    made.slice = made.pitch * made.extents.y;
    made.filters = texture.filter == 1;
    made.is_normalised = texture.is_normalised != 0;
    made.reads_normalised = texture.read == 1;
    std::copy(texture.modes, texture.modes + 3, made.modes);
    std::memcpy(made.border, texture.border, sizeof made.border);
    return made;
}

void destroyed(const void* handle) {
    if (!state().is_on || ended) return;
    Hold hold;
    state().recorder.destroyed(reinterpret_cast<Address>(handle));
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED hipError_t hipMalloc(void** at, std::size_t size) {
    NEXT(hipMalloc);
    hipError_t told = own(at, size);
    allocated(told, *at, size, "device");
    return told;
}
EXPORTED hipError_t hipExtMallocWithFlags(void** at, std::size_t size, unsigned flags) {
    NEXT(hipExtMallocWithFlags);
    hipError_t told = own(at, size, flags);
    allocated(told, *at, size, "device");
    return told;
}
EXPORTED hipError_t hipMallocManaged(void** at, std::size_t size, unsigned flags) {
    NEXT(hipMallocManaged);
    hipError_t told = own(at, size, flags);
    allocated(told, *at, size, "managed");
    return told;
}
EXPORTED hipError_t hipMallocAsync(void** at, std::size_t size, hipStream_t stream) {
    NEXT(hipMallocAsync);
    hipError_t told = own(at, size, stream);
    allocated(told, *at, size, "device");
    return told;
}
EXPORTED hipError_t hipMallocFromPoolAsync(void** at, std::size_t size, hipMemPool_t pool, hipStream_t stream) {
    NEXT(hipMallocFromPoolAsync);
    hipError_t told = own(at, size, pool, stream);
    allocated(told, *at, size, "device");
    return told;
}
EXPORTED hipError_t hipMallocPitch(void** at, std::size_t* pitch, std::size_t width, std::size_t height) {
    NEXT(hipMallocPitch);
    hipError_t told = own(at, pitch, width, height);
    allocated(told, *at, *pitch * height, "device");
    return told;
}
EXPORTED hipError_t hipMalloc3D(hipPitchedPtr* made, hipExtent extent) {
    NEXT(hipMalloc3D);
    hipError_t told = own(made, extent);
    allocated(told, made->ptr, made->pitch * extent.height * extent.depth, "device");
    return told;
}
EXPORTED hipError_t hipHostMalloc(void** at, std::size_t size, unsigned flags) {
    NEXT(hipHostMalloc);
    hipError_t told = own(at, size, flags);
    allocated(told, *at, size, "host");
    return told;
}
EXPORTED hipError_t hipMallocHost(void** at, std::size_t size) {
    NEXT(hipMallocHost);
    hipError_t told = own(at, size);
    allocated(told, *at, size, "host");
    return told;
}
EXPORTED hipError_t hipHostAlloc(void** at, std::size_t size, unsigned flags) {
    NEXT(hipHostAlloc);
    hipError_t told = own(at, size, flags);
    allocated(told, *at, size, "host");
    return told;
}
EXPORTED hipError_t hipHostRegister(void* at, std::size_t size, unsigned flags) {
    NEXT(hipHostRegister);
    hipError_t told = own(at, size, flags);
    allocated(told, at, size, "host");
    return told;
}
EXPORTED hipError_t hipFree(void* at) {
    NEXT(hipFree);
    freed(at);
    return own(at);
}
EXPORTED hipError_t hipFreeAsync(void* at, hipStream_t stream) {
    NEXT(hipFreeAsync);
    freed(at);
    return own(at, stream);
}
EXPORTED hipError_t hipHostFree(void* at) {
    NEXT(hipHostFree);
    freed(at);
    return own(at);
}
EXPORTED hipError_t hipFreeHost(void* at) {
    NEXT(hipFreeHost);
    freed(at);
    return own(at);
}
EXPORTED hipError_t hipHostUnregister(void* at) {
    NEXT(hipHostUnregister);
    freed(at);
    return own(at);
}

// What the compiler has each unit register before main.
EXPORTED hipError_t hipCreateTextureObject(hipTextureObject_t* made, const hipResourceDesc* resource, const hipTextureDesc* texture,
                                           const hipResourceViewDesc* view) {
    NEXT(hipCreateTextureObject);
    hipError_t told = own(made, resource, texture, view);
    if (!told && state().is_on && !ended) {
        Hold hold;
        ImageObject object = described(*resource, *texture);
        if (view || texture->is_srgb) object.address = 0;
        state().recorder.made(reinterpret_cast<Address>(*made), object);
    }
    return told;
}
EXPORTED hipError_t hipDestroyTextureObject(hipTextureObject_t handle) {
    NEXT(hipDestroyTextureObject);
    destroyed(handle);
    return own(handle);
}
EXPORTED hipError_t hipCreateSurfaceObject(void** made, const hipResourceDesc* resource) {
    NEXT(hipCreateSurfaceObject);
    hipError_t told = own(made, resource);
    if (!told && state().is_on && !ended) {
        Hold hold;
        ImageObject object;
        object.kind = "surface";
        state().recorder.made(reinterpret_cast<Address>(*made), object);
    }
    return told;
}
EXPORTED hipError_t hipDestroySurfaceObject(void* handle) {
    NEXT(hipDestroySurfaceObject);
    destroyed(handle);
    return own(handle);
}

EXPORTED void** __hipRegisterFatBinary(const void* data) {
    NEXT(__hipRegisterFatBinary);
    void** made = own(data);
    struct Wrapper {
        std::uint32_t magic, version;
        const unsigned char* binary;
        const void* unused;
    };
    Hold hold;
    state().bundles[made] = new Bundle{static_cast<const Wrapper*>(data)->binary, {}, nullptr, false, "", {}};
    return made;
}
EXPORTED void __hipRegisterFunction(void** modules, const void* host, char* name, const char* device, unsigned limit, void* tid, void* bid,
                                    dim3* block, dim3* grid, int* warp) {
    NEXT(__hipRegisterFunction);
    own(modules, host, name, device, limit, tid, bid, block, grid, warp);
    Hold hold;
    auto found = state().bundles.find(modules);
    if (found != state().bundles.end()) state().functions[host] = {found->second, device};
}
EXPORTED void __hipRegisterVar(void** modules, void* host, char* name, char* device, int external, std::size_t size, int constant, int global) {
    NEXT(__hipRegisterVar);
    own(modules, host, name, device, external, size, constant, global);
    Hold hold;
    auto found = state().bundles.find(modules);
    if (found != state().bundles.end()) found->second->variables[host] = device;
}

EXPORTED hipError_t hipLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared, hipStream_t stream) {
    NEXT(hipLaunchKernel);
    Captured launch(function, grid, block, shared, stream, arguments, nullptr, false);
    return launch.after(own(function, grid, block, arguments, shared, stream), stream);
}
EXPORTED hipError_t hipExtLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared, hipStream_t stream,
                                       hipEvent_t begins, hipEvent_t ends, int flags) {
    NEXT(hipExtLaunchKernel);
    Captured launch(function, grid, block, shared, stream, arguments, nullptr, false);
    return launch.after(own(function, grid, block, arguments, shared, stream, begins, ends, flags), stream);
}
EXPORTED hipError_t hipLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments, unsigned shared, hipStream_t stream) {
    NEXT(hipLaunchCooperativeKernel);
    Captured launch(function, grid, block, shared, stream, arguments, nullptr, true);
    return launch.after(own(function, grid, block, arguments, shared, stream), stream);
}

// What a program loads itself: kept, as it may free it at once.
static void loaded(hipError_t told, hipModule_t module, std::string code) {
    if (told || !state().is_on || ended || is_inside || code.size() < 64) return;
    Hold hold;
    auto* kept = new std::string(std::move(code));
    state().bundles[module] = new Bundle{reinterpret_cast<const unsigned char*>(kept->data()), {}, module, false, "", {}};
}

// The bytes of a code object, or of a bundle of them.
static std::string bytes_of(const void* image) {
    auto* data = static_cast<const unsigned char*>(image);
    std::size_t size = elf_size(data);
    if (is_bundle(data))
        for (auto& e : entries_of(data)) size = std::max(size, e.offset + e.size);
    return {static_cast<const char*>(image), size};
}

EXPORTED hipError_t hipModuleLoadData(hipModule_t* module, const void* image) {
    NEXT(hipModuleLoadData);
    hipError_t told = own(module, image);
    loaded(told, *module, bytes_of(image));
    return told;
}
EXPORTED hipError_t hipModuleLoadDataEx(hipModule_t* module, const void* image, unsigned count, int* options, void** values) {
    NEXT(hipModuleLoadDataEx);
    hipError_t told = own(module, image, count, options, values);
    loaded(told, *module, bytes_of(image));
    return told;
}
EXPORTED hipError_t hipModuleLoad(hipModule_t* module, const char* path) {
    NEXT(hipModuleLoad);
    hipError_t told = own(module, path);
    std::string text;
    if (std::FILE* file = std::fopen(path, "rb")) {
        char part[1 << 16];
        while (std::size_t n = std::fread(part, 1, sizeof part, file)) text.append(part, n);
        std::fclose(file);
    }
    loaded(told, *module, text);
    return told;
}
EXPORTED hipError_t hipModuleGetFunction(hipFunction_t* function, hipModule_t module, const char* name) {
    NEXT(hipModuleGetFunction);
    hipError_t told = own(function, module, name);
    if (told || is_inside) return told;
    Hold hold;
    auto found = state().bundles.find(module);
    if (found != state().bundles.end()) state().functions[*function] = {found->second, name};
    return told;
}
EXPORTED hipError_t hipModuleLaunchKernel(hipFunction_t function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                          unsigned shared, hipStream_t stream, void** arguments, void** extra) {
    NEXT(hipModuleLaunchKernel);
    Captured launch(function, {gx, gy, gz}, {bx, by, bz}, shared, stream, arguments, extra, false);
    return launch.after(own(function, gx, gy, gz, bx, by, bz, shared, stream, arguments, extra), stream);
}
