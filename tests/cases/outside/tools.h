// The user's own, whatever lies beside it.
#pragma once
inline int twice(int x) { return 2 * x; }
