// What a program's launches read and write, taken down while it runs: the part that no vendor's interface shows.
//
// A front end (cupti.cpp, hip.cpp) tells of allocations, of code and of launches. For a launch that is to be captured, all
// memory that its arguments lead to is read before and after it. Files of a process, in $RETARGET_CAPTURE:
//   PID.jsonl    one record a line: start, code, launch, refused, total, end
//   PID.chunks   pieces of memory, each one once, in the order of their numbers, behind its size (8 bytes)
//   PID-N.code   the N-th code object, as the driver takes it
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

namespace retarget_capture {

using Address = std::uint64_t;
constexpr std::size_t CHUNK = 256 << 10;  // bytes of a piece of memory
constexpr int SIZES = 4;                  // launch configurations of a kernel that are captured
constexpr long STEP = 10;                 // of a configuration, launches 1, 10, 100, ... are captured

struct Hash {
    std::uint64_t a, b;
    bool operator==(const Hash& o) const { return a == o.a && b == o.b; }
};

struct HashOfHash {
    std::size_t operator()(const Hash& h) const { return h.a; }
};

// Two multiplicative hashes side by side: pieces are told apart, not authenticated.
inline Hash hash_of(const unsigned char* data, std::size_t size) {
    Hash h{0x9e3779b97f4a7c15ull ^ size, 0xc2b2ae3d27d4eb4full + size};
    for (std::size_t at = 0; at < size; at += 8) {
        std::uint64_t word = 0;
        std::memcpy(&word, data + at, std::min<std::size_t>(8, size - at));
        h.a = (h.a ^ word) * 0xff51afd7ed558ccdull;
        h.a ^= h.a >> 32;
        h.b = (h.b + word) * 0xc4ceb9fe1a85ec53ull;
        h.b ^= h.b >> 29;
    }
    return h;
}

struct Extents {
    unsigned x, y, z;
    bool operator<(const Extents& o) const { return std::tie(x, y, z) < std::tie(o.x, o.y, o.z); }
};

struct Configuration {
    Extents grid, block;
    unsigned shared;
    bool operator<(const Configuration& o) const { return std::tie(grid, block, shared) < std::tie(o.grid, o.block, o.shared); }
};

struct Variable {
    std::string name;
    Address address;
    std::size_t size;
};

// A texture or surface object: an image in memory that was told of, and how it is read. address: 0 where the image is none.
struct ImageObject {
    std::string kind;  // linear, pitched, array, surface
    Address address = 0;
    Extents extents{0, 0, 0};          // in texels; z: slices, layers and faces
    std::size_t pitch = 0, slice = 0;  // bytes from a row to the next, and from a slice to the next
    unsigned bytes = 0, channels = 0;  // of a component; components of a texel
    std::string element = "signed";    // unsigned, float
    bool filters = false, is_normalised = false, reads_normalised = false;
    int modes[3] = {0, 0, 0};           // wrap, clamp, mirror, border
    unsigned border[4] = {0, 0, 0, 0};  // bits of floats
};

struct Launch {
    std::string kernel;
    Configuration configuration;
    long stream;
    int code;  // number of its code object; -1: not known
    std::vector<std::pair<std::size_t, std::size_t>> parameters;  // offset and size of each
    std::vector<unsigned char> arguments;
    std::vector<Variable> variables;
};

struct Region {
    Address address;
    std::size_t size;
    std::string kind;  // device, managed, host, variable
    std::string name;
    std::vector<long> before, after;  // numbers of pieces
};

inline std::string quoted(const std::string& text) {
    std::string made = "\"";
    for (unsigned char c : text) {
        char code[8];
        if (c == '"' || c == '\\' || c < 32 || c > 126) {
            std::snprintf(code, sizeof code, "\\u%04x", c);
            made += code;
        } else {
            made += static_cast<char>(c);
        }
    }
    return made + "\"";
}

inline std::string listed(const std::vector<long>& values) {
    std::string made = "[";
    for (long v : values) made += (made.size() > 1 ? "," : "") + std::to_string(v);
    return made + "]";
}

inline std::string shown(const Extents& e) {
    return "[" + std::to_string(e.x) + "," + std::to_string(e.y) + "," + std::to_string(e.z) + "]";
}

inline std::string shown(const Configuration& c) {
    return "\"grid\":" + shown(c.grid) + ",\"block\":" + shown(c.block) + ",\"shared\":" + std::to_string(c.shared);
}

inline std::string shown(Address handle, const ImageObject& o) {
    const auto flag = [](bool is) { return is ? "true" : "false"; };
    return "{\"handle\":" + std::to_string(handle) + ",\"kind\":" + quoted(o.kind) + ",\"address\":" + std::to_string(o.address) +
           ",\"extents\":" + shown(o.extents) + ",\"pitch\":" + std::to_string(o.pitch) + ",\"slice\":" + std::to_string(o.slice) +
           ",\"bytes\":" + std::to_string(o.bytes) + ",\"channels\":" + std::to_string(o.channels) + ",\"element\":" + quoted(o.element) +
           ",\"filters\":" + flag(o.filters) + ",\"is_normalised\":" + flag(o.is_normalised) + ",\"reads_normalised\":" +
           flag(o.reads_normalised) + ",\"modes\":" + listed({o.modes[0], o.modes[1], o.modes[2]}) + ",\"border\":" +
           listed({long(o.border[0]), long(o.border[1]), long(o.border[2]), long(o.border[3])}) + "}";
}

// The files of this process.
class Files {
public:
    bool open() {
        const char* folder = std::getenv("RETARGET_CAPTURE");
        if (!folder) return false;
        process_ = getpid();
        base_ = std::string(folder) + "/" + std::to_string(process_);
        records_ = std::fopen((base_ + ".jsonl").c_str(), "a");
        chunks_ = std::fopen((base_ + ".chunks").c_str(), "ab");
        return records_ && chunks_;
    }

