// Stands for NVML by way of ROCm SMI: link with -lrocm_smi64. A device's handle is its number there. What ROCm SMI does
// not tell is NVML_ERROR_NOT_SUPPORTED.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_NVML_H
#define RETARGET_HIP_NVML_H

#include <rocm_smi/rocm_smi.h>
#if defined(__has_include)
#if __has_include(<rocm_smi/rocm_smi64Config.h>)
#include <rocm_smi/rocm_smi64Config.h>
#endif
#endif
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// A program that names its macros so has them again behind this header.
#pragma push_macro("at")
#undef at
#pragma push_macro("count")
#undef count
#pragma push_macro("index")
#undef index
#pragma push_macro("kind")
#undef kind
#pragma push_macro("length")
#undef length
#pragma push_macro("limit")
#undef limit
#pragma push_macro("major")
#undef major
#pragma push_macro("minor")
#undef minor
#pragma push_macro("name")
#undef name
#pragma push_macro("number")
#undef number
#pragma push_macro("result")
#undef result
#pragma push_macro("status")
#undef status
#pragma push_macro("total")
#undef total
#pragma push_macro("version")
#undef version

#define NVML_DEVICE_INFOROM_VERSION_BUFFER_SIZE 16
#define NVML_DEVICE_NAME_BUFFER_SIZE 64
#define NVML_DEVICE_NAME_V2_BUFFER_SIZE 96
#define NVML_DEVICE_PART_NUMBER_BUFFER_SIZE 80
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE 32
#define NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE 16
#define NVML_DEVICE_SERIAL_BUFFER_SIZE 30
#define NVML_DEVICE_UUID_BUFFER_SIZE 80
#define NVML_DEVICE_UUID_V2_BUFFER_SIZE 96
#define NVML_DEVICE_VBIOS_VERSION_BUFFER_SIZE 32
#define NVML_SYSTEM_DRIVER_VERSION_BUFFER_SIZE 80
#define NVML_SYSTEM_NVML_VERSION_BUFFER_SIZE 80

typedef enum nvmlReturn_enum {
  NVML_SUCCESS = 0,
  NVML_ERROR_UNINITIALIZED = 1,
  NVML_ERROR_INVALID_ARGUMENT = 2,
  NVML_ERROR_NOT_SUPPORTED = 3,
  NVML_ERROR_NO_PERMISSION = 4,
  NVML_ERROR_ALREADY_INITIALIZED = 5,
  NVML_ERROR_NOT_FOUND = 6,
  NVML_ERROR_INSUFFICIENT_SIZE = 7,
  NVML_ERROR_INSUFFICIENT_POWER = 8,
  NVML_ERROR_DRIVER_NOT_LOADED = 9,
  NVML_ERROR_TIMEOUT = 10,
  NVML_ERROR_IRQ_ISSUE = 11,
  NVML_ERROR_LIBRARY_NOT_FOUND = 12,
  NVML_ERROR_FUNCTION_NOT_FOUND = 13,
  NVML_ERROR_CORRUPTED_INFOROM = 14,
  NVML_ERROR_GPU_IS_LOST = 15,
  NVML_ERROR_RESET_REQUIRED = 16,
  NVML_ERROR_OPERATING_SYSTEM = 17,
  NVML_ERROR_LIB_RM_VERSION_MISMATCH = 18,
  NVML_ERROR_IN_USE = 19,
  NVML_ERROR_MEMORY = 20,
  NVML_ERROR_NO_DATA = 21,
  NVML_ERROR_VGPU_ECC_NOT_SUPPORTED = 22,
  NVML_ERROR_INSUFFICIENT_RESOURCES = 23,
  NVML_ERROR_FREQ_NOT_SUPPORTED = 24,
  NVML_ERROR_ARGUMENT_VERSION_MISMATCH = 25,
  NVML_ERROR_DEPRECATED = 26,
  NVML_ERROR_NOT_READY = 27,
  NVML_ERROR_GPU_NOT_FOUND = 28,
  NVML_ERROR_INVALID_STATE = 29,
  NVML_ERROR_UNKNOWN = 999,
} nvmlReturn_t;

