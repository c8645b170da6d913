#define main sample_main
#include "../../../samples/texture_linear.cu"
#undef main
#include "../compare.h"

int main()
{
    const int rows = 1 << 15;
    std::vector<int> starts(1, 0), columns;
    std::vector<float> values;
    for (int r = 0; r < rows; ++r) {
        for (int e = 0; e < 3 + r % 5; ++e) {
            columns.push_back((r * 31 + e * e * 17) % rows);
            values.push_back(float((r + e) % 9 - 4));
        }
        starts.push_back((int)columns.size());
    }
    const SparseMatrix m = {rows, bench::managed(starts), bench::managed(columns), bench::managed(values)};
    float *x = bench::numbers<float>(rows), *a = bench::zeros<float>(rows), *b = bench::zeros<float>(rows);
    double *xd = bench::numbers<double>(rows), *ad = bench::zeros<double>(rows), *bd = bench::zeros<double>(rows);
    const Vectors vectors = {linear_texture<float>(x, rows * sizeof(float)), linear_texture<int2>(xd, rows * sizeof(double))};
    return bench::compare("texture_linear", [=] { multiply<<<rows / 64, 64>>>(m, vectors, a, ad); }, [=] {
        for (int row = 0; row < rows; ++row) {
            float sum = 0;
            double sumd = 0;
            for (int e = m.row_start[row]; e < m.row_start[row + 1]; ++e) {
                sum += m.value[e] * x[m.column[e]];
                sumd += m.value[e] * xd[m.column[e]];
            }
            b[row] = sum;
            bd[row] = sumd;
        }
    }, ad, bd, rows);
}
