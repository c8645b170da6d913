typedef int cufftHandle;
typedef enum { CUFFT_SUCCESS } cufftResult;
typedef enum { CUFFT_Z2Z = 0x69 } cufftType;
extern "C" cufftResult cufftPlan1d(cufftHandle *plan, int nx, cufftType type, int batch);
extern "C" cufftResult cufftDestroy(cufftHandle plan);
