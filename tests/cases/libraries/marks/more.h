#pragma once
#include "vec.h"
namespace marks {
MARKS_BOTH inline float dot(const vec& a, const vec& b) { return a.x * b.x + a.y * b.y; }
}
