// A libamdhip64 without a GPU: memory is the host's, and a kernel `k` runs as the function `on_cpu_k` of the program. The
// coarsened form of a kernel runs the logical launch that its first argument tells, in $STAND_IN_MS where that is set,
// and less time than the kernel else; where $STAND_IN_LOSES is set, without its last block.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

struct dim3 {
    std::uint32_t x, y, z;
};
using Cpu = void (*)(dim3 grid, dim3 block, void** arguments);

static std::map<const void*, std::string>& kernels() {
    static auto* made = new std::map<const void*, std::string>;
    return *made;
}
static std::map<const void*, std::size_t>& variables() {
    static auto* made = new std::map<const void*, std::size_t>;
    return *made;
}
static thread_local struct {
    dim3 grid, block;
    std::size_t shared;
    void* stream;
} configuration;
static double now;

#define API extern "C" __attribute__((visibility("default")))

API int hipMalloc(void** at, std::size_t size) { return (*at = std::malloc(size)) ? 0 : 2; }
API int hipMallocManaged(void** at, std::size_t size, unsigned) { return hipMalloc(at, size); }
API int hipHostMalloc(void** at, std::size_t size, unsigned) { return hipMalloc(at, size); }
API int hipFree(void* at) { return std::free(at), 0; }
API int hipHostFree(void* at) { return std::free(at), 0; }
API int hipMemcpy(void* to, const void* from, std::size_t size, int) { return std::memcpy(to, from, size), 0; }
API int hipCreateTextureObject(void** made, const void*, const void*, const void*) { return *made = std::malloc(64), 0; }
API int hipDestroyTextureObject(void* made) { return std::free(made), 0; }
API int hipDeviceSynchronize() { return 0; }
API int hipGetLastError() { return 0; }
API int hipDeviceGetName(char* name, int size, int) { return std::strncpy(name, "stand-in", size), 0; }
API int hipRuntimeGetVersion(int* version) { return *version = 60200000, 0; }
// Of the code objects of a bundle, the first one.
API int hipModuleLoadData(void** module, const void* image) {
    static const void* first;
    if (!first) first = image;
    return *module = const_cast<void*>(image), image == first ? 0 : 209;
}
API int hipModuleUnload(void*) { return 0; }
API int hipEventCreate(void** event) { return *event = new double, 0; }
// $STAND_IN_EVENTS: a file that tells how many were recorded.
struct Events {
    long recorded = 0;
    ~Events() {
        const char* path = std::getenv("STAND_IN_EVENTS");
        std::FILE* file = path ? std::fopen(path, "w") : nullptr;
        if (file) std::fprintf(file, "%ld", recorded), std::fclose(file);
    }
};
static Events events;
API int hipEventRecord(void* event, void*) { return *static_cast<double*>(event) = now, events.recorded++, 0; }
API int hipEventElapsedTime(float* ms, void* from, void* to) { return *ms = *static_cast<double*>(to) - *static_cast<double*>(from), 0; }
API int hipEventDestroy(void* event) { return delete static_cast<double*>(event), 0; }
API int hipGetSymbolAddress(void** at, const void* host) { return *at = const_cast<void*>(host), variables().count(host) ? 0 : 1; }
API int hipGetSymbolSize(std::size_t* size, const void* host) { return *size = variables()[host], *size ? 0 : 1; }
API void** __hipRegisterFatBinary(const void* data) { return new void*(const_cast<void*>(data)); }
API void __hipUnregisterFatBinary(void**) {}
API void __hipRegisterFunction(void**, const void* host, char*, const char* device, unsigned, void*, void*, dim3*, dim3*, int*) { kernels()[host] = device; }
API void __hipRegisterVar(void**, void* host, char*, char*, int, std::size_t size, int, int) { variables()[host] = size; }
API int __hipPushCallConfiguration(dim3 grid, dim3 block, std::size_t shared, void* stream) { return configuration = {grid, block, shared, stream}, 0; }
API int __hipPopCallConfiguration(dim3* grid, dim3* block, std::size_t* shared, void** stream) {
    return *grid = configuration.grid, *block = configuration.block, *shared = configuration.shared, *stream = configuration.stream, 0;
}
// What the source calls a kernel that the linker knows as `k`, or as `_Z1k...`.
static std::string plain(const std::string& symbol) {
    if (symbol.compare(0, 2, "_Z")) return symbol;
    char* name;
    const unsigned long size = std::strtoul(symbol.c_str() + 2, &name, 10);
    return std::string(name).substr(0, size);
}
API int hipLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t, void*) {
    static const std::string form = "_coarsened";
    std::string name = plain(kernels()[function]);
    const bool is_coarsened = name.size() > form.size() && !name.compare(name.size() - form.size(), form.size(), form);
    if (is_coarsened) name.resize(name.size() - form.size());
    auto cpu = reinterpret_cast<Cpu>(dlsym(RTLD_DEFAULT, ("on_cpu_" + name).c_str()));
    if (!cpu || block.x > 1024) return 1;
    if (!is_coarsened) return now += 2, cpu(grid, block, arguments), 0;
    const char* ms = std::getenv("STAND_IN_MS");
    now += ms ? std::atof(ms) : 0.5;
    auto* logical = static_cast<const dim3*>(arguments[0]);  // the grid, then the block
    grid = logical[0];
    if (std::getenv("STAND_IN_LOSES")) grid.x--;
    return cpu(grid, logical[1], arguments + 1), 0;
}
API int hipLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments, unsigned, void* stream) {
    return hipLaunchKernel(function, grid, block, arguments, 0, stream);
}
