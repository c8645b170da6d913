// CUDA's questions about a generic pointer. Constant memory is the program's own data, as global variables are.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HOST_ADDRESS_SPACES_H
#define RETARGET_HOST_ADDRESS_SPACES_H

inline unsigned __isShared(const void* address) { return retarget_host::is_shared(address); }
inline unsigned __isLocal(const void* address) { return retarget_host::is_private(address); }
inline unsigned __isGlobal(const void* address) { return !__isShared(address) && !__isLocal(address); }

#endif
