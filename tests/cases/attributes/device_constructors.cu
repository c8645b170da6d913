// Templates of the host make objects by constructors of the device, which nvcc lets pass: it keeps the initialisers.
template <int Kind>
struct Robust {
    __device__ inline Robust(float delta) {}
    __device__ float at(float x) const { return x; }
};
template <>
struct Robust<1> {
    __device__ inline Robust(float delta) : delta(delta), squared{delta * delta} {}
    __device__ float at(float x) const { return x < squared ? x : delta; }
    float delta, squared;
};
struct Base {
    int n;
};
struct Derived : Base {
    __device__ Derived(int n) : Base{n}, twice(2 * n) { }
    int twice;
};
struct Body {
    __device__ Body(int n) { this->n = n; }  // nvcc leaves the body out: this stays what it is
    int n;
};

template <typename F>
__global__ void k(F f, float *p) { p[0] = f.at(p[0]); }
template <int Kind>
void run(float *p, float delta) {
    const Robust<Kind> robust(delta);
    k<<<1, 1>>>(robust, p);
}
template <typename T>
int made(T n) { return Derived(n).twice; }

void both(float *p) {
    run<0>(p, 1);
    run<1>(p, 2);
    made(3);
}
