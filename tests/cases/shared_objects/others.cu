// Several in one declaration, and those that a macro declares: clang's refusal stays.
struct Number {
    int value;
    __host__ __device__ Number() : value(0) {}
};
#define ROOM(name) __shared__ Number name[4]
__global__ void k(int *p) {
    __shared__ Number one, two[2];  // want [parse] initialization is not supported for __shared__ variables
    ROOM(more);
    *p = one.value + two[1].value + more[0].value;
}
