// `.sync` stands in front of what is voted on, or behind it: ptxas takes both.
__device__ unsigned odd(unsigned value)
{
    unsigned lanes;
    asm("{\n\t"
        ".reg .pred p;\n\t"
        "setp.ne.u32 p, %1, 0;\n\t"
        "vote.ballot.sync.b32 %0, p, 0xffffffff;\n\t"
        "}"
        : "=r"(lanes)
        : "r"(value & 1));
    return lanes;
}
