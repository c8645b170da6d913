// Captures launches of an unmodified CUDA program, which loads this library by CUDA_INJECTION64_PATH.
//
// CUPTI's callbacks of the driver's interface tell of allocations and launches, its activity records how long each
// launch took, with no event between launches.
#include <cuda.h>
#include <cupti.h>
#include <dlfcn.h>
#include <elf.h>

#include <atomic>
#include <set>

#include "recorder.h"

using namespace retarget_capture;

namespace {

// The driver's own entry points: the program may be linked with no libcuda of any name.
template <typename F>
F driver(const char* name) {
    static void* library = dlopen("libcuda.so.1", RTLD_NOW);
    return library ? reinterpret_cast<F>(dlsym(library, name)) : nullptr;
}

struct Driver {
    decltype(&cuCtxSynchronize) synchronise = driver<decltype(&cuCtxSynchronize)>("cuCtxSynchronize");
    CUresult (*copy)(void*, CUdeviceptr, size_t) = driver<CUresult (*)(void*, CUdeviceptr, size_t)>("cuMemcpyDtoH_v2");
    CUresult (*module)(CUmodule*, CUfunction) = driver<CUresult (*)(CUmodule*, CUfunction)>("cuFuncGetModule");
    CUresult (*global)(CUdeviceptr*, size_t*, CUmodule, const char*) =
        driver<CUresult (*)(CUdeviceptr*, size_t*, CUmodule, const char*)>("cuModuleGetGlobal_v2");
    CUresult (*parameter)(CUfunction, size_t, size_t*, size_t*) =
        driver<CUresult (*)(CUfunction, size_t, size_t*, size_t*)>("cuFuncGetParamInfo");
    CUresult (*kernel_parameter)(CUkernel, size_t, size_t*, size_t*) =
        driver<CUresult (*)(CUkernel, size_t, size_t*, size_t*)>("cuKernelGetParamInfo");
    decltype(&cuKernelGetFunction) function = driver<decltype(&cuKernelGetFunction)>("cuKernelGetFunction");
    decltype(&cuStreamIsCapturing) is_capturing = driver<decltype(&cuStreamIsCapturing)>("cuStreamIsCapturing");
    decltype(&cuDriverGetVersion) version = driver<decltype(&cuDriverGetVersion)>("cuDriverGetVersion");
    decltype(&cuDeviceGetName) name = driver<decltype(&cuDeviceGetName)>("cuDeviceGetName");
    decltype(&cuDeviceGetAttribute) attribute = driver<decltype(&cuDeviceGetAttribute)>("cuDeviceGetAttribute");
    decltype(&cuCtxGetDevice) device = driver<decltype(&cuCtxGetDevice)>("cuCtxGetDevice");
};

const Driver& cuda() {
    static Driver made;
    return made;
}

// A module's code, copied when it is loaded: the driver may hold locks of its own then, so that nothing is called or
// waited for. number: of the recorder; -1: it has not been written.
struct Code {
    std::string bytes;
    int number;
    std::set<std::string> kernels, variables;
};

using Key = std::pair<std::string, Configuration>;

void begin();

Recorder* recorder;
std::mutex codes_mutex;
std::vector<Code> codes;
std::map<CUstream, long> streams;
thread_local bool is_inside;  // of a call that this library makes itself
thread_local bool is_captured;
thread_local Launch current;
std::atomic<bool> started{false}, ended{false};

std::mutex times_mutex;
std::map<Key, std::pair<long, double>> times;

// The kernels and variables of a code object, by its table of symbols.
void read_symbols(const unsigned char* data, std::size_t size, Code& code) {
    if (size < sizeof(Elf64_Ehdr) || std::memcmp(data, ELFMAG, SELFMAG)) return;
    Elf64_Ehdr head;
    std::memcpy(&head, data, sizeof head);
    auto section = [&](std::size_t i, Elf64_Shdr& into) {
        std::size_t at = head.e_shoff + i * sizeof into;
        if (i >= head.e_shnum || at + sizeof into > size) return false;
        std::memcpy(&into, data + at, sizeof into);
        return into.sh_type == SHT_NOBITS || into.sh_offset + into.sh_size <= size;
    };
    for (std::size_t i = 0; i < head.e_shnum; i++) {
        Elf64_Shdr table, names;
        if (!section(i, table) || table.sh_type != SHT_SYMTAB || !section(table.sh_link, names)) continue;
        for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
            Elf64_Sym symbol;
            std::memcpy(&symbol, data + table.sh_offset + at, sizeof symbol);
            if (symbol.st_name >= names.sh_size) continue;
            const char* name = reinterpret_cast<const char*>(data + names.sh_offset + symbol.st_name);
            std::string text(name, strnlen(name, names.sh_size - symbol.st_name));
            int kind = ELF64_ST_TYPE(symbol.st_info);
            if (kind == STT_FUNC && symbol.st_shndx != SHN_UNDEF) code.kernels.insert(text);
            if (kind == STT_OBJECT && symbol.st_size && symbol.st_shndx != SHN_UNDEF) code.variables.insert(text);
        }
    }
}

