// Thrust: sort by key, scan, transform-reduce, and a raw kernel on the same memory.
//
// Exercises: device and host vectors, iterators, functors with __host__ __device__, raw_pointer_cast,
// algorithms on user pointers with device_ptr, an execution policy.
//
// Usage: thrust_sort [count]

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include <thrust/device_ptr.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/functional.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scan.h>
#include <thrust/sequence.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>

struct Scramble {
    __host__ __device__ unsigned operator()(unsigned i) const { return (i * 2654435761u) >> 8; }
};

struct Digits {
    __host__ __device__ int operator()(unsigned v) const
    {
        int sum = 0;
        for (; v != 0; v /= 10)
            sum += v % 10;
        return sum;
    }
};

__global__ void differences(const unsigned* keys, unsigned* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = i == 0 ? keys[0] : keys[i] - keys[i - 1];
}

int main(int argc, char** argv)
{
    const int n = argc > 1 ? std::atoi(argv[1]) : 4000;

    thrust::device_vector<unsigned> keys(n), gaps(n);
    thrust::device_vector<int> order(n);
    thrust::transform(thrust::counting_iterator<unsigned>(0), thrust::counting_iterator<unsigned>(n), keys.begin(), Scramble());
    thrust::sequence(order.begin(), order.end());
    const int digits = thrust::transform_reduce(keys.begin(), keys.end(), Digits(), 0, thrust::plus<int>());
    thrust::stable_sort_by_key(keys.begin(), keys.end(), order.begin());

    // The gaps between neighbours, summed up again, are the keys.
    differences<<<(n + 127) / 128, 128>>>(thrust::raw_pointer_cast(keys.data()), thrust::raw_pointer_cast(gaps.data()), n);
    thrust::device_ptr<unsigned> first(thrust::raw_pointer_cast(gaps.data()));
    thrust::inclusive_scan(thrust::device, first, first + n, first);

    std::vector<unsigned> original(n);
    std::vector<int> expected(n);
    int expected_digits = 0;
    for (int i = 0; i < n; ++i) {
        original[i] = Scramble()(i);
        expected_digits += Digits()(original[i]);
    }
    std::iota(expected.begin(), expected.end(), 0);
    std::stable_sort(expected.begin(), expected.end(), [&](int a, int b) { return original[a] < original[b]; });

    const thrust::host_vector<int> got = order;
    const thrust::host_vector<unsigned> sums = gaps;
    int wrong = digits != expected_digits;
    for (int i = 0; i < n; ++i)
        wrong += got[i] != expected[i] || sums[i] != original[expected[i]];
    std::printf("%s thrust_sort %d keys: %d wrong, digit sum %d\n", wrong ? "FAIL" : "PASS", n, wrong, digits);
    return wrong ? 1 : 0;
}
