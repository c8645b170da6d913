// Device functions that HIP lacks, against their definitions.
#include "../../templates/hip/address_spaces.h"
#include "../../templates/hip/averages.h"
#include "../../templates/hip/bits.h"
#include "../../templates/hip/cached_access.h"
#include "../../templates/hip/control.h"
#include "../../templates/hip/fast_math.h"
#include "check.h"

__global__ void loads_and_stores(float4* quads, double2* pairs, uchar4* bytes, short* words) {
  const unsigned i = threadIdx.x;
  __stcs(&quads[i], make_float4(i, 2.0f * i, 3.0f * i, 4.0f * i));
  __stcg(&pairs[i], make_double2(i, -1.0 * i));
  __stwb(&bytes[i], make_uchar4(i, i + 1, i + 2, i + 3));
  __stwt(&words[i], static_cast<short>(-static_cast<int>(i)));
  __syncthreads();
  const unsigned j = 63 - i;
  EXPECT(__ldcs(&quads[j]).w == 4.0f * j && __ldcg(&quads[j]).y == 2.0f * j && __ldlu(&quads[j]).z == 3.0f * j);
  EXPECT(__ldca(&pairs[j]).x == j && __ldcs(&pairs[j]).y == -1.0 * j && __ldcv(&pairs[j]).x == j);
  EXPECT(__ldcs(&bytes[j]).z == static_cast<unsigned char>(j + 2) && __ldg(&bytes[j]).x == j);
  EXPECT(__ldcs(&words[j]) == -static_cast<int>(j) && __ldcv(&words[j]) == -static_cast<int>(j));
}

__device__ void bits() {
  EXPECT(retarget_hip::ffs(0) - 1 < 0 && retarget_hip::popc(0xf0u) - 5 < 0);
  EXPECT(retarget_hip::popcll(~0ull) == 64 && retarget_hip::ffsll(1ll << 63) == 64);
  EXPECT(__fns(0xb0u, 0, 1) == 4u && __fns(0xb0u, 5, 2) == 7u && __fns(0xb0u, 6, -1) == 5u);
  EXPECT(static_cast<int>(__fns(0xb0u, 4, 0)) == 4 && static_cast<int>(__fns(0xb0u, 3, 0)) == -1);
  EXPECT(static_cast<int>(__fns(0xb0u, 0, 4)) == -1);
  EXPECT(retarget_hip::hadd(-3, 4) == 0 && retarget_hip::hadd(2147483647, 2147483645) == 2147483646);
  EXPECT(retarget_hip::rhadd(-3, 4) == 1 && retarget_hip::rhadd(3, 4) == 4);
  EXPECT(retarget_hip::uhadd(~0u, 1u) == 0x80000000u && retarget_hip::urhadd(~0u, 0u) == 0x80000000u);
  EXPECT(fabsf(__tanhf(0.5f) - 0.46211716f) < 1e-6f);
}

__global__ void others(int* global) {
  __shared__ int shared;
  bits();
  shared = 1;
  EXPECT(__isShared(&shared) && !__isGlobal(&shared) && __isGlobal(global) && !__isShared(global));
  EXPECT(!__isLocal(global) && !__isLocal(&shared));
  __nanosleep(100);
  __prof_trigger(1);
  if (*global == 12345) __trap();
  if (*global == 54321) __brkpt();
}

int main() {
  void* buffer = nullptr;
  if (hipMalloc(&buffer, 1 << 16) != hipSuccess) return 1;
  char* bytes = static_cast<char*>(buffer);
  loads_and_stores<<<1, 64>>>(reinterpret_cast<float4*>(bytes), reinterpret_cast<double2*>(bytes + 4096),
                              reinterpret_cast<uchar4*>(bytes + 8192), reinterpret_cast<short*>(bytes + 12288));
  others<<<1, 64>>>(reinterpret_cast<int*>(bytes + 16384));
  return report("device");
}