void loaded(const CUpti_ModuleResourceData* module) {
    if (!module || !module->pCubin || !module->cubinSize) return;
    Code code{std::string(module->pCubin, module->cubinSize), -1, {}, {}};
    read_symbols(reinterpret_cast<const unsigned char*>(code.bytes.data()), code.bytes.size(), code);
    std::lock_guard<std::mutex> hold(codes_mutex);
    for (auto& c : codes)
        if (c.bytes == code.bytes) return;
    codes.push_back(std::move(code));
}

// The arguments, as they lie in the kernel's memory of parameters. False: how they lie is not known.
bool read_arguments(CUfunction f, void** each, void** extra, Launch& into) {
    std::size_t offset, size, whole = 0;
    auto told = [&](std::size_t i) {
        if (cuda().parameter && cuda().parameter(f, i, &offset, &size) == CUDA_SUCCESS) return true;
        return cuda().kernel_parameter && cuda().kernel_parameter(reinterpret_cast<CUkernel>(f), i, &offset, &size) == CUDA_SUCCESS;
    };
    for (std::size_t i = 0; told(i); i++) {
        into.parameters.emplace_back(offset, size);
        whole = std::max(whole, offset + size);
    }
    into.arguments.assign(whole, 0);
    if (extra) {
        const void* buffer = nullptr;
        std::size_t given = 0;
        for (void** e = extra; *e != CU_LAUNCH_PARAM_END; e += 2) {
            if (e[0] == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = e[1];
            if (e[0] == CU_LAUNCH_PARAM_BUFFER_SIZE) given = *static_cast<std::size_t*>(e[1]);
        }
        if (buffer) std::memcpy(into.arguments.data(), buffer, std::min(given, whole));
        return buffer != nullptr;
    }
    if (!each) return into.parameters.empty();
    for (std::size_t i = 0; i < into.parameters.size(); i++)
        std::memcpy(into.arguments.data() + into.parameters[i].first, each[i], into.parameters[i].second);
    return true;
}

// f: a function, or the runtime's handle of a kernel that may not be loaded yet.
CUmodule module_of(CUfunction f) {
    CUmodule module = nullptr;
    if (cuda().module(&module, f) == CUDA_SUCCESS) return module;
    CUfunction own;
    if (!cuda().function || cuda().function(&own, reinterpret_cast<CUkernel>(f)) != CUDA_SUCCESS) return nullptr;
    return cuda().module(&module, own) == CUDA_SUCCESS ? module : nullptr;
}

// Which code object a kernel is of, and that one's variables. False: that is not known.
bool find_code(CUfunction f, Launch& launch) {
    CUmodule module = module_of(f);  // which also loads what is loaded late
    std::set<std::string> variables;
    {
        std::lock_guard<std::mutex> hold(codes_mutex);
        Code* found = nullptr;
        for (auto& c : codes) {
            if (!c.kernels.count(launch.kernel)) continue;
            if (found) return false;
            found = &c;
        }
        if (!found) return false;
        if (found->number < 0) found->number = recorder->code(found->bytes.data(), found->bytes.size());
        launch.code = found->number;
        variables = found->variables;
    }
    if (!module) return variables.empty();
    for (auto& name : variables) {
        CUdeviceptr address;
        std::size_t size;
        if (cuda().global(&address, &size, module, name.c_str()) == CUDA_SUCCESS && size) launch.variables.push_back({name, address, size});
    }
    return true;
}

void launching(const char* symbol, CUfunction f, const Configuration& c, CUstream stream, void** each, void** extra) {
    recorder->mutex.lock();
    begin();
    std::string kernel = symbol ? symbol : "?";
    is_captured = false;
    if (recorder->wants(recorder->launched(kernel, c))) {
        current = Launch{kernel, c, 0, -1, {}, {}, {}};
        current.stream = streams.emplace(stream, static_cast<long>(streams.size())).first->second;
        CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
        if (cuda().is_capturing && cuda().is_capturing(stream, &status) == CUDA_SUCCESS && status != CU_STREAM_CAPTURE_STATUS_NONE)
            recorder->refuse(current, "it is recorded into a graph");
        else if (!read_arguments(f, each, extra, current))
            recorder->refuse(current, "how its arguments lie in memory is not known");
        else if (!find_code(f, current))
            recorder->refuse(current, "several modules, or none, define a kernel of its name");
        else
            is_captured = recorder->before(current);
    }
    if (!is_captured) recorder->mutex.unlock();
}

void launched(bool succeeded) {
    if (!is_captured) return;
    is_captured = false;
    if (succeeded)
        recorder->after(current);
    else
        recorder->refuse(current, "the driver refuses the launch");
    recorder->mutex.unlock();
}

void begin() {
    bool expected = false;
    if (!started.compare_exchange_strong(expected, true)) return;
    bool was = std::exchange(is_inside, true);
    int version = 0, major = 0, minor = 0;
    CUdevice device = 0;
    char name[256] = "";
    cuda().device(&device);
    cuda().version(&version);
    cuda().name(name, sizeof name, device);
    cuda().attribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    cuda().attribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    recorder->start("\"vendor\":\"nvidia\",\"device\":" + quoted(name) + ",\"architecture\":\"sm_" + std::to_string(major) + std::to_string(minor) +
                    "\",\"driver\":\"CUDA " + std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10) + "\"");
    is_inside = was;
}

