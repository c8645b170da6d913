// What templates/hip/nvml.h takes from ROCm SMI, for machines without it: as its own header of ROCm 5.2 declares it.
#ifndef ROCM_SMI_H
#define ROCM_SMI_H
#include <stddef.h>
#include <stdint.h>
#define RSMI_MAX_NUM_FREQUENCIES 32
typedef enum {
  RSMI_STATUS_SUCCESS = 0, RSMI_STATUS_INVALID_ARGS, RSMI_STATUS_NOT_SUPPORTED, RSMI_STATUS_FILE_ERROR,
  RSMI_STATUS_PERMISSION, RSMI_STATUS_OUT_OF_RESOURCES, RSMI_STATUS_INTERNAL_EXCEPTION, RSMI_STATUS_INPUT_OUT_OF_BOUNDS,
  RSMI_STATUS_INIT_ERROR, RSMI_STATUS_NOT_YET_IMPLEMENTED, RSMI_STATUS_NOT_FOUND, RSMI_STATUS_INSUFFICIENT_SIZE,
  RSMI_STATUS_INTERRUPT, RSMI_STATUS_UNEXPECTED_SIZE, RSMI_STATUS_NO_DATA, RSMI_STATUS_UNEXPECTED_DATA,
  RSMI_STATUS_BUSY,
} rsmi_status_t;
typedef enum { RSMI_SW_COMP_DRIVER = 0 } rsmi_sw_component_t;
typedef enum { RSMI_MEM_TYPE_VRAM = 0 } rsmi_memory_type_t;
typedef enum { RSMI_TEMP_CURRENT = 0 } rsmi_temperature_metric_t;
typedef enum { RSMI_TEMP_TYPE_EDGE = 0, RSMI_TEMP_TYPE_JUNCTION } rsmi_temperature_type_t;
typedef enum { RSMI_CLK_TYPE_SYS = 0, RSMI_CLK_TYPE_MEM = 4 } rsmi_clk_type_t;
typedef struct { uint32_t major, minor, patch; const char* build; } rsmi_version_t;
typedef struct { uint32_t num_supported, current; uint64_t frequency[RSMI_MAX_NUM_FREQUENCIES]; } rsmi_frequencies_t;
#ifdef __cplusplus
extern "C" {
#endif
rsmi_status_t rsmi_init(uint64_t flags);
rsmi_status_t rsmi_shut_down(void);
rsmi_status_t rsmi_num_monitor_devices(uint32_t* count);
rsmi_status_t rsmi_version_get(rsmi_version_t* version);
rsmi_status_t rsmi_version_str_get(rsmi_sw_component_t component, char* text, uint32_t length);
rsmi_status_t rsmi_dev_name_get(uint32_t device, char* name, size_t length);
rsmi_status_t rsmi_dev_serial_number_get(uint32_t device, char* serial, uint32_t length);
rsmi_status_t rsmi_dev_vbios_version_get(uint32_t device, char* version, uint32_t length);
rsmi_status_t rsmi_dev_unique_id_get(uint32_t device, uint64_t* id);
rsmi_status_t rsmi_dev_pci_id_get(uint32_t device, uint64_t* place);
rsmi_status_t rsmi_dev_id_get(uint32_t device, uint16_t* id);
rsmi_status_t rsmi_dev_vendor_id_get(uint32_t device, uint16_t* id);
rsmi_status_t rsmi_dev_subsystem_id_get(uint32_t device, uint16_t* id);
rsmi_status_t rsmi_dev_subsystem_vendor_id_get(uint32_t device, uint16_t* id);
rsmi_status_t rsmi_dev_memory_total_get(uint32_t device, rsmi_memory_type_t type, uint64_t* bytes);
rsmi_status_t rsmi_dev_memory_usage_get(uint32_t device, rsmi_memory_type_t type, uint64_t* bytes);
rsmi_status_t rsmi_dev_busy_percent_get(uint32_t device, uint32_t* percent);
rsmi_status_t rsmi_dev_memory_busy_percent_get(uint32_t device, uint32_t* percent);
rsmi_status_t rsmi_dev_temp_metric_get(uint32_t device, uint32_t type, rsmi_temperature_metric_t metric, int64_t* value);
rsmi_status_t rsmi_dev_power_ave_get(uint32_t device, uint32_t sensor, uint64_t* power);
rsmi_status_t rsmi_dev_power_cap_get(uint32_t device, uint32_t sensor, uint64_t* cap);
rsmi_status_t rsmi_dev_power_cap_default_get(uint32_t device, uint64_t* cap);
rsmi_status_t rsmi_dev_power_cap_range_get(uint32_t device, uint32_t sensor, uint64_t* most, uint64_t* least);
rsmi_status_t rsmi_dev_power_cap_set(uint32_t device, uint32_t sensor, uint64_t cap);
rsmi_status_t rsmi_dev_energy_count_get(uint32_t device, uint64_t* power, float* resolution, uint64_t* when);
rsmi_status_t rsmi_dev_gpu_clk_freq_get(uint32_t device, rsmi_clk_type_t type, rsmi_frequencies_t* found);
rsmi_status_t rsmi_dev_fan_speed_get(uint32_t device, uint32_t sensor, int64_t* speed);
rsmi_status_t rsmi_dev_fan_speed_max_get(uint32_t device, uint32_t sensor, uint64_t* speed);
#ifdef __cplusplus
}
#endif
#endif
