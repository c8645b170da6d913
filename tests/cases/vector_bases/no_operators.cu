// Nothing but more members: HIP's type is a base as good as CUDA's.
struct Body : float4 {
  float mass;
};
__global__ void k(float *out, const Body *bodies) { out[0] = bodies[0].x * bodies[0].mass; }
