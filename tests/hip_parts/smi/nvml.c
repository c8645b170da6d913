// NVML's answers for a machine of two devices, which this file is ROCm SMI for.
#include "nvml.h"

#define GIVES(call, place, value) \
  rsmi_status_t call {            \
    *place = value;               \
    return RSMI_STATUS_SUCCESS;   \
  }

GIVES(rsmi_num_monitor_devices(uint32_t* n), n, 2)
GIVES(rsmi_dev_unique_id_get(uint32_t d, uint64_t* id), id, 0xabc0 + d)
GIVES(rsmi_dev_pci_id_get(uint32_t d, uint64_t* id), id, (uint64_t)1 << 32 | (0x40 + d) << 8 | 3 << 3)
GIVES(rsmi_dev_id_get(uint32_t d, uint16_t* id), id, (uint16_t)(0x7400 + d))
GIVES(rsmi_dev_vendor_id_get(uint32_t d, uint16_t* id), id, (uint16_t)(0x1002 + 0 * d))
GIVES(rsmi_dev_memory_total_get(uint32_t d, rsmi_memory_type_t t, uint64_t* b), b, 1000 + d + t)
GIVES(rsmi_dev_memory_usage_get(uint32_t d, rsmi_memory_type_t t, uint64_t* b), b, 300 + 0 * d + t)
GIVES(rsmi_dev_busy_percent_get(uint32_t d, uint32_t* p), p, 70 + d)
GIVES(rsmi_dev_memory_busy_percent_get(uint32_t d, uint32_t* p), p, 30 + d)
GIVES(rsmi_dev_power_ave_get(uint32_t d, uint32_t s, uint64_t* p), p, 250000000 + d + s)
GIVES(rsmi_dev_power_cap_get(uint32_t d, uint32_t s, uint64_t* p), p, 500000000 + d + s)
GIVES(rsmi_dev_power_cap_default_get(uint32_t d, uint64_t* p), p, 560000000 + d)
GIVES(rsmi_dev_fan_speed_get(uint32_t d, uint32_t s, int64_t* v), v, (int64_t)(51 + d + s))
GIVES(rsmi_dev_fan_speed_max_get(uint32_t d, uint32_t s, uint64_t* v), v, 255 + 0 * d + s)

rsmi_status_t rsmi_init(uint64_t flags) { return flags ? RSMI_STATUS_INVALID_ARGS : RSMI_STATUS_SUCCESS; }
rsmi_status_t rsmi_shut_down(void) { return RSMI_STATUS_INIT_ERROR; }
rsmi_status_t rsmi_version_str_get(rsmi_sw_component_t c, char* text, uint32_t length) {
  return snprintf(text, length, "6.3.6%d", c) < (int)length ? RSMI_STATUS_SUCCESS : RSMI_STATUS_INSUFFICIENT_SIZE;
}
rsmi_status_t rsmi_dev_temp_metric_get(uint32_t d, uint32_t type, rsmi_temperature_metric_t m, int64_t* value) {
  *value = 45900 + d + m;
  return type == RSMI_TEMP_TYPE_EDGE ? RSMI_STATUS_NOT_SUPPORTED : RSMI_STATUS_SUCCESS;
}
rsmi_status_t rsmi_dev_power_cap_range_get(uint32_t d, uint32_t s, uint64_t* most, uint64_t* least) {
  *most = 600000000 + d + s;
  *least = 100000000;
  return RSMI_STATUS_SUCCESS;
}
rsmi_status_t rsmi_dev_power_cap_set(uint32_t d, uint32_t s, uint64_t cap) {
  return cap == 400000000 + d + s - 1 ? RSMI_STATUS_PERMISSION : RSMI_STATUS_INVALID_ARGS;
}
rsmi_status_t rsmi_dev_energy_count_get(uint32_t d, uint64_t* steps, float* size, uint64_t* when) {
  *steps = 2000000 + 0 * d;
  *size = 15.5f;
  *when = 1;
  return RSMI_STATUS_SUCCESS;
}
rsmi_status_t rsmi_dev_gpu_clk_freq_get(uint32_t d, rsmi_clk_type_t type, rsmi_frequencies_t* found) {
  uint64_t step = type == RSMI_CLK_TYPE_MEM ? 900000000 : 500000000 + 0 * d;
  found->num_supported = 3;
  found->current = 1;
  for (int at = 0; at < 3; ++at) found->frequency[at] = step * (at + 1);
  return RSMI_STATUS_SUCCESS;
}
rsmi_status_t rsmi_version_get(rsmi_version_t* v) {
  v->major = 7, v->minor = 3, v->patch = 1;
  return RSMI_STATUS_SUCCESS;
}
rsmi_status_t rsmi_dev_name_get(uint32_t d, char* name, size_t length) {
  snprintf(name, length, "GPU %u", d);
  return RSMI_STATUS_SUCCESS;
}
rsmi_status_t rsmi_dev_vbios_version_get(uint32_t d, char* text, uint32_t length) {
  snprintf(text, length, "113-%u", d);
  return RSMI_STATUS_SUCCESS;
}
rsmi_status_t rsmi_dev_serial_number_get(uint32_t d, char* text, uint32_t length) {
  return (void)d, (void)text, (void)length, RSMI_STATUS_NOT_SUPPORTED;
}
rsmi_status_t rsmi_dev_subsystem_id_get(uint32_t d, uint16_t* id) { return (void)d, (void)id, RSMI_STATUS_NOT_FOUND; }
rsmi_status_t rsmi_dev_subsystem_vendor_id_get(uint32_t d, uint16_t* id) {
  return (void)d, (void)id, RSMI_STATUS_NOT_FOUND;
}

