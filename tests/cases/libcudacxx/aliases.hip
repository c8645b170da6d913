// Names that the program gives to libcu++'s namespaces.
#include <hip/hip_runtime.h>
#include "retarget_hip/scoped_atomics.h"
#include "retarget_hip/span.h"
#include <complex>
#include <limits>
#include <type_traits>
#include <utility>

namespace cs = std;
namespace cu = ::retarget_hip;
using namespace std;

__device__ void count(int *p) {
    retarget_hip::scoped_atomic_ref<int, retarget_hip::thread_scope_device> held(*p);
    held.fetch_add(1, std::memory_order_relaxed);
}
template <typename T>
__device__ std::enable_if_t<std::is_same_v<T, float>, std::complex<T>> turned(retarget_hip::span<T> all) {
    namespace inner = std;
    return std::complex<T>(all[0], std::numeric_limits<T>::max());
}
struct Own { struct cs { static constexpr int value = 1; }; };
int one = Own::cs::value;
__global__ __launch_bounds__(1) void k(int *p, std::complex<float> *z) {
    count(p);
    z[0] = turned<float>(retarget_hip::span<float>(reinterpret_cast<float *>(p), 1));
    if (!p) cs::unreachable();  // want [libcudacxx] 'cuda::std::unreachable' has no counterpart
    static_assert(is_same_v<int, int>);
}
int main() { k<<<1, 1>>>(nullptr, nullptr); }
