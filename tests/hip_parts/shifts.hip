// Shifts by the width and more, as CUDA's machines do them.
#include "../../templates/hip/shifts.h"
#include "check.h"

using retarget_hip::shift_count;

__global__ void shifts(const int* counts, const unsigned char* small) {
  const int n = counts[threadIdx.x];  // 0, 1, 31, 32, 33, 63, 64, 255, -1
  const unsigned one = 1, top = 0x80000001u;
  const int negative = -5, positive = 5;
  const unsigned long long wide = 0x8000000000000001ull;
  const long long less = -5;
  const bool fits = n >= 0 && n < 32, fits_wide = n >= 0 && n < 64;
  EXPECT((one << shift_count(n)) == (fits ? 1u << (n & 31) : 0u));
  EXPECT((top >> shift_count(n)) == (fits ? top >> (n & 31) : 0u));
  EXPECT((negative >> shift_count(n)) == (fits ? negative >> (n & 31) : -1));
  EXPECT((positive >> shift_count(n)) == (fits ? positive >> (n & 31) : 0));
  EXPECT((wide << shift_count(n)) == (fits_wide ? wide << (n & 63) : 0ull));
  EXPECT((wide >> shift_count(n)) == (fits_wide ? wide >> (n & 63) : 0ull));
  EXPECT((less >> shift_count(n)) == (fits_wide ? less >> (n & 63) : -1ll));
  EXPECT((small[0] << shift_count(n)) == (fits ? 3 << (n & 31) : 0));
  unsigned changed = top;
  changed <<= shift_count(n);
  EXPECT(changed == (fits ? top << (n & 31) : 0u));
  long long signed_ = less;
  signed_ >>= shift_count(n);
  EXPECT(signed_ == (fits_wide ? less >> (n & 63) : -1ll));
  unsigned char byte = small[0];
  byte <<= shift_count(small[1]);
  EXPECT(byte == static_cast<unsigned char>(3 << 7));
  EXPECT(shift_count(n) + 1 == n + 1);
}

int main() {
  const int counts[] = {0, 1, 31, 32, 33, 63, 64, 255, -1};
  const unsigned char small[] = {3, 7};
  void* buffer = nullptr;
  if (hipMalloc(&buffer, 4096) != hipSuccess) return 1;
  char* bytes = static_cast<char*>(buffer);
  if (hipMemcpy(bytes, counts, sizeof counts, hipMemcpyHostToDevice) != hipSuccess) return 1;
  if (hipMemcpy(bytes + 1024, small, sizeof small, hipMemcpyHostToDevice) != hipSuccess) return 1;
  shifts<<<1, 9>>>(reinterpret_cast<int*>(bytes), reinterpret_cast<unsigned char*>(bytes + 1024));
  return report("shifts");
}
