// A name behind `struct` stays one of a struct: HIP's typedef of it would not do.
#include <hip/hip_runtime.h>

struct Buffer {
  struct _hipGraphicsResource* resource;
};
void unregister(_hipGraphicsResource* plain, hipGraphicsResource_t handle, struct _hipGraphicsResource** several) {
  hipGraphicsUnregisterResource(plain);
  hipGraphicsUnregisterResource(handle);
  hipGraphicsUnregisterResource(several[0]);
}
