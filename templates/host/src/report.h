// Faults: reported with kernel, block, thread and line of the source.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_REPORT_H
#define RETARGET_HOST_REPORT_H

#include <string>

#include "block.h"

namespace retarget_host {

const void* code_of(void* state);  // where a signal came in: an address in the code
bool overflowing_quotient(void* state);  // a signal came of INT_MIN / -1: gives the result, and goes on behind it
void watch_faults();  // takes signals of memory and arithmetic faults; once
void kernel_starts(const Grid& grid);
void kernel_ends(const Grid& grid);

// hipErrorInvalidConfiguration and its like, as numbers of HIP and CUDA; 0 where the launch can be.
int launch_error(dim3 grid, dim3 block, std::size_t shared);
void set_last_error(int error);
int last_error(bool clear);

// `foo.cu:12`, or an empty text: the line of an address in the code.
std::string line_of(const void* code);
std::string kernel_of(const Grid& grid);
void start_checking(const Grid& grid);
[[noreturn]] void fault_at(const char* what, const void* code);

}  // namespace retarget_host

#endif
