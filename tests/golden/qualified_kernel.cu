// retarget: --schedule "thread(x=2)"
// A kernel that is defined outside of its namespace: what belongs to it stands in there.
namespace mesh { namespace device {

struct Face { int left, right; };
__global__ void build(int n, Face *faces);

} }

__global__ void mesh::device::build(int n, Face *faces) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) faces[i] = Face{i, i + 1};
}

void run(int n, mesh::device::Face *faces) { mesh::device::build<<<(n + 63) / 64, 64>>>(n, faces); }