typedef enum nvmlTemperatureSensors_enum { NVML_TEMPERATURE_GPU = 0 } nvmlTemperatureSensors_t;

typedef enum nvmlClockType_enum {
  NVML_CLOCK_GRAPHICS = 0,
  NVML_CLOCK_SM = 1,
  NVML_CLOCK_MEM = 2,
} nvmlClockType_t;

typedef struct nvmlDevice_st* nvmlDevice_t;

typedef struct nvmlMemory_st {
  unsigned long long total;
  unsigned long long free;
  unsigned long long used;
} nvmlMemory_t;

typedef struct nvmlUtilization_st {
  unsigned int gpu;
  unsigned int memory;
} nvmlUtilization_t;

typedef struct nvmlPciInfo_st {
  char busIdLegacy[NVML_DEVICE_PCI_BUS_ID_BUFFER_V2_SIZE];
  unsigned int domain;
  unsigned int bus;
  unsigned int device;
  unsigned int pciDeviceId;
  unsigned int pciSubSystemId;
  char busId[NVML_DEVICE_PCI_BUS_ID_BUFFER_SIZE];
} nvmlPciInfo_t;

#define RETARGET_NVML static inline __attribute__((unused))

RETARGET_NVML uint32_t retarget_nvml_number(nvmlDevice_t device) { return (uint32_t)((uintptr_t)device - 1); }

RETARGET_NVML nvmlDevice_t retarget_nvml_device(uint32_t number) { return (nvmlDevice_t)((uintptr_t)number + 1); }

RETARGET_NVML nvmlReturn_t retarget_nvml_status(rsmi_status_t status) {
  switch (status) {
    case RSMI_STATUS_SUCCESS: return NVML_SUCCESS;
    case RSMI_STATUS_INVALID_ARGS:
    case RSMI_STATUS_INPUT_OUT_OF_BOUNDS: return NVML_ERROR_INVALID_ARGUMENT;
    case RSMI_STATUS_NOT_SUPPORTED:
    case RSMI_STATUS_NOT_YET_IMPLEMENTED: return NVML_ERROR_NOT_SUPPORTED;
    case RSMI_STATUS_PERMISSION: return NVML_ERROR_NO_PERMISSION;
    case RSMI_STATUS_OUT_OF_RESOURCES: return NVML_ERROR_MEMORY;
    case RSMI_STATUS_INIT_ERROR: return NVML_ERROR_UNINITIALIZED;
    case RSMI_STATUS_NOT_FOUND: return NVML_ERROR_NOT_FOUND;
    case RSMI_STATUS_INSUFFICIENT_SIZE: return NVML_ERROR_INSUFFICIENT_SIZE;
    case RSMI_STATUS_NO_DATA: return NVML_ERROR_NO_DATA;
    case RSMI_STATUS_BUSY: return NVML_ERROR_IN_USE;
    default: return NVML_ERROR_UNKNOWN;
  }
}

RETARGET_NVML const char* nvmlErrorString(nvmlReturn_t result) {
  switch (result) {
    case NVML_SUCCESS: return "The operation was successful";
    case NVML_ERROR_UNINITIALIZED: return "Uninitialized";
    case NVML_ERROR_INVALID_ARGUMENT: return "Invalid Argument";
    case NVML_ERROR_NOT_SUPPORTED: return "Not Supported";
    case NVML_ERROR_NO_PERMISSION: return "Insufficient Permissions";
    case NVML_ERROR_NOT_FOUND: return "Not Found";
    case NVML_ERROR_INSUFFICIENT_SIZE: return "Insufficient Size";
    case NVML_ERROR_DRIVER_NOT_LOADED: return "Driver Not Loaded";
    case NVML_ERROR_IN_USE: return "In use by another client";
    case NVML_ERROR_MEMORY: return "Insufficient Memory";
    case NVML_ERROR_NO_DATA: return "No data";
    default: return "Unknown Error";
  }
}

