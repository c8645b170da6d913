// Names that a macro puts together: the beginning is HIP's where every use gives a name that HIP has so.
#include <cuda_runtime.h>
#define CALL(f) cuda##f
#define TYPE(t) cuda ## t
#define CHECKED(place, f) check(place, cuda##f)
#define MIXED(f) cuda##f
#define ASKED(f) cuda##f  // want [unknown-name] the preprocessor joins names that begin with 'cuda' here
#define FUTURE(f) cuda##f  // want [unknown-name] the preprocessor joins names that begin with 'cuda' here

static int check(int, cudaError_t error) { return error; }

int main() {
  float* p;
  int device;
  TYPE(DeviceProp) properties;
  CALL(Error_t) error = CALL(Malloc)((void**)&p, 4);
  if (error != CALL(Success)) return 1;
  CALL(GetDevice(&device));
  ASKED(GetDeviceProperties(&properties, 0));
  MIXED(Free)(p);
  MIXED(DeviceProp) other;
  (void)other;
  return CHECKED(1, Free(p));
}
