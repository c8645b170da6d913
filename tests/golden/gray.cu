// retarget: --to amd --schedule "thread(x=2) bounds()"
// Gray values of a picture.
__global__ void gray(const uchar4* in, unsigned char* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    uchar4 p = in[i];
    out[i] = 0.299f * p.x + 0.587f * p.y + 0.114f * p.z;
}

void run(const uchar4* in, unsigned char* out, int pixels)
{
    gray<<<pixels / 256, 256>>>(in, out);
}