    // A process that this one has forked has its buffers and its numbers, and none of its launches.
    bool is_ours() const { return process_ == getpid(); }

    void line(const std::string& text) {
        if (!is_ours()) return;
        if (std::fputs((text + "\n").c_str(), records_) < 0 || std::fflush(records_)) fault_ = errno;
    }

    // The number of a piece of memory, which is written once. -1: it cannot be written.
    long piece(const unsigned char* data, std::size_t size) {
        Hash key = hash_of(data, size);
        auto known = pieces_.find(key);
        if (known != pieces_.end()) return known->second;
        std::uint64_t told = size;
        if (std::fwrite(&told, sizeof told, 1, chunks_) != 1 || std::fwrite(data, 1, size, chunks_) != size) {
            fault_ = errno;
            return -1;
        }
        written += size;
        return pieces_.emplace(key, static_cast<long>(pieces_.size())).first->second;
    }

    bool flush() {
        if (std::fflush(chunks_)) fault_ = errno;
        return !fault_;
    }

    bool code(int number, const void* data, std::size_t size) {
        std::FILE* file = std::fopen((base_ + "-" + std::to_string(number) + ".code").c_str(), "wb");
        if (!file) return false;
        bool whole = std::fwrite(data, 1, size, file) == size;
        return std::fclose(file) == 0 && whole;
    }

    int fault() const { return fault_; }
    std::size_t written = 0;  // bytes of pieces

private:
    std::string base_;
    pid_t process_ = 0;
    std::FILE *records_ = nullptr, *chunks_ = nullptr;
    std::unordered_map<Hash, long, HashOfHash> pieces_;
    int fault_ = 0;
};

// Calls hold the mutex; a launch that is captured holds it until it has ended, so that no other thread of the program
// starts anything meanwhile.
class Recorder {
public:
    // Reads memory of the device; false where that fails.
    std::function<bool(void* to, Address from, std::size_t size)> read;
    // Waits for all work of the device; false where something has failed.
    std::function<bool()> wait;

