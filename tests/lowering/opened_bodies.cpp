#define KERNEL(name) __global__ void name(int *p, int n)
#define BEGIN(name) KERNEL(name) { ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable { const int i = threadIdx.x;
#define END }
#define END_IN_ITS_OWN_WORDS p[0] = 0; }
#define OPEN_IF(c) if (c) {
#define WHOLE(name, what) BEGIN(name) what; }); END
BEGIN(begun)
    if (i < n) { p[i] = 1; }
}); END
BEGIN(with_a_brace) OPEN_IF(i > 2) p[i] = 1; END p[i] += n; }); }
WHOLE(whole, p[i] = 2)
KERNEL(headed) { ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable { p[0] = n; }); }
#define OPEN {
#define OPEN_WITH(type) { type i = threadIdx.x;
#define BODY(v) { p[threadIdx.x] = v; }
#define HEADED(name) KERNEL(name) { ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable OPEN
#define AGAIN(name) BEGIN(name)
KERNEL(brought) { ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable OPEN p[0] = n; if (n) { p[1] = n; } }); }
__global__ void brought_by_both(int *p) { ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable OPEN p[0] = 2; }); END
__global__ void closed(int *p) { ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable { p[0] = 3; }); END
KERNEL(with_a_name) { ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable OPEN_WITH(int) p[i] = 4; }); }
KERNEL(all_brought) { ::retarget_host::grid(__PRETTY_FUNCTION__, [=]() mutable BODY(5)); }
HEADED(nested) p[0] = 6; }); }
AGAIN(by_another) p[i] = 7; }); }
BEGIN(unseen) static_assert(false, "it is not seen where the kernel body ends that this macro opens");  p[i] = 3; END_IN_ITS_OWN_WORDS
template <class Set> void all(int *p, Set &set)
{
    (::retarget_host::configure(1, 32), begun(p, 4));
    (::retarget_host::configure(1, 32), Set::template clear<4>(p));
    (::retarget_host::configure(1, 32), set.template kernel<int>()(p));
}
