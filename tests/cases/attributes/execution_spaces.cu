// Declarations of one function that state different execution spaces: nvcc gives all of them the spaces of each.
#define HD __host__ __device__
struct F {
    HD bool operator()(int a) const;
    template <typename T> __host__ __device__ T get(T t);
    void later();
    __device__ F();
    int plain() const;
};
bool F::operator()(int a) const { return a > 0; }
template <typename T>
T F::get(T t) { return t; }
__host__ __device__ void F::later() {}
F::F() {}
int F::plain() const { return 1; }

__device__ float *once(float *p);
inline __host__ __device__ float *once(float *p) { return p + 1; }

template <typename T> inline __device__ T alpha(T v, float d = 1) { return v; }
template <> inline __host__ __device__ float alpha(float v, float d) { return v * d; }

// Overloads that differ in more stay what they are.
__host__ int side(int) { return 0; }
__device__ int side(float) { return 1; }

__global__ void k(float *p) { p[0] = once(p)[0] + alpha(p[1]) + F()(3) + F().get(2); }
