// The calls that bracket what a profiler records; NVIDIA's header of them is in none of the packages that parsing takes
// CUDA's from. Parsed only; never emitted.
#pragma once
extern "C" {
cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);
}
