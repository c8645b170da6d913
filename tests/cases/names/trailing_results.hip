// retarget: -std=c++20
// A type behind the arrow of a lambda, or of an `auto` function, is no member.
#include <hip/hip_runtime.h>
struct Box {
    float *cudaStream_t;
    auto operator()(int) const noexcept(true) -> hipEvent_t { return nullptr; }
};
auto make(int priority) -> hipStream_t;
template <class T> auto drop(T *values) noexcept -> hipError_t { return hipFree(values); }
int main() {
    auto last = [] __host__ (int) mutable -> hipError_t { return hipGetLastError(); };
    auto any = []<class T>(T stream) -> hipStream_t { return stream; };
    any(hipStream_t());
    Box box, *boxes[1] = {&box};
    auto first = [&](int i) { return boxes[i]->cudaStream_t; };
    drop(first(0));
    return last(0);
}
