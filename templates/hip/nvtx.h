// Stands for NVTX's common C interface: ranges and marks do nothing, so that no further library is linked.
// With -DRETARGET_HIP_USE_ROCTX they go to ROCTX; then link with -lroctx64 or -lrocprofiler-sdk-roctx.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_NVTX_H
#define RETARGET_HIP_NVTX_H
#ifdef __cplusplus

#include <cstddef>
#include <cstdint>

#pragma push_macro("message")
#undef message
#pragma push_macro("size")
#undef size
#pragma push_macro("version")
#undef version

#if defined(RETARGET_HIP_USE_ROCTX)
#if __has_include(<rocprofiler-sdk-roctx/roctx.h>)
#include <rocprofiler-sdk-roctx/roctx.h>
#else
#include <roctracer/roctx.h>
#endif
#endif

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st* nvtxDomainHandle_t;

enum { NVTX_VERSION = 2, NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 };
enum { NVTX_MESSAGE_UNKNOWN = 0, NVTX_MESSAGE_TYPE_ASCII = 1, NVTX_MESSAGE_TYPE_UNICODE = 2 };
enum {  // ROCTX carries a text alone
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6,
};

typedef union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_t {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_t;

#define NVTX_EVENT_ATTRIB_STRUCT_SIZE (static_cast<uint16_t>(sizeof(nvtxEventAttributes_t)))

#if defined(RETARGET_HIP_USE_ROCTX)
inline void nvtxMarkA(const char* text_) { roctxMarkA(text_); }
inline int nvtxRangePushA(const char* text_) { return roctxRangePushA(text_); }
inline int nvtxRangePop() { return roctxRangePop(); }
inline nvtxRangeId_t nvtxRangeStartA(const char* text_) { return roctxRangeStartA(text_); }
inline void nvtxRangeEnd(nvtxRangeId_t range) { roctxRangeStop(range); }
#else
inline void nvtxMarkA(const char*) {}
inline int nvtxRangePushA(const char*) { return 0; }
inline int nvtxRangePop() { return 0; }
inline nvtxRangeId_t nvtxRangeStartA(const char*) { return 0; }
inline void nvtxRangeEnd(nvtxRangeId_t) {}
#endif

namespace retarget_hip {
inline const char* nvtx_text(const nvtxEventAttributes_t* event_) {
  return event_->messageType == NVTX_MESSAGE_TYPE_ASCII && event_->message.ascii ? event_->message.ascii : "";
}
}  // namespace retarget_hip

inline void nvtxMarkEx(const nvtxEventAttributes_t* event_) { nvtxMarkA(retarget_hip::nvtx_text(event_)); }
inline int nvtxRangePushEx(const nvtxEventAttributes_t* event_) {
  return nvtxRangePushA(retarget_hip::nvtx_text(event_));
}
inline nvtxRangeId_t nvtxRangeStartEx(const nvtxEventAttributes_t* event_) {
  return nvtxRangeStartA(retarget_hip::nvtx_text(event_));
}
inline void nvtxMark(const char* text_) { nvtxMarkA(text_); }
inline int nvtxRangePush(const char* text_) { return nvtxRangePushA(text_); }
inline nvtxRangeId_t nvtxRangeStart(const char* text_) { return nvtxRangeStartA(text_); }

// ROCTX names neither threads and categories nor, in all its versions, devices, streams and events.
inline void nvtxNameOsThreadA(uint32_t, const char*) {}
inline void nvtxNameCategoryA(uint32_t, const char*) {}
inline void nvtxNameCudaDeviceA(int, const char*) {}
inline void nvtxNameCudaStreamA(const void*, const char*) {}
inline void nvtxNameCudaEventA(const void*, const char*) {}
inline void nvtxNameOsThread(uint32_t, const char*) {}
inline void nvtxNameCategory(uint32_t, const char*) {}
inline void nvtxNameCudaDevice(int, const char*) {}
inline void nvtxNameCudaStream(const void*, const char*) {}
inline void nvtxNameCudaEvent(const void*, const char*) {}
inline nvtxDomainHandle_t nvtxDomainCreateA(const char*) { return nullptr; }
inline void nvtxDomainDestroy(nvtxDomainHandle_t) {}
inline int nvtxDomainRangePushEx(nvtxDomainHandle_t, const nvtxEventAttributes_t* event_) {
  return nvtxRangePushEx(event_);
}
inline int nvtxDomainRangePop(nvtxDomainHandle_t) { return nvtxRangePop(); }

#pragma pop_macro("message")
#pragma pop_macro("size")
#pragma pop_macro("version")

#endif
#endif
