// retarget: -std=c++20
// A type behind the arrow of a lambda, or of an `auto` function, is no member.
#include <cuda_runtime.h>
struct Box {
    float *cudaStream_t;
    auto operator()(int) const noexcept(true) -> cudaEvent_t { return nullptr; }
};
auto make(int priority) -> cudaStream_t;
template <class T> auto drop(T *values) noexcept -> cudaError_t { return cudaFree(values); }
int main() {
    auto last = [] __host__ (int) mutable -> cudaError_t { return cudaGetLastError(); };
    auto any = []<class T>(T stream) -> cudaStream_t { return stream; };
    any(cudaStream_t());
    Box box, *boxes[1] = {&box};
    auto first = [&](int i) { return boxes[i]->cudaStream_t; };
    drop(first(0));
    return last(0);
}
