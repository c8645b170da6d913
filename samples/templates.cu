// Generic element-wise operations and reductions, in the style of a small header library.
//
// Exercises: kernels with type, value, functor and variadic template parameters, namespaces, a class with
// device methods passed by value, explicit instantiation with extern template, dependent shared arrays.
//
// Usage: templates [count]

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <cuda_runtime.h>

namespace linear {

inline void require(cudaError_t status)
{
    if (status != cudaSuccess) {
        std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
        std::exit(1);
    }
}

// A strided view of device memory: does not own it.
template <typename T>
class View {
public:
    __host__ __device__ View(T* data, int size, int stride = 1) : data_(data), size_(size), stride_(stride) {}
    __host__ __device__ int size() const { return size_; }
    __device__ T& operator[](int i) const { return data_[i * stride_]; }
    __host__ __device__ View<T> every(int n) const { return View<T>(data_, (size_ + n - 1) / n, stride_ * n); }

private:
    T* data_;
    int size_;
    int stride_;
};

namespace op {

template <typename T>
struct Plus {
    static constexpr T neutral = T(0);
    __host__ __device__ T operator()(T a, T b) const { return a + b; }
};

template <typename T>
struct Maximum {
    static constexpr T neutral = -(T(1) << (sizeof(T) * 8 - 2));
    __host__ __device__ T operator()(T a, T b) const { return a < b ? b : a; }
};

template <typename T>
struct Scale {
    T factor;
    __host__ __device__ T operator()(T a) const { return factor * a; }
};

struct Square {
    template <typename T>
    __host__ __device__ T operator()(T a) const { return a * a; }
};

struct SumOfAll {
    template <typename... T>
    __host__ __device__ auto operator()(T... values) const { return (values + ...); }
};

}  // namespace op

namespace detail {

template <typename T, typename F, typename... In>
__global__ void map_kernel(View<T> out, F f, View<In>... in)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < out.size())
        out[i] = f(in[i]...);
}

template <int BlockSize, typename T, typename Op>
__global__ void reduce_kernel(View<T> in, T* partial, Op op)
{
    __shared__ T s[BlockSize];
    T value = Op::neutral;
    for (int i = blockIdx.x * BlockSize + threadIdx.x; i < in.size(); i += gridDim.x * BlockSize)
        value = op(value, in[i]);
    s[threadIdx.x] = value;
    __syncthreads();
    for (int width = BlockSize / 2; width > 0; width /= 2) {
        if (threadIdx.x < width)
            s[threadIdx.x] = op(s[threadIdx.x], s[threadIdx.x + width]);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = s[0];
}

}  // namespace detail

template <typename T, typename F, typename... In>
void map(View<T> out, F f, View<In>... in)
{
    constexpr int block = 128;
    detail::map_kernel<T, F, In...><<<(out.size() + block - 1) / block, block>>>(out, f, in...);
    require(cudaGetLastError());
}

template <typename T, template <typename> class Op, int BlockSize = 64>
T reduce(View<T> in)
{
    const int blocks = 5;
    T* d_partial;
    require(cudaMalloc(&d_partial, blocks * sizeof(T)));
    detail::reduce_kernel<BlockSize><<<blocks, BlockSize>>>(in, d_partial, Op<T>());
    require(cudaGetLastError());
    T partial[blocks];
    require(cudaMemcpy(partial, d_partial, sizeof(partial), cudaMemcpyDeviceToHost));
    require(cudaFree(d_partial));
    T result = Op<T>::neutral;
    for (T p : partial)
        result = Op<T>()(result, p);
    return result;
}

extern template long long reduce<long long, op::Plus>(View<long long>);
template long long reduce<long long, op::Plus>(View<long long>);

}  // namespace linear

int main(int argc, char** argv)
{
    using linear::View;
    namespace op = linear::op;

    const int n = argc > 1 ? std::atoi(argv[1]) : 3000;
    std::vector<long long> a(n), b(n);
    std::vector<int> small(n);
    for (int i = 0; i < n; ++i) {
        a[i] = i % 1001 - 500;
        small[i] = i % 37;
    }

    long long *d_a, *d_b;
    int* d_small;
    linear::require(cudaMalloc(&d_a, n * sizeof(long long)));
    linear::require(cudaMalloc(&d_b, n * sizeof(long long)));
    linear::require(cudaMalloc(&d_small, n * sizeof(int)));
    linear::require(cudaMemcpy(d_a, a.data(), n * sizeof(long long), cudaMemcpyHostToDevice));
    linear::require(cudaMemcpy(d_small, small.data(), n * sizeof(int), cudaMemcpyHostToDevice));
    View<long long> va(d_a, n), vb(d_b, n);
    View<int> vs(d_small, n);

    linear::map(vb, op::Scale<long long>{3}, va);               // b = 3 a
    linear::map(vb, op::SumOfAll(), va, vb, vs);                // b = a + b + small
    linear::map(va, op::Square(), vb);                          // a = b^2
    const long long sum = linear::reduce<long long, op::Plus>(va);
    const long long largest = linear::reduce<long long, op::Maximum, 128>(vb);
    const long long sum_of_thirds = linear::reduce<long long, op::Plus, 32>(vb.every(3));
    linear::require(cudaMemcpy(b.data(), d_b, n * sizeof(long long), cudaMemcpyDeviceToHost));

    long long want_sum = 0, want_largest = op::Maximum<long long>::neutral, want_thirds = 0;
    int wrong = 0;
    for (int i = 0; i < n; ++i) {
        const long long v = 4 * a[i] + small[i];
        wrong += b[i] != v;
        want_sum += v * v;
        want_largest = v > want_largest ? v : want_largest;
        want_thirds += i % 3 ? 0 : v;
    }
    const bool pass = wrong == 0 && sum == want_sum && largest == want_largest && sum_of_thirds == want_thirds;
    std::printf("%s templates %d elements: %d wrong, sum %lld, largest %lld, thirds %lld\n",
                pass ? "PASS" : "FAIL", n, wrong, sum, largest, sum_of_thirds);

    linear::require(cudaFree(d_a));
    linear::require(cudaFree(d_b));
    linear::require(cudaFree(d_small));
    return pass ? 0 : 1;
}
