#pragma once
#ifdef __CUDACC__
namespace calls {
inline void wait() { cudaDeviceSynchronize(); }
}
#endif
namespace calls {
inline float half(float a) { return a / 2; }
}
