// CUDA's forms of functions of cuSPARSE that hipSPARSE declares with other arguments.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_SPARSE_H
#define RETARGET_HIP_SPARSE_H
#if defined(__cplusplus) && __has_include(<hipsparse/hipsparse.h>)

#include <hipsparse/hipsparse.h>

#include <map>
#include <mutex>

namespace retarget_hip {

// The buffer of an analysis, which a solve uses again: hipSPARSE asks for it there.
struct sparse_buffers {
  std::mutex busy_;
  std::map<hipsparseSpSMDescr_t, void*> known_;
  static sparse_buffers& all_() {
    static sparse_buffers buffers_;
    return buffers_;
  }
};

template <typename Sparse_, typename Left_, typename Right_, typename Alg_>
inline hipsparseStatus_t sparse_analysis(hipsparseHandle_t handle_, hipsparseOperation_t left_op_,
                                         hipsparseOperation_t right_op_, const void* alpha_, Sparse_ matrix_,
                                         Left_ right_, Right_ result_, hipDataType type_, Alg_ alg_,
                                         hipsparseSpSMDescr_t descr_, void* buffer_) {
  sparse_buffers& buffers_ = sparse_buffers::all_();
  {
    std::lock_guard<std::mutex> held_(buffers_.busy_);
    buffers_.known_[descr_] = buffer_;
  }
  return hipsparseSpSM_analysis(handle_, left_op_, right_op_, alpha_, matrix_, right_, result_, type_, alg_, descr_,
                                buffer_);
}
template <typename Sparse_, typename Left_, typename Right_, typename Alg_>
inline hipsparseStatus_t sparse_solve(hipsparseHandle_t handle_, hipsparseOperation_t left_op_,
                                      hipsparseOperation_t right_op_, const void* alpha_, Sparse_ matrix_,
                                      Left_ right_, Right_ result_, hipDataType type_, Alg_ alg_,
                                      hipsparseSpSMDescr_t descr_) {
  sparse_buffers& buffers_ = sparse_buffers::all_();
  void* buffer_ = nullptr;
  {
    std::lock_guard<std::mutex> held_(buffers_.busy_);
    const auto at_ = buffers_.known_.find(descr_);
    if (at_ != buffers_.known_.end()) buffer_ = at_->second;
  }
  return hipsparseSpSM_solve(handle_, left_op_, right_op_, alpha_, matrix_, right_, result_, type_, alg_, descr_,
                             buffer_);
}

// The result is not written here, and is const in CUDA.
template <typename Sparse_, typename Dense_>
inline hipsparseStatus_t sparse_dot_size(hipsparseHandle_t handle_, hipsparseOperation_t op_, Sparse_ x_, Dense_ y_,
                                         const void* result_, hipDataType type_, size_t* size_) {
  return hipsparseSpVV_bufferSize(handle_, op_, x_, y_, const_cast<void*>(result_), type_, size_);
}

}  // namespace retarget_hip

#endif
#endif
