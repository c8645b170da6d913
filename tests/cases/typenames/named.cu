// nvcc takes a dependent type without `typename` where an expression may stand; clang does not.
template <class T> struct Tree {
    struct Leaf {
        T value;
        struct Plus {
            __device__ T operator()(T a, T b) const { return a + b; }
        };
        template <class U> struct Scaled {
            struct Times {
                __device__ T operator()(T a, T b) const { return a * b * sizeof(U); }
            };
        };
    };
};
template <class T> __device__ T apply(T a, T (*f)(T)) { return f(a); }
template <class T, class F> __device__ T combine(T a, T b, F f) { return f(a, b); }
template <class T> struct Sum {
    using Leaf = typename Tree<T>::Leaf;
    __device__ T operator()(T a, T b) const {
        T c = combine(a, b, Leaf::Plus());
        c += combine(a, b, Tree<T>::Leaf::template Scaled<Tree<int>>::Times());
        return combine(a, c, typename Leaf::Plus()) + sizeof(Tree<T>::Leaf) + Tree<T>::Leaf::Plus()(a, b);
    }
};
__global__ void k(float *a) { a[0] = Sum<float>()(a[1], a[2]); }
