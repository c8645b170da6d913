// No type of a parameter's: a value, a type of no template, and what a macro brings.
#define PLUS D::Plus()
struct Whole {
    struct Plus {
        __device__ float operator()(float a, float b) const { return a + b; }
    };
    static constexpr int size = 4;
};
template <class D> __device__ float value(float a) { return D::size + a; }
template <class D> __device__ float brought(float a) { return PLUS(a, a); }  // want [parse] clang cannot read
__global__ void k(float *a) {
    a[0] = value<Whole>(a[1]) + Whole::Plus()(a[2], a[3]);
    a[1] = brought<Whole>(a[1]);
}
