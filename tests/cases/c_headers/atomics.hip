/* gcc's header of atomics, which clang cannot read, is not taken in its place. */
#include <hip/hip_runtime.h>
#include <stdatomic.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static atomic_int counted;

int count(void **p) {
    if (atomic_flag_test_and_set(&taken))
        return atomic_load_explicit(&counted, memory_order_relaxed);
    atomic_fetch_add_explicit(&counted, 1, memory_order_relaxed);
    return hipMalloc(p, 4) == hipSuccess;
}
