// Barriers of the whole block, asynchronous copies that are done at once, hints that become nothing.
__global__ void whole(int *p) {
    asm volatile("bar.sync 0;");
    asm volatile("bar.sync %0;" ::"r"(p[0]) : "memory");
    asm volatile("barrier.sync.aligned 3;" ::: "memory");
    asm volatile("bar.sync 1, 128;" ::: "memory");
    asm volatile("bar.sync 1, %0;" ::"n"(128) : "memory");
    asm volatile("bar.sync 1, 64;" ::: "memory"); // want [ptx] some of the block's threads
    asm volatile("bar.arrive 1, 128;" ::: "memory"); // want [ptx] arrive at a barrier without waiting
    unsigned n;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p; }" : "=r"(n) : "r"(p[1]) : "memory");
    p[2] = n;
}

__device__ void some(int threads) {
    asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory"); // want [ptx] some of the block's threads
}

template <int bytes>
__device__ void copy(unsigned to, const void *from, int count, bool wanted) {
    asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;\n" ::"r"(to), "l"(from));
    asm volatile("cp.async.ca.shared.global [%0+8], [%1], %2, %3;\n" ::"r"(to), "l"(from), "n"(bytes), "r"(count));
    asm volatile("{\n .reg .pred p;\n setp.ne.b32 p, %0, 0;\n"
                 " @p cp.async.cg.shared.global [%1], [%2], %3;\n"
                 " @!p st.shared.v4.u32 [%1], {%4, %4, %4, %4};\n}\n" ::"r"((int)wanted), "r"(to), "l"(from), "n"(bytes), "r"(0));
    asm volatile("cp.async.commit_group;\n" ::);
    asm volatile("cp.async.wait_group %0;\n" ::"n"(1) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    asm volatile("griddepcontrol.wait;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    asm volatile("cp.async.bulk.commit_group;"); // want [ptx] plain loads and stores
}

__global__ void all(int n) {
    some(n);
    copy<8>(0, 0, n, true);
}

void launch(int *p) { whole<<<4, 128>>>(p); }
