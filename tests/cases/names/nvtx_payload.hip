// What a mark of NVTX's carries beside its text; ROCTX carries the text alone.
#include <hip/hip_runtime.h>
#include "retarget_hip/nvtx.h"
void mark(const char *text, long long value) {
  nvtxEventAttributes_t event = {};
  event.version = NVTX_VERSION;
  event.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  event.payloadType = NVTX_PAYLOAD_TYPE_INT64;
  event.payload.llValue = value;
  event.messageType = NVTX_MESSAGE_TYPE_ASCII;
  event.message.ascii = text;
  nvtxMarkEx(&event);
}
