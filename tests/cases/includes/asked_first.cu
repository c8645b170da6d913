// A version is asked for ahead of the file's first include: what answers it has to stand ahead of that.
#include <cuda.h>
#include "asked_first.h"

int main() { return CUDA_VERSION > 4010 ? EARLY : 0; }