    bool start(const std::string& device) {
        if (!files_.open()) return false;
        if (const char* given = std::getenv("RETARGET_CAPTURE_MEMORY")) limit_ = std::strtoull(given, nullptr, 10);
        only_times = std::getenv("RETARGET_CAPTURE_TIMES") != nullptr;
        char program[4096] = "";
        (void)!readlink("/proc/self/exe", program, sizeof program - 1);
        files_.line("{\"is\":\"start\",\"pid\":" + std::to_string(getpid()) + ",\"program\":" + quoted(program) + "," + device + "}");
        return true;
    }

    void allocated(Address address, std::size_t size, const char* kind) {
        if (!address || !size) return;
        freed(address);
        live_[address] = {size, kind};
    }

    void freed(Address address) { live_.erase(address); }

    void made(Address handle, const ImageObject& object) { objects_[handle] = object; }
    void destroyed(Address handle) { objects_.erase(handle); }

    // Notes a code object; gives its number.
    int code(const void* data, std::size_t size) {
        Hash key = hash_of(static_cast<const unsigned char*>(data), size);
        auto known = codes_.find(key);
        if (known != codes_.end()) return known->second;
        int number = static_cast<int>(codes_.size());
        if (!files_.code(number, data, size)) return -1;
        files_.line("{\"is\":\"code\",\"number\":" + std::to_string(number) + ",\"size\":" + std::to_string(size) + "}");
        return codes_.emplace(key, number).first->second;
    }

    // Launches of a kernel with one configuration. next: the number of the next one that is captured, -1: none; ms, timed:
    // of those that were timed one by one, and of how many that is.
    struct Seen {
        long count, next;
        double ms = 0;
        long timed = 0;
    };

    // Notes a launch; nothing in a process that this one has forked. What is given stays where it is.
    Seen* launched(const std::string& kernel, const Configuration& c) {
        if (!files_.is_ours()) return nullptr;
        order_++;
        auto& sizes = seen_[kernel];
        auto found = sizes.find(c);
        if (found == sizes.end()) {
            bool is_new = is_new_size(sizes, c);
            found = sizes.emplace(c, Seen{0, is_new ? 1 : -1}).first;
        }
        found->second.count++;
        return &found->second;
    }

    // Whether the launch that was just noted is one to capture.
    bool wants(Seen* s) {
        if (!s || only_times || s->next < 0 || s->count != s->next) return false;
        s->next *= STEP;
        return true;
    }

    void refuse(const Launch& launch, const std::string& why) { refuse(launch.kernel, launch.configuration, why); }

    void refuse(const std::string& kernel, const Configuration& c, const std::string& why) {
        if (!refused_.emplace(std::make_tuple(kernel, c, why), 0).second) return;
        files_.line("{\"is\":\"refused\",\"kernel\":" + quoted(kernel) + "," + shown(c) + ",\"why\":" + quoted(why) + "}");
    }

    // Takes down what a launch may read. False: it is not captured. Waiting for the program's own work is not counted.
    bool before(const Launch& launch) {
        regions_.clear();
        bool is_well = wait();
        auto started = now();
        bool done = is_well ? reach(launch) : (refuse(launch, "work of the program before it has failed"), false);
        files_.flush();  // a process that the program forks would write what is buffered once more
        spent_ += now() - started;
        return done;
    }

    // Takes down what it left.
    void after(const Launch& launch) {
        bool is_well = wait();
        auto started = now();
        if (!is_well) {
            refuse(launch, "the launch has failed");
        } else if (!taken()) {
            refuse(launch, files_.fault() ? std::string("it cannot be written: ") + std::strerror(files_.fault()) : "memory cannot be read");
        } else {
            write(launch);
        }
        spent_ += now() - started;
    }

    // Tells of all launches; of those that were not timed, as long as the others took.
    void totals() {
        for (auto& [kernel, sizes] : seen_)
            for (auto& [c, s] : sizes) total(kernel, c, s.count, s.timed ? s.ms * s.count / s.timed : 0);
    }

