// What programs compare with CUDART_VERSION is answered on its scale.
#include <hip/hip_runtime.h>
#include "retarget_hip/arch.h"
#include "retarget_hip/capability.h"
int is_as_built() {
  int runtime = 0, driver = 0;
  retarget_hip_runtimeGetVersion(&runtime);
  if (retarget_hip_driverGetVersion(&driver) != hipSuccess || retarget_hip_driverGetVersion(&driver) != hipSuccess) return 0;
  return runtime == RETARGET_CUDART_VERSION && driver >= runtime && driver / 1000 >= 11;
}
