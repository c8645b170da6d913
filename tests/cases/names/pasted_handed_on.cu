// Names that a macro pastes from what another macro, or a list of names, hands to it.
#include <cuda_runtime.h>

#define CALL(f) cuda##f
#define OK(f, ...) (CALL(f)(__VA_ARGS__) == CALL(Success))
#define BOTH(f, g) (OK(f, nullptr) && OK(g, 0))
bool released() { return BOTH(Free, DestroyTextureObject) && OK(DeviceSynchronize); }

#define TYPE(t) cuda##t
#define DEFINED(t) typedef TYPE(t) Own##t;
DEFINED(Stream_t)
DEFINED(Event_t)

#define ENTRY(f) reinterpret_cast<void *>(cuda##f),
#define ALL(X) X(GetLastError) X(PeekAtLastError)
#define ENTRY_TOO ENTRY
void *functions[] = {ALL(ENTRY) ENTRY_TOO(DeviceReset)};

#define PART(f) cuda##f
#define OF_PARTS(f) PART(f##Async)
cudaError_t part(void *p) { return OF_PARTS(Free)(p, nullptr); }

#define LOST(f) cuda##f  // want [unknown-name] the preprocessor joins names that begin with 'cuda' here
#define OF_TWO(f, g) LOST(f##g)

#define ASYNC(f) cuda##f##Async
#define SIZED(f, n) ASYNC(f)(nullptr, n, n, nullptr)
cudaError_t sized() { return SIZED(Memset, 4); }
#define EITHER(f, g) cuda##f##g  // want [unknown-name] the preprocessor joins names that begin with 'cuda' here

#define GPU(f) cuda##f
#define RUN(f, args) if (GPU(f) args != GPU(Success)) note(#f)
void note(const char *);
void properties(cudaDeviceProp *found, void *p) {
  RUN(FreeHost, (p));
  RUN(DeviceSynchronize, ());
  RUN(GetDeviceProperties, (found, 0));
}
#define CHOSEN(f) cuda##f  // want [unknown-name] the preprocessor joins names that begin with 'cuda' here
#define CHECKED(f, args) CHOSEN(f) args; f##_was_called()
void DeviceReset_was_called(), FreeHost_was_called();
void reset(void *p) { CHECKED(DeviceReset, ()); CHECKED(FreeHost, (p)); }
