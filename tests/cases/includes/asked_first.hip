// A version is asked for ahead of the file's first include: what answers it has to stand ahead of that.
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"
#include "asked_first.h"

int main() { return RETARGET_CUDA_VERSION > 4010 ? EARLY : 0; }