    void total(const std::string& kernel, const Configuration& c, long count, double ms) {
        files_.line("{\"is\":\"total\",\"kernel\":" + quoted(kernel) + "," + shown(c) + ",\"count\":" + std::to_string(count) +
                    ",\"ms\":" + std::to_string(ms) + "}");
    }

    void end() {
        files_.line("{\"is\":\"end\",\"launches\":" + std::to_string(order_) + ",\"seconds\":" + std::to_string(spent_) + "}");
    }

    std::recursive_mutex mutex;  // a launch may load code on its way
    bool only_times = false;     // with RETARGET_CAPTURE_TIMES: nothing is captured, all launches are timed

private:
    struct Live {
        std::size_t size;
        const char* kind;
    };
    using Sizes = std::map<Configuration, Seen>;

    static double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

    static double threads(const Configuration& c) {
        return double(c.grid.x) * c.grid.y * c.grid.z * c.block.x * c.block.y * c.block.z;
    }

    // The first few, and one that is twice as large as those that are captured, or half as large.
    static bool is_new_size(const Sizes& sizes, const Configuration& c) {
        int captured = 0;
        double largest = 0, smallest = 1e300;
        for (auto& [other, s] : sizes) {
            if (s.next < 0) continue;
            captured++;
            largest = std::max(largest, threads(other));
            smallest = std::min(smallest, threads(other));
        }
        bool is_apart = threads(c) >= 2 * largest || 2 * threads(c) <= smallest;
        return captured < SIZES - 1 || (captured < 2 * SIZES && is_apart);
    }

    // All memory that arguments and variables lead to, and read.
    bool reach(const Launch& launch) {
        for (auto& v : launch.variables) regions_.push_back({v.address, v.size, "variable", v.name, {}, {}});
        found_.clear();
        held_.clear();
        scan(launch.arguments.data(), launch.arguments.size());
        std::size_t total = 0;
        for (std::size_t at = 0; at < regions_.size(); at++) {
            total += regions_[at].size;
            if (total > limit_ || files_.written > limit_) {
                refuse(launch, "the memory that it can reach is beyond --memory");
                return false;
            }
            if (!contents(at, true)) {
                refuse(launch, files_.fault() ? std::string("it cannot be written: ") + std::strerror(files_.fault())
                                              : "memory of kind " + regions_[at].kind + " cannot be read");
                return false;
            }
        }
        for (Address handle : held_)
            if (!found_.count(holder(objects_[handle].address))) {
                refuse(launch, told(launch, handle));
                return false;
            }
        return true;
    }

    // Why an object of which no memory is known stands in the way.
    std::string told(const Launch& launch, Address handle) const {
        const ImageObject& o = objects_.at(handle);
        std::string where = "memory that it reaches holds";
        for (std::size_t i = 0; i < launch.parameters.size(); i++) {
            const auto [offset, size] = launch.parameters[i];
            for (std::size_t at = offset; at + 8 <= offset + size; at += 8)
                if (std::memcmp(&handle, launch.arguments.data() + at, 8) == 0) where = "its argument " + std::to_string(i + 1) + " is";
        }
        return where + (o.kind == "surface" ? " a surface object" : " a texture object") +
               (o.address ? " of memory that no known call has allocated" : " of an array, or with a view, which no capture holds");
    }

    bool taken() {
        for (std::size_t at = 0; at < regions_.size(); at++)
            if (!contents(at, false)) return false;
        return files_.flush();
    }

    // Reads a region; the first time, what it leads to becomes a region too.
    bool contents(std::size_t number, bool first) {
        Address address = regions_[number].address;
        std::size_t size = regions_[number].size;
        std::vector<long> numbers;
        buffer_.resize(CHUNK);
        for (std::size_t at = 0; at < size; at += CHUNK) {
            std::size_t part = std::min(CHUNK, size - at);
            if (!read(buffer_.data(), address + at, part)) return false;
            if (first) scan(buffer_.data(), part);
            long piece = files_.piece(buffer_.data(), part);
            if (piece < 0) return false;
            numbers.push_back(piece);
        }
        (first ? regions_[number].before : regions_[number].after) = numbers;
        return true;
    }

