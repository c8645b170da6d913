// What clang offers in device code, and the support headers use: on any compiler of the host.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_DEVICE_BUILTINS_H
#define RETARGET_HOST_DEVICE_BUILTINS_H

#define __builtin_nontemporal_load(address) (*(address))  // clang 19 stumbles over its own on x86-64
#define __builtin_nontemporal_store(value, address) (*(address) = (value))
#if !defined(__clang__)
#define __builtin_debugtrap() __builtin_trap()
#endif

#define __builtin_amdgcn_is_shared(address) retarget_host::is_shared((const void*)(address))
#define __builtin_amdgcn_is_private(address) retarget_host::is_private((const void*)(address))
#define __builtin_readsteadycounter() static_cast<unsigned long long>(wall_clock64())

#endif
