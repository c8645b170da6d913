// retarget: --schedule "unroll(4)"
// A polynomial of the same degree for each element, by Horner's rule.
__global__ void polynomial(const float* coefficients, int degree, float* values)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = values[i], sum = 0;
    for (int k = degree; k >= 0; --k)
        sum = sum * x + coefficients[k];
    values[i] = sum;
}

void run(const float* coefficients, int degree, float* values, int blocks)
{
    polynomial<<<blocks, 256>>>(coefficients, degree, values);
}
