#include <hip/hip_runtime.h>
#pragma once
inline void x() { hipDeviceReset(); }
