// What nvcc and g++ take or warn of, and clang refuses otherwise: values that lists make narrower, those that an
// enumeration does not have, and constexpr functions that are constant nowhere.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_LENIENT_H
#define RETARGET_HIP_LENIENT_H

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wc++11-narrowing"
#pragma clang diagnostic ignored "-Wc++11-narrowing-const-reference"
#pragma clang diagnostic ignored "-Wenum-constexpr-conversion"
#pragma clang diagnostic ignored "-Winvalid-constexpr"
#endif

#endif
