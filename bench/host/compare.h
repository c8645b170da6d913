// SPDX-License-Identifier: MIT
// Times a kernel beside the same work as plain loops, in processor time: other work on the machine does not count.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <vector>

#include <cuda_runtime.h>

namespace bench {

// Memory that kernels and loops share.
template <typename T>
T *managed(const std::vector<T> &values)
{
    T *data = nullptr;
    cudaMallocManaged(&data, values.size() * sizeof(T));
    for (size_t i = 0; i < values.size(); ++i)
        data[i] = values[i];
    return data;
}

template <typename T>
T *zeros(size_t count)
{
    return managed(std::vector<T>(count, T()));
}

// `count` numbers between 0 and 1.6, in no order.
template <typename T>
T *numbers(size_t count)
{
    T *data = zeros<T>(count);
    for (size_t i = 0; i < count; ++i)
        data[i] = T(i * 37 % 101 / 64.0);
    return data;
}

inline double now()
{
    timespec spent;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &spent);
    return spent.tv_sec + 1e-9 * spent.tv_nsec;
}

template <typename Work>
void time_least(Work work, double &least)
{
    const double start = now();
    work();
    cudaDeviceSynchronize();
    const double spent = now() - start;
    least = spent < least ? spent : least;
}

// Prints the name, the seconds of the kernel and those of the loops: the best of five each. Returns 1 if one of the
// `count` numbers that both compute differs by more than a thousandth.
template <typename Kernel, typename Loops, typename T>
int compare(const char *name, Kernel kernel, Loops loops, const T *by_kernel, const T *by_loops, size_t count)
{
    double best[2] = {1e9, 1e9};
    for (int repeat = 0; repeat < 5; ++repeat) {
        time_least(kernel, best[0]);
        time_least(loops, best[1]);
    }
    std::printf("%s %.7f %.7f\n", name, best[0], best[1]);
    for (size_t i = 0; i < count; ++i) {
        const double got = double(by_kernel[i]), wanted = double(by_loops[i]);
        if (!(got == wanted || std::fabs(got - wanted) <= 1e-3 * (1 + std::fabs(wanted)))) {
            std::fprintf(stderr, "%s: kernel and loops differ at %zu: %g, %g\n", name, i, got, wanted);
            return 1;
        }
    }
    return 0;
}

}  // namespace bench
