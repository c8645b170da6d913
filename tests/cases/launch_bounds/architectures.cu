// retarget: --arch gfx90a,gfx1100
// Where the architectures ask for different numbers, a macro computes it where it is compiled.
__global__ void __launch_bounds__(64, 16) differs(float *a) { *a = 1; }
__global__ void __launch_bounds__(64, 1) alike(float *a) { *a = 1; }
