// INT_MIN / -1 and INT_MIN % -1: INT_MIN and 0 on both machines; an x86 processor raises an exception.
// SPDX-License-Identifier: MIT
#include <ucontext.h>

#include <cstdint>
#include <cstring>

#include "report.h"

namespace retarget_host {

#if defined(__x86_64__)

namespace {

constexpr int registers[16] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
                               REG_R8,  REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};

}  // namespace

bool overflowing_quotient(void* state) {
  auto& values = static_cast<ucontext_t*>(state)->uc_mcontext.gregs;
  const auto* at = reinterpret_cast<const unsigned char*>(values[REG_RIP]);
  const unsigned rex = (*at & 0xf0) == 0x40 ? *at++ : 0;
  if (at[0] != 0xf7 || (at[1] >> 3 & 7) != 7) return false;  // idiv of 32 or 64 bits, and no prefix but REX
  const unsigned mode = at[1] >> 6, low = at[1] & 7;
  at += 2;
  std::int64_t address = 0;
  const unsigned char* held = reinterpret_cast<const unsigned char*>(&values[registers[low | (rex & 1) << 3]]);
  if (mode != 3) {
    bool is_plain = true;  // there is a base register
    unsigned base = low;
    if (low == 4) {  // scale, index, base
      const unsigned index = (at[0] >> 3 & 7) | (rex & 2) << 2;
      if (index != 4) address += values[registers[index]] << (at[0] >> 6);
      base = *at++ & 7;
    }
    if (mode == 0 && base == 5) is_plain = false;
    if (is_plain) address += values[registers[base | (rex & 1) << 3]];
    std::int32_t displacement = 0;
    if (mode == 1) {
      displacement = static_cast<signed char>(*at++);
    } else if (mode == 2 || !is_plain) {
      std::memcpy(&displacement, at, sizeof displacement);
      at += sizeof displacement;
    }
    address += displacement;
    if (!is_plain && low == 5) address += reinterpret_cast<std::int64_t>(at);  // relative to what follows
    held = reinterpret_cast<const unsigned char*>(address);
  }
  const bool is_wide = rex & 8;
  std::int64_t divisor = 0;
  if (is_wide) {
    std::memcpy(&divisor, held, 8);
  } else {
    std::int32_t half;
    std::memcpy(&half, held, 4);
    divisor = half;
  }
  if (divisor != -1) return false;
  values[REG_RAX] = is_wide ? INT64_MIN : std::int64_t{1} << 31;  // 32 bits clear the upper half
  values[REG_RDX] = 0;
  values[REG_RIP] = reinterpret_cast<greg_t>(at);
  return true;
}

#else

bool overflowing_quotient(void*) { return false; }  // no exception is raised

#endif

}  // namespace retarget_host
