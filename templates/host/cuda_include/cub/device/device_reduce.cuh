// SPDX-License-Identifier: MIT
#include <cub/cub.cuh>
