__global__ void __cluster_dims__(2, 1, 1) rank(int *x) {  // want [no-counterpart] '__cluster_dims__' has no counterpart
  unsigned own;
  asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(own));  // want [ptx] cluster
  x[blockIdx.x] = own;
}
