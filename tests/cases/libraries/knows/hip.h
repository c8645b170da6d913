#pragma once
#if defined(__CUDACC__) || defined(__HIPCC__)
#define KNOWS_BOTH __host__ __device__
#else
#define KNOWS_BOTH
#endif
namespace knows {
KNOWS_BOTH inline float twice(float a) { return 2 * a; }
}
