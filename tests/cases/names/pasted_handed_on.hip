// Names that a macro pastes from what another macro, or a list of names, hands to it.
#include <hip/hip_runtime.h>
#include "retarget_hip/capability.h"

#define CALL(f) hip##f
#define OK(f, ...) (CALL(f)(__VA_ARGS__) == CALL(Success))
#define BOTH(f, g) (OK(f, nullptr) && OK(g, 0))
bool released() { return BOTH(Free, DestroyTextureObject) && OK(DeviceSynchronize); }

#define TYPE(t) hip##t
#define DEFINED(t) typedef TYPE(t) Own##t;
DEFINED(Stream_t)
DEFINED(Event_t)

#define ENTRY(f) reinterpret_cast<void *>(hip##f),
#define ALL(X) X(GetLastError) X(PeekAtLastError)
#define ENTRY_TOO ENTRY
void *functions[] = {ALL(ENTRY) ENTRY_TOO(DeviceReset)};

#define PART(f) hip##f
#define OF_PARTS(f) PART(f##Async)
hipError_t part(void *p) { return OF_PARTS(Free)(p, nullptr); }

#define LOST(f) cuda##f  // want [unknown-name] the preprocessor joins names that begin with 'cuda' here
#define OF_TWO(f, g) LOST(f##g)

#define ASYNC(f) hip##f##Async
#define SIZED(f, n) ASYNC(f)(nullptr, n, n, nullptr)
hipError_t sized() { return SIZED(Memset, 4); }
#define EITHER(f, g) cuda##f##g  // want [unknown-name] the preprocessor joins names that begin with 'cuda' here

#define GPU(f) hip##f
#define RUN(f, args) if (GPU(f) args != GPU(Success)) note(#f)
void note(const char *);
void properties(hipDeviceProp_t *found, void *p) {
  RUN(HostFree, (p));
  RUN(DeviceSynchronize, ());
#define hip_GetDeviceProperties retarget_hip_getDeviceProperties
  RUN(_GetDeviceProperties, (found, 0));
}
#define CHOSEN(f) cuda##f  // want [unknown-name] the preprocessor joins names that begin with 'cuda' here
#define CHECKED(f, args) CHOSEN(f) args; f##_was_called()
void DeviceReset_was_called(), FreeHost_was_called();
void reset(void *p) { CHECKED(DeviceReset, ()); CHECKED(FreeHost, (p)); }
