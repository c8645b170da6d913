// The interface of hipFFT, for the check of outputs where it is not installed. Parsed only; never emitted.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_KNOWN_HIPFFT_H
#define RETARGET_KNOWN_HIPFFT_H

#include <hip/hip_complex.h>
#include <hip/hip_runtime_api.h>

#define HIPFFT_FORWARD -1
#define HIPFFT_BACKWARD 1

typedef enum hipfftResult_t {
  HIPFFT_SUCCESS, HIPFFT_INVALID_PLAN, HIPFFT_ALLOC_FAILED, HIPFFT_INVALID_TYPE, HIPFFT_INVALID_VALUE,
  HIPFFT_INTERNAL_ERROR, HIPFFT_EXEC_FAILED, HIPFFT_SETUP_FAILED, HIPFFT_INVALID_SIZE, HIPFFT_UNALIGNED_DATA,
  HIPFFT_INCOMPLETE_PARAMETER_LIST, HIPFFT_INVALID_DEVICE, HIPFFT_PARSE_ERROR, HIPFFT_NO_WORKSPACE,
  HIPFFT_NOT_IMPLEMENTED, HIPFFT_NOT_SUPPORTED = 16
} hipfftResult;
typedef enum hipfftType_t {
  HIPFFT_C2C = 41, HIPFFT_R2C = 42, HIPFFT_C2R = 44, HIPFFT_Z2Z = 105, HIPFFT_D2Z = 106, HIPFFT_Z2D = 108
} hipfftType;
typedef enum hipfftLibraryPropertyType_t {
  HIPFFT_MAJOR_VERSION, HIPFFT_MINOR_VERSION, HIPFFT_PATCH_LEVEL
} hipfftLibraryPropertyType;
typedef struct hipfftHandle_t *hipfftHandle;  // an `int` in CUDA
typedef hipComplex hipfftComplex;
typedef hipDoubleComplex hipfftDoubleComplex;
typedef float hipfftReal;
typedef double hipfftDoubleReal;

#ifdef __cplusplus
extern "C" {
#endif

#define FFT(name, ...) hipfftResult hipfft##name(__VA_ARGS__)
#define MANY(integer) \
  int, integer *, integer *, integer, integer, integer *, integer, integer, hipfftType, integer

FFT(Plan1d, hipfftHandle *, int, hipfftType, int);
FFT(Plan2d, hipfftHandle *, int, int, hipfftType);
FFT(Plan3d, hipfftHandle *, int, int, int, hipfftType);
FFT(PlanMany, hipfftHandle *, MANY(int));
FFT(Create, hipfftHandle *);
FFT(Destroy, hipfftHandle);
FFT(MakePlan1d, hipfftHandle, int, hipfftType, int, size_t *);
FFT(MakePlan2d, hipfftHandle, int, int, hipfftType, size_t *);
FFT(MakePlan3d, hipfftHandle, int, int, int, hipfftType, size_t *);
FFT(MakePlanMany, hipfftHandle, MANY(int), size_t *);
FFT(MakePlanMany64, hipfftHandle, MANY(long long), size_t *);
FFT(Estimate1d, int, hipfftType, int, size_t *);
FFT(Estimate2d, int, int, hipfftType, size_t *);
FFT(Estimate3d, int, int, int, hipfftType, size_t *);
FFT(EstimateMany, MANY(int), size_t *);
FFT(GetSize, hipfftHandle, size_t *);
FFT(GetSize1d, hipfftHandle, int, hipfftType, int, size_t *);
FFT(GetSize2d, hipfftHandle, int, int, hipfftType, size_t *);
FFT(GetSize3d, hipfftHandle, int, int, int, hipfftType, size_t *);
FFT(GetSizeMany, hipfftHandle, MANY(int), size_t *);
FFT(GetSizeMany64, hipfftHandle, MANY(long long), size_t *);
FFT(SetAutoAllocation, hipfftHandle, int);
FFT(SetWorkArea, hipfftHandle, void *);
FFT(SetStream, hipfftHandle, hipStream_t);
FFT(ExecC2C, hipfftHandle, hipfftComplex *, hipfftComplex *, int);
FFT(ExecR2C, hipfftHandle, hipfftReal *, hipfftComplex *);
FFT(ExecC2R, hipfftHandle, hipfftComplex *, hipfftReal *);
FFT(ExecZ2Z, hipfftHandle, hipfftDoubleComplex *, hipfftDoubleComplex *, int);
FFT(ExecD2Z, hipfftHandle, hipfftDoubleReal *, hipfftDoubleComplex *);
FFT(ExecZ2D, hipfftHandle, hipfftDoubleComplex *, hipfftDoubleReal *);
FFT(GetVersion, int *);
FFT(GetProperty, hipfftLibraryPropertyType, int *);

#undef FFT
#undef MANY

#ifdef __cplusplus
}
#endif

#endif