    // The allocation that an address points into, or to whose end; 0 where there is none.
    Address holder(Address word) const {
        auto next = live_.upper_bound(word);
        if (next == live_.begin()) return 0;
        auto& [address, l] = *--next;
        return word > address + l.size ? 0 : address;
    }

    void add(Address word) {
        const Address address = holder(word);
        if (!address || !found_.emplace(address, true).second) return;
        const Live& l = live_[address];
        regions_.push_back({address, l.size, l.kind, "", {}, {}});
    }

    // Adds the allocations that words of memory point into, and those of the images of which they are handles.
    void scan(const unsigned char* data, std::size_t size) {
        const bool is_empty = live_.empty();
        if (is_empty && objects_.empty()) return;
        Address low = is_empty ? ~Address{0} : live_.begin()->first;
        Address high = is_empty ? 0 : live_.rbegin()->first + live_.rbegin()->second.size;
        if (!objects_.empty()) {
            low = std::min(low, objects_.begin()->first);
            high = std::max(high, objects_.rbegin()->first);
        }
        for (std::size_t at = 0; at + 8 <= size; at += 8) {
            Address word;
            std::memcpy(&word, data + at, 8);
            if (word < low || word > high) continue;
            add(word);
            const auto object = objects_.empty() ? objects_.end() : objects_.find(word);
            if (object != objects_.end() && held_.insert(word).second) add(object->second.address);
        }
    }

    void write(const Launch& l) {
        std::string text = "{\"is\":\"launch\",\"kernel\":" + quoted(l.kernel) + "," + shown(l.configuration) +
                           ",\"ordinal\":" + std::to_string(seen_[l.kernel][l.configuration].count) + ",\"order\":" + std::to_string(order_) +
                           ",\"stream\":" + std::to_string(l.stream) + ",\"code\":" + std::to_string(l.code) + ",\"parameters\":[";
        for (std::size_t i = 0; i < l.parameters.size(); i++)
            text += std::string(i ? "," : "") + "[" + std::to_string(l.parameters[i].first) + "," + std::to_string(l.parameters[i].second) + "]";
        text += "],\"arguments\":\"";
        for (unsigned char c : l.arguments) {
            char digits[3];
            std::snprintf(digits, sizeof digits, "%02x", c);
            text += digits;
        }
        text += "\",\"memory\":[";
        for (std::size_t i = 0; i < regions_.size(); i++) {
            Region& r = regions_[i];
            text += std::string(i ? "," : "") + "{\"address\":" + std::to_string(r.address) + ",\"size\":" + std::to_string(r.size) +
                    ",\"kind\":" + quoted(r.kind) + ",\"name\":" + quoted(r.name) + ",\"before\":" + listed(r.before) + ",\"after\":" + listed(r.after) + "}";
        }
        text += "],\"objects\":[";
        bool is_first = true;
        for (Address handle : held_) {
            text += (is_first ? "" : ",") + shown(handle, objects_.at(handle));
            is_first = false;
        }
        files_.line(text + "]}");
    }

    Files files_;
    std::size_t limit_ = std::size_t(4) << 30;
    std::map<Address, Live> live_;
    std::map<Address, ImageObject> objects_;  // by their handles
    std::set<Address> held_;                  // of these, by what is captured
    std::unordered_map<std::string, Sizes> seen_;
    std::map<std::tuple<std::string, Configuration, std::string>, int> refused_;
    std::unordered_map<Hash, int, HashOfHash> codes_;
    std::vector<Region> regions_;
    std::map<Address, bool> found_;
    std::vector<unsigned char> buffer_;
    long order_ = 0;
    double spent_ = 0;
};

}  // namespace retarget_capture
