// retarget: '-DCUDA_INC_DIR="/x"' '-DcudaOwn(x)=x' -DCU_MINE=
#include <cuda_runtime.h>

// Macros of the command line are the program's, however they look.
const char* where() { return "-I" CUDA_INC_DIR; }
int own() { return cudaOwn(3); }
int mine CU_MINE;
