// Names that the program gives to libcu++'s namespaces.
#include <cuda/atomic>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/span>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

namespace cs = cuda::std;
namespace cu = ::cuda;
using namespace cuda::std;

__device__ void count(int *p) {
    cu::atomic_ref<int, cu::thread_scope_device> held(*p);
    held.fetch_add(1, cu::std::memory_order_relaxed);
}
template <typename T>
__device__ cs::enable_if_t<cs::is_same_v<T, float>, cs::complex<T>> turned(cs::span<T> all) {
    namespace inner = cuda::std;
    return inner::complex<T>(all[0], inner::numeric_limits<T>::max());
}
struct Own { struct cs { static constexpr int value = 1; }; };
int one = Own::cs::value;
__global__ void k(int *p, cs::complex<float> *z) {
    count(p);
    z[0] = turned<float>(cs::span<float>(reinterpret_cast<float *>(p), 1));
    if (!p) cs::unreachable();  // want [libcudacxx] 'cuda::std::unreachable' has no counterpart
    static_assert(is_same_v<int, int>);
}
int main() { k<<<1, 1>>>(nullptr, nullptr); }