template <typename P>
const P& as(const CUpti_CallbackData* d) {
    return *static_cast<const P*>(d->functionParams);
}

void allocations(CUpti_CallbackId id, const CUpti_CallbackData* d, bool enters) {
    std::lock_guard<std::recursive_mutex> hold(recorder->mutex);
    bool done = !enters && *static_cast<CUresult*>(d->functionReturnValue) == CUDA_SUCCESS;
    switch (id) {
#define ALLOCATION(name, kind, pointer, size)                                              \
    case CUPTI_DRIVER_TRACE_CBID_##name:                                                  \
        if (done) {                                                                       \
            auto& p = as<name##_params>(d);                                               \
            recorder->allocated(reinterpret_cast<Address>((void*)(pointer)), size, kind); \
        }                                                                                 \
        break;
#define RELEASE(name, pointer)                                                                          \
    case CUPTI_DRIVER_TRACE_CBID_##name:                                                                \
        if (enters) recorder->freed(reinterpret_cast<Address>((void*)(as<name##_params>(d).pointer))); \
        break;
        ALLOCATION(cuMemAlloc_v2, "device", *p.dptr, p.bytesize)
        ALLOCATION(cuMemAllocPitch_v2, "device", *p.dptr, *p.pPitch * p.Height)
        ALLOCATION(cuMemAllocManaged, "managed", *p.dptr, p.bytesize)
        ALLOCATION(cuMemAllocAsync, "device", *p.dptr, p.bytesize)
        ALLOCATION(cuMemAllocAsync_ptsz, "device", *p.dptr, p.bytesize)
        ALLOCATION(cuMemAllocFromPoolAsync, "device", *p.dptr, p.bytesize)
        ALLOCATION(cuMemAllocFromPoolAsync_ptsz, "device", *p.dptr, p.bytesize)
        ALLOCATION(cuMemMap, "device", p.ptr, p.size)
        ALLOCATION(cuMemHostAlloc, "host", *p.pp, p.bytesize)
        ALLOCATION(cuMemAllocHost_v2, "host", *p.pp, p.bytesize)
        ALLOCATION(cuMemHostRegister_v2, "host", p.p, p.bytesize)
        RELEASE(cuMemFree_v2, dptr)
        RELEASE(cuMemFreeAsync, dptr)
        RELEASE(cuMemFreeAsync_ptsz, dptr)
        RELEASE(cuMemUnmap, ptr)
        RELEASE(cuMemFreeHost, p)
        RELEASE(cuMemHostUnregister, p)
        default:
            break;
    }
}

void CUPTIAPI called(void*, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void* data) {
    if (ended) return;
    if (domain == CUPTI_CB_DOMAIN_RESOURCE) {  // also while this library has a kernel loaded
        loaded(static_cast<const CUpti_ModuleResourceData*>(static_cast<const CUpti_ResourceData*>(data)->resourceDescriptor));
        return;
    }
    if (is_inside) return;
    is_inside = true;
    auto* d = static_cast<const CUpti_CallbackData*>(data);
    bool enters = d->callbackSite == CUPTI_API_ENTER;
    switch (id) {
        case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel:
        case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel_ptsz: {
            auto& p = as<cuLaunchKernel_params>(d);
            Configuration c{{p.gridDimX, p.gridDimY, p.gridDimZ}, {p.blockDimX, p.blockDimY, p.blockDimZ}, p.sharedMemBytes};
            if (enters)
                launching(d->symbolName, p.f, c, p.hStream, p.kernelParams, p.extra);
            else
                launched(*static_cast<CUresult*>(d->functionReturnValue) == CUDA_SUCCESS);
            break;
        }
        case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx:
        case CUPTI_DRIVER_TRACE_CBID_cuLaunchKernelEx_ptsz: {
            auto& p = as<cuLaunchKernelEx_params>(d);
            auto& g = *p.config;
            Configuration c{{g.gridDimX, g.gridDimY, g.gridDimZ}, {g.blockDimX, g.blockDimY, g.blockDimZ}, g.sharedMemBytes};
            if (!enters) {
                launched(*static_cast<CUresult*>(d->functionReturnValue) == CUDA_SUCCESS);
            } else if (g.numAttrs) {
                std::lock_guard<std::recursive_mutex> hold(recorder->mutex);
                begin();
                recorder->refuse(d->symbolName ? d->symbolName : "?", c, "its launch has attributes, such as clusters");
            } else {
                launching(d->symbolName, p.f, c, g.hStream, p.kernelParams, p.extra);
            }
            break;
        }
        case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel:
        case CUPTI_DRIVER_TRACE_CBID_cuLaunchCooperativeKernel_ptsz:
            if (enters) {
                auto& p = as<cuLaunchCooperativeKernel_params>(d);
                Configuration c{{p.gridDimX, p.gridDimY, p.gridDimZ}, {p.blockDimX, p.blockDimY, p.blockDimZ}, p.sharedMemBytes};
                std::lock_guard<std::recursive_mutex> hold(recorder->mutex);
                begin();
                recorder->refuse(d->symbolName ? d->symbolName : "?", c, "its launch is cooperative");
            }
            break;
        default:
            allocations(id, d, enters);
    }
    is_inside = false;
}

void CUPTIAPI needed(std::uint8_t** buffer, std::size_t* size, std::size_t* records) {
    *size = 4 << 20;
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, *size));
    *records = 0;
}

void CUPTIAPI filled(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t, std::size_t valid) {
    CUpti_Activity* record = nullptr;
    std::lock_guard<std::mutex> hold(times_mutex);
    while (cuptiActivityGetNextRecord(buffer, valid, &record) == CUPTI_SUCCESS) {
        if (record->kind != CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL && record->kind != CUPTI_ACTIVITY_KIND_KERNEL) continue;
        auto* k = reinterpret_cast<CUpti_ActivityKernel9*>(record);
        auto u = [](std::int32_t v) { return static_cast<unsigned>(v); };
        Configuration c{{u(k->gridX), u(k->gridY), u(k->gridZ)}, {u(k->blockX), u(k->blockY), u(k->blockZ)}, u(k->dynamicSharedMemory)};
        auto& t = times[{k->name ? k->name : "?", c}];
        t.first++;
        t.second += static_cast<double>(k->end - k->start);
    }
    std::free(buffer);
}

void finish() {
    if (ended.exchange(true) || !started) return;
    cuptiActivityFlushAll(1);
    std::lock_guard<std::mutex> hold(times_mutex);
    for (auto& [key, t] : times) recorder->total(key.first, key.second, t.first, t.second / 1e6);
    recorder->end();
}

}  // namespace

extern "C" __attribute__((visibility("default"))) int InitializeInjection() {
    recorder = new Recorder;
    recorder->read = [](void* to, Address from, std::size_t size) { return cuda().copy(to, from, size) == CUDA_SUCCESS; };
    recorder->wait = [] { return cuda().synchronise() == CUDA_SUCCESS; };
    CUpti_SubscriberHandle subscriber;
    const char* why = nullptr;
    if (CUptiResult told = cuptiSubscribe(&subscriber, called, nullptr)) {
        cuptiGetResultString(told, &why);
        std::fprintf(stderr, "retarget: CUPTI takes no subscription (%s): another profiler may be at work\n", why ? why : "?");
        return 1;
    }
    cuptiEnableDomain(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API);
    cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED);
    cuptiActivityRegisterCallbacks(needed, filled);
    if (CUptiResult told = cuptiActivityEnable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL)) {
        cuptiGetResultString(told, &why);
        std::fprintf(stderr, "retarget: CUPTI gives no times (%s)\n", why ? why : "?");
    }
    std::atexit(finish);
    return 1;
}
