// What a range gives has the handle's type already.
#include <hipfft/hipfft.h>
#include <vector>
void drop(const std::vector<hipfftHandle> &plans) {
    for (hipfftHandle plan : plans)
        hipfftDestroy(plan);
}
