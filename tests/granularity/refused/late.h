// Included by several units.
static __device__ int late(int v);
static __device__ int called_early(int v) { return late(v) + 1; }
