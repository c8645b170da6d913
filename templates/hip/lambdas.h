// nvcc's traits of extended lambdas: HIP's compiler takes a lambda as it stands, so none is of such a kind.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_LAMBDAS_H
#define RETARGET_HIP_LAMBDAS_H

#define RETARGET_IS_EXTENDED_DEVICE_LAMBDA(...) false
#define RETARGET_IS_EXTENDED_DEVICE_LAMBDA_OF_KEPT_TYPE(...) false
#define RETARGET_IS_EXTENDED_HOST_DEVICE_LAMBDA(...) false

#endif
