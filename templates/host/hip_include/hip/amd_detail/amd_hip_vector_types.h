// In the place of HIP's own: its vectors are plain structs here.
#include "retarget_host/vector_types.h"
