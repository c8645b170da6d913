// A template of a kernel launches another, of a type that is open.
template <int N> __global__ void child(int *p) { p[0] = N; }
template <int N> __global__ void parent(int *p) {
    child<N><<<N, 32>>>(p);  // want [parse] clang cannot read [dynamic-parallelism] a kernel is launched
}
template <int N> void launch(int *p) { child<N><<<N, 32>>>(p); }
void run(int *p) {
    parent<4><<<1, 1>>>(p);
    launch<2>(p);
}
