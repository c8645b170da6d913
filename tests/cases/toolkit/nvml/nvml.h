#pragma once
typedef int nvmlReturn_t;
#define NVML_SUCCESS 0
