// What nvcc warns of, and clang refuses: lists that make values narrower, an enumeration's odd value, constexpr.
struct Point {
    float x, y;
};
enum Kind { LEFT = 0, RIGHT = 1 };
constexpr Kind NONE = (Kind)-1;
__constant__ int words[] = {0xdeadbeef, 1};
__device__ constexpr float root() { return sqrtf(2.0f); }
template <class T> __device__ Point both(T value) {
    Point p = {value, value};
    return p;
}
dim3 grid(int n) {
    dim3 made = {n, n, 1};
    return made;
}
__global__ void k(float *out, double d) { out[0] = both(d).x + words[0] + NONE + root(); }
