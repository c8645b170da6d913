// retarget: --schedule "thread(x=2)"
// Loops that end at another count in each thread.
__global__ void mandelbrot(unsigned char* out, int width, int height, int limit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x;
    int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    float cx = 3.0f * px / width - 2.0f, cy = 2.0f * py / height - 1.0f;
    float x = 0, y = 0;
    int steps = 0;
    while (x * x + y * y < 4 && steps < limit) {
        float next = x * x - y * y + cx;
        y = 2 * x * y + cy;
        x = next;
        ++steps;
    }
    out[py * width + px] = steps % 256;
}

void run(unsigned char* out, int width, int height)
{
    mandelbrot<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(out, width, height, 256);
}
