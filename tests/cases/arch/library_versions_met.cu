// retarget: -DUSES_DNN
// A library that a file includes has its macros.
#include <cudnn.h>  // want [no-header] MIOpen

#ifdef CUDNN_MAJOR  // want [no-counterpart] CUDNN_MAJOR
int dnn;
#endif
