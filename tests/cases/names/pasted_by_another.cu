// A macro that puts names together by a macro of its own.
#include <cstdio>
#define JOIN_(x, y) x##y
#define JOIN(x, y) JOIN_(x, y)
#define API(name) JOIN(cuda, name)
#define TRY(...)                                                                             \
    do {                                                                                     \
        API(Error_t) told = __VA_ARGS__;                                                     \
        if (told != API(Success)) std::printf("%s\n", API(GetErrorString)(told));            \
    } while (0)
#define LIST(name) show(cuda, name)
#define NAMED(name) JOIN(cublas, name)  // want [unknown-name] does not translate
void show(int cuda, int name);
__global__ void k(int *p) { p[0] = 1; }
void run(void *to, const void *from) {
    int cuda = 1;
    TRY(API(Memcpy)(to, from, 4, API(MemcpyDeviceToHost)));
    LIST(2);
    int NAMED(Unheard) = 3;
    show(cuda, cublasUnheard);
}
