// DPX functions, of words and of pairs of halves, come with a support header.
#include <hip/hip_runtime.h>
#include "retarget_hip/dpx.h"
__global__ void cells(int* best, const int* score, const unsigned* pairs) {
  const int i = threadIdx.x;
  bool first;
  best[i] = __viaddmax_s32(score[i], 1, __vimax3_s32_relu(score[i], best[i], 2));
  best[i] += __viaddmax_s16x2(pairs[i], pairs[i + 1], 0u) + __vibmax_s32(best[i], 7, &first);
}