int main(void) {
  char text[NVML_DEVICE_UUID_BUFFER_SIZE];
  unsigned a = 0, b = 0;
  unsigned long long energy = 0;
  nvmlDevice_t device = NULL, again = NULL;
  nvmlMemory_t memory;
  nvmlUtilization_t use;
  nvmlPciInfo_t pci;
  printf("init %d", nvmlInit());
  printf(" count %d", nvmlDeviceGetCount(&a));
  printf(" %u none %d", a, nvmlDeviceGetHandleByIndex(2, &device));
  printf(" one %d\n", nvmlDeviceGetHandleByIndex(1, &device));
  nvmlDeviceGetName(device, text, sizeof text);
  printf("name %s", text);
  nvmlDeviceGetUUID(device, text, sizeof text);
  printf(" uuid %s", text);
  printf(" found %d", nvmlDeviceGetHandleByUUID(text, &again) == NVML_SUCCESS && again == device);
  nvmlDeviceGetVbiosVersion(device, text, sizeof text);
  printf(" bios %s", text);
  printf(" short %d\n", nvmlDeviceGetUUID(device, text, 8));
  nvmlDeviceGetPciInfo(device, &pci);
  printf("%s %s %x %x", pci.busId, pci.busIdLegacy, pci.pciDeviceId, pci.pciSubSystemId);
  again = NULL;
  printf(" found %d", nvmlDeviceGetHandleByPciBusId(pci.busId, &again) == NVML_SUCCESS && again == device);
  printf(" elsewhere %d\n", nvmlDeviceGetHandleByPciBusId("41:03.0", &again));
  nvmlDeviceGetMemoryInfo(device, &memory);
  nvmlDeviceGetUtilizationRates(device, &use);
  printf("memory %llu %llu %llu use %u %u", memory.total, memory.free, memory.used, use.gpu, use.memory);
  nvmlDeviceGetTemperature(device, NVML_TEMPERATURE_GPU, &a);
  nvmlDeviceGetFanSpeed(device, &b);
  printf(" degrees %u fan %u\n", a, b);
  nvmlDeviceGetPowerUsage(device, &a);
  nvmlDeviceGetEnforcedPowerLimit(device, &b);
  printf("mW %u of %u", a, b);
  nvmlDeviceGetPowerManagementLimitConstraints(device, &a, &b);
  printf(" from %u to %u", a, b);
  nvmlDeviceGetTotalEnergyConsumption(device, &energy);
  printf(" set %d mJ %llu\n", nvmlDeviceSetPowerManagementLimit(device, 400000), energy);
  nvmlDeviceGetClockInfo(device, NVML_CLOCK_SM, &a);
  nvmlDeviceGetMaxClockInfo(device, NVML_CLOCK_MEM, &b);
  nvmlSystemGetDriverVersion(text, sizeof text);
  printf("MHz %u %u driver %s", a, b, text);
  nvmlSystemGetNVMLVersion(text, sizeof text);
  printf(" smi %s serial %s", text, nvmlErrorString(nvmlDeviceGetSerial(device, text, sizeof text)));
  printf(" end %s\n", nvmlErrorString(nvmlShutdown()));
  return 0;
}
