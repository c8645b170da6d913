// Which side a piece is compiled for, by libcu++'s macros: a support header has them.
#include <nv/target>
#include <cstdio>
__host__ __device__ int lane() {
    NV_IF_TARGET(NV_IS_DEVICE, (return threadIdx.x;), (int v[2] = {1, 2}; return v[1];))
}
__host__ __device__ void each(int *p) {
    NV_DISPATCH_TARGET(NV_PROVIDES_SM_80, (p[0] = 80;),
                       NV_IS_DEVICE, (p[0] = 1; NV_IF_TARGET(NV_PROVIDES_SM_60, (p[1] = 60;))),
                       NV_IS_HOST, (p[0] = 2;))
    NV_IF_TARGET(NV_IS_HOST, printf("%d %d\n", p[0], p[1]);)
    NV_IF_ELSE_TARGET(NV_NO_TARGET, (p[2] = 3;), (p[2] = 4;))
}
