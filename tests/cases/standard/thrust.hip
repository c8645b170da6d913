// What rocThrust declares in a header of its own, and CUDA's Thrust brings along.
#include <thrust/sequence.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>

namespace own { void reduce(int); }
void f(thrust::device_vector<int> &v) {
    thrust::sequence(v.begin(), v.end());
    thrust::sort(v.begin(), v.end());
    own::reduce(1);
#ifdef NEVER
    thrust::fill(v.begin(), v.end(), 1);
#endif
    int *p = thrust::raw_pointer_cast(&v[0]);
}
