// A vote that a template leaves open: no function of ours stands for both.
struct Flag {
    bool is_set;
};
__device__ inline unsigned __match_any_sync(unsigned mask, Flag flag) { return flag.is_set ? mask : 0; }
template <typename T> __device__ unsigned same(T value) {
    return __match_any_sync(0xffffffffu, value);  // want [no-counterpart] a template leaves open whether
}
__global__ void k(const int *a, unsigned *v) { v[threadIdx.x] = same(a[threadIdx.x]) + same(Flag{true}); }
