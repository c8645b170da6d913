// What a range gives has the handle's type already.
#include <cufft.h>
#include <vector>
void drop(const std::vector<cufftHandle> &plans) {
    for (cufftHandle plan : plans)
        cufftDestroy(plan);
}