RETARGET_NVML nvmlReturn_t nvmlInit_v2(void) {
  rsmi_status_t status = rsmi_init(0);
  return status == RSMI_STATUS_INIT_ERROR ? NVML_ERROR_DRIVER_NOT_LOADED : retarget_nvml_status(status);
}

RETARGET_NVML nvmlReturn_t nvmlInit(void) { return nvmlInit_v2(); }

RETARGET_NVML nvmlReturn_t nvmlShutdown(void) { return retarget_nvml_status(rsmi_shut_down()); }

RETARGET_NVML nvmlReturn_t nvmlSystemGetDriverVersion(char* version, unsigned int length) {
  return retarget_nvml_status(rsmi_version_str_get(RSMI_SW_COMP_DRIVER, version, length));
}

// Of the library that manages devices: ROCm SMI's.
RETARGET_NVML nvmlReturn_t nvmlSystemGetNVMLVersion(char* version, unsigned int length) {
  rsmi_version_t own;
  rsmi_status_t status = rsmi_version_get(&own);
  if (status != RSMI_STATUS_SUCCESS) return retarget_nvml_status(status);
  int written = snprintf(version, length, "%u.%u.%u", (unsigned)own.major, (unsigned)own.minor, (unsigned)own.patch);
  return written >= 0 && (unsigned)written < length ? NVML_SUCCESS : NVML_ERROR_INSUFFICIENT_SIZE;
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetCount_v2(unsigned int* count) {
  uint32_t found = 0;
  rsmi_status_t status = rsmi_num_monitor_devices(&found);
  if (status == RSMI_STATUS_SUCCESS) *count = found;
  return retarget_nvml_status(status);
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetCount(unsigned int* count) { return nvmlDeviceGetCount_v2(count); }

RETARGET_NVML nvmlReturn_t nvmlDeviceGetHandleByIndex_v2(unsigned int index, nvmlDevice_t* device) {
  unsigned int count = 0;
  nvmlReturn_t status = nvmlDeviceGetCount_v2(&count);
  if (status != NVML_SUCCESS) return status;
  if (index >= count) return NVML_ERROR_INVALID_ARGUMENT;
  *device = retarget_nvml_device(index);
  return NVML_SUCCESS;
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetHandleByIndex(unsigned int index, nvmlDevice_t* device) {
  return nvmlDeviceGetHandleByIndex_v2(index, device);
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetIndex(nvmlDevice_t device, unsigned int* index) {
  if (!device) return NVML_ERROR_INVALID_ARGUMENT;
  *index = retarget_nvml_number(device);
  return NVML_SUCCESS;
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetName(nvmlDevice_t device, char* name, unsigned int length) {
  return retarget_nvml_status(rsmi_dev_name_get(retarget_nvml_number(device), name, length));
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetSerial(nvmlDevice_t device, char* serial, unsigned int length) {
  return retarget_nvml_status(rsmi_dev_serial_number_get(retarget_nvml_number(device), serial, length));
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetVbiosVersion(nvmlDevice_t device, char* version, unsigned int length) {
  return retarget_nvml_status(rsmi_dev_vbios_version_get(retarget_nvml_number(device), version, length));
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetUUID(nvmlDevice_t device, char* uuid, unsigned int length) {
  uint64_t own = 0;
  rsmi_status_t status = rsmi_dev_unique_id_get(retarget_nvml_number(device), &own);
  if (status != RSMI_STATUS_SUCCESS) return retarget_nvml_status(status);
  int written = snprintf(uuid, length, "GPU-%016llx", (unsigned long long)own);
  return written >= 0 && (unsigned)written < length ? NVML_SUCCESS : NVML_ERROR_INSUFFICIENT_SIZE;
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetHandleByUUID(const char* uuid, nvmlDevice_t* device) {
  unsigned int count = 0;
  nvmlReturn_t status = nvmlDeviceGetCount_v2(&count);
  for (unsigned int at = 0; status == NVML_SUCCESS && at < count; ++at) {
    char own[NVML_DEVICE_UUID_BUFFER_SIZE];
    if (nvmlDeviceGetUUID(retarget_nvml_device(at), own, sizeof own) == NVML_SUCCESS && !strcmp(own, uuid)) {
      *device = retarget_nvml_device(at);
      return NVML_SUCCESS;
    }
  }
  return status == NVML_SUCCESS ? NVML_ERROR_NOT_FOUND : status;
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetPciInfo_v3(nvmlDevice_t device, nvmlPciInfo_t* pci) {
  uint64_t place = 0;
  uint16_t id = 0, vendor = 0;
  uint32_t number = retarget_nvml_number(device);
  rsmi_status_t status = rsmi_dev_pci_id_get(number, &place);
  if (status == RSMI_STATUS_SUCCESS) status = rsmi_dev_id_get(number, &id);
  if (status == RSMI_STATUS_SUCCESS) status = rsmi_dev_vendor_id_get(number, &vendor);
  if (status != RSMI_STATUS_SUCCESS) return retarget_nvml_status(status);
  memset(pci, 0, sizeof *pci);
  pci->domain = (unsigned)(place >> 32);
  pci->bus = (unsigned)(place >> 8) & 0xff;
  pci->device = (unsigned)(place >> 3) & 0x1f;
  pci->pciDeviceId = (unsigned)id << 16 | vendor;
  if (rsmi_dev_subsystem_id_get(number, &id) == RSMI_STATUS_SUCCESS &&
      rsmi_dev_subsystem_vendor_id_get(number, &vendor) == RSMI_STATUS_SUCCESS)
    pci->pciSubSystemId = (unsigned)id << 16 | vendor;
  snprintf(pci->busIdLegacy, sizeof pci->busIdLegacy, "%04X:%02X:%02X.%X", pci->domain & 0xffff, pci->bus & 0xff,
           pci->device & 0x1f, (unsigned)place & 7);
  snprintf(pci->busId, sizeof pci->busId, "%08X:%02X:%02X.%X", pci->domain, pci->bus, pci->device, (unsigned)place & 7);
  return NVML_SUCCESS;
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetPciInfo(nvmlDevice_t device, nvmlPciInfo_t* pci) {
  return nvmlDeviceGetPciInfo_v3(device, pci);
}

// The place with or without its domain and its function.
RETARGET_NVML nvmlReturn_t nvmlDeviceGetHandleByPciBusId_v2(const char* place, nvmlDevice_t* device) {
  unsigned int domain = 0, bus = 0, slot = 0, count = 0;
  if (sscanf(place, "%x:%x:%x", &domain, &bus, &slot) != 3) {
    domain = 0;
    if (sscanf(place, "%x:%x", &bus, &slot) != 2) return NVML_ERROR_INVALID_ARGUMENT;
  }
  nvmlReturn_t status = nvmlDeviceGetCount_v2(&count);
  for (unsigned int at = 0; status == NVML_SUCCESS && at < count; ++at) {
    nvmlPciInfo_t own;
    if (nvmlDeviceGetPciInfo_v3(retarget_nvml_device(at), &own) == NVML_SUCCESS && own.domain == domain &&
        own.bus == bus && own.device == slot) {
      *device = retarget_nvml_device(at);
      return NVML_SUCCESS;
    }
  }
  return status == NVML_SUCCESS ? NVML_ERROR_NOT_FOUND : status;
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetHandleByPciBusId(const char* place, nvmlDevice_t* device) {
  return nvmlDeviceGetHandleByPciBusId_v2(place, device);
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetMemoryInfo(nvmlDevice_t device, nvmlMemory_t* memory) {
  uint64_t total = 0, used = 0;
  uint32_t number = retarget_nvml_number(device);
  rsmi_status_t status = rsmi_dev_memory_total_get(number, RSMI_MEM_TYPE_VRAM, &total);
  if (status == RSMI_STATUS_SUCCESS) status = rsmi_dev_memory_usage_get(number, RSMI_MEM_TYPE_VRAM, &used);
  if (status != RSMI_STATUS_SUCCESS) return retarget_nvml_status(status);
  memory->total = total;
  memory->used = used;
  memory->free = total - used;
  return NVML_SUCCESS;
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetUtilizationRates(nvmlDevice_t device, nvmlUtilization_t* utilization) {
  uint32_t gpu = 0, memory = 0, number = retarget_nvml_number(device);
  rsmi_status_t status = rsmi_dev_busy_percent_get(number, &gpu);
  if (status == RSMI_STATUS_SUCCESS) status = rsmi_dev_memory_busy_percent_get(number, &memory);
  if (status != RSMI_STATUS_SUCCESS) return retarget_nvml_status(status);
  utilization->gpu = gpu;
  utilization->memory = memory;
  return NVML_SUCCESS;
}

// ROCm SMI has millidegrees; some devices have a sensor at their hottest place alone.
RETARGET_NVML nvmlReturn_t nvmlDeviceGetTemperature(nvmlDevice_t device, nvmlTemperatureSensors_t sensor,
                                                    unsigned int* temperature) {
  int64_t found = 0;
  uint32_t number = retarget_nvml_number(device);
  if (sensor != NVML_TEMPERATURE_GPU) return NVML_ERROR_INVALID_ARGUMENT;
  rsmi_status_t status = rsmi_dev_temp_metric_get(number, RSMI_TEMP_TYPE_EDGE, RSMI_TEMP_CURRENT, &found);
  if (status == RSMI_STATUS_NOT_SUPPORTED)
    status = rsmi_dev_temp_metric_get(number, RSMI_TEMP_TYPE_JUNCTION, RSMI_TEMP_CURRENT, &found);
  if (status == RSMI_STATUS_SUCCESS) *temperature = (unsigned)(found / 1000);
  return retarget_nvml_status(status);
}

// NVML has milliwatts, ROCm SMI microwatts.
RETARGET_NVML nvmlReturn_t retarget_nvml_power(rsmi_status_t status, uint64_t found, unsigned int* power) {
  if (status == RSMI_STATUS_SUCCESS) *power = (unsigned)(found / 1000);
  return retarget_nvml_status(status);
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetPowerUsage(nvmlDevice_t device, unsigned int* power) {
  uint64_t found = 0;
  rsmi_status_t status = rsmi_dev_power_ave_get(retarget_nvml_number(device), 0, &found);
#if defined(rocm_smi_VERSION_MAJOR) && rocm_smi_VERSION_MAJOR >= 6
  RSMI_POWER_TYPE kind;
  if (status != RSMI_STATUS_SUCCESS) status = rsmi_dev_power_get(retarget_nvml_number(device), &found, &kind);
#endif
  return retarget_nvml_power(status, found, power);
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetPowerManagementLimit(nvmlDevice_t device, unsigned int* limit) {
  uint64_t found = 0;
  rsmi_status_t status = rsmi_dev_power_cap_get(retarget_nvml_number(device), 0, &found);
  return retarget_nvml_power(status, found, limit);
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetEnforcedPowerLimit(nvmlDevice_t device, unsigned int* limit) {
  return nvmlDeviceGetPowerManagementLimit(device, limit);
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetPowerManagementDefaultLimit(nvmlDevice_t device, unsigned int* limit) {
  uint64_t found = 0;
  rsmi_status_t status = rsmi_dev_power_cap_default_get(retarget_nvml_number(device), &found);
  return retarget_nvml_power(status, found, limit);
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetPowerManagementLimitConstraints(nvmlDevice_t device, unsigned int* least,
                                                                        unsigned int* most) {
  uint64_t highest = 0, lowest = 0;
  rsmi_status_t status = rsmi_dev_power_cap_range_get(retarget_nvml_number(device), 0, &highest, &lowest);
  retarget_nvml_power(status, lowest, least);
  return retarget_nvml_power(status, highest, most);
}

RETARGET_NVML nvmlReturn_t nvmlDeviceSetPowerManagementLimit(nvmlDevice_t device, unsigned int limit) {
  return retarget_nvml_status(rsmi_dev_power_cap_set(retarget_nvml_number(device), 0, (uint64_t)limit * 1000));
}

// Millijoules, from steps of so many microjoules.
RETARGET_NVML nvmlReturn_t nvmlDeviceGetTotalEnergyConsumption(nvmlDevice_t device, unsigned long long* energy) {
  uint64_t steps = 0, when = 0;
  float microjoules = 0;
  rsmi_status_t status = rsmi_dev_energy_count_get(retarget_nvml_number(device), &steps, &microjoules, &when);
  if (status == RSMI_STATUS_SUCCESS) *energy = (unsigned long long)((double)steps * microjoules / 1000);
  return retarget_nvml_status(status);
}

// Megahertz; the highest is the last of those that a device has.
RETARGET_NVML nvmlReturn_t retarget_nvml_clock(nvmlDevice_t device, nvmlClockType_t kind, int highest,
                                               unsigned int* clock) {
  rsmi_frequencies_t found;
  rsmi_clk_type_t own = kind == NVML_CLOCK_MEM ? RSMI_CLK_TYPE_MEM : RSMI_CLK_TYPE_SYS;
  rsmi_status_t status = rsmi_dev_gpu_clk_freq_get(retarget_nvml_number(device), own, &found);
  if (status != RSMI_STATUS_SUCCESS) return retarget_nvml_status(status);
  uint32_t at = highest ? found.num_supported - 1 : found.current;
  if (at >= found.num_supported || at >= RSMI_MAX_NUM_FREQUENCIES) return NVML_ERROR_UNKNOWN;
  *clock = (unsigned)(found.frequency[at] / 1000000);
  return NVML_SUCCESS;
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetClockInfo(nvmlDevice_t device, nvmlClockType_t kind, unsigned int* clock) {
  return retarget_nvml_clock(device, kind, 0, clock);
}

RETARGET_NVML nvmlReturn_t nvmlDeviceGetMaxClockInfo(nvmlDevice_t device, nvmlClockType_t kind, unsigned int* clock) {
  return retarget_nvml_clock(device, kind, 1, clock);
}

// In percent of the highest speed.
RETARGET_NVML nvmlReturn_t nvmlDeviceGetFanSpeed(nvmlDevice_t device, unsigned int* speed) {
  int64_t found = 0;
  uint64_t highest = 0;
  rsmi_status_t status = rsmi_dev_fan_speed_get(retarget_nvml_number(device), 0, &found);
  if (status == RSMI_STATUS_SUCCESS) status = rsmi_dev_fan_speed_max_get(retarget_nvml_number(device), 0, &highest);
  if (status == RSMI_STATUS_SUCCESS && !highest) return NVML_ERROR_UNKNOWN;
  if (status == RSMI_STATUS_SUCCESS) *speed = (unsigned)(100 * found / (int64_t)highest);
  return retarget_nvml_status(status);
}

#pragma pop_macro("at")
#pragma pop_macro("count")
#pragma pop_macro("index")
#pragma pop_macro("kind")
#pragma pop_macro("length")
#pragma pop_macro("limit")
#pragma pop_macro("major")
#pragma pop_macro("minor")
#pragma pop_macro("name")
#pragma pop_macro("number")
#pragma pop_macro("result")
#pragma pop_macro("status")
#pragma pop_macro("total")
#pragma pop_macro("version")

#endif
