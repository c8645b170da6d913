// A template for any type is less special than HIP's operator.
template <class V>
__device__ V operator+(const V &a, const V &b) {
  return V{a.x - b.x, a.y - b.y};
}
template <class T>
__device__ float2 operator%(float2 a, T b) {
  return make_float2(a.x - b, a.y - b);
}
struct Pair {
  float x, y;
};
__global__ void k(float2 *v, Pair *p) {
  v[0] = v[1] + v[2];  // want [vector-operator] declare the operator for the vector's type
  v[1] = v[0] % 2;
  p[0] = p[1] + p[2];
}
