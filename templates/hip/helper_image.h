// Stands for the CUDA samples' helper_image.h: PGM and PPM images, files of numbers, comparisons.
// Pixels of a floating type are 0 to 1, those of the other types 0 to 255.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HELPER_IMAGE_H
#define RETARGET_HIP_HELPER_IMAGE_H
#ifdef __cplusplus
#define COMMON_HELPER_IMAGE_H_  // the guard of the samples' own

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <type_traits>
#include <vector>

#pragma push_macro("bytes")
#undef bytes
#pragma push_macro("data")
#undef data
#pragma push_macro("get")
#undef get
#pragma push_macro("height")
#undef height
#pragma push_macro("read")
#undef read
#pragma push_macro("size")
#undef size
#pragma push_macro("string")
#undef string
#pragma push_macro("value")
#undef value
#pragma push_macro("width")
#undef width
#pragma push_macro("write")
#undef write

namespace retarget_hip {
namespace detail_ {

// A binary PNM file: P5 has one channel, P6 three.
struct Pnm {
  unsigned width = 0, height = 0, channels = 0;
  std::vector<unsigned char> bytes;
};

inline unsigned pnm_number(std::istream& in_) {
  while ((in_ >> std::ws) && in_.peek() == '#') in_.ignore(1 << 20, '\n');
  unsigned number_ = 0;
  in_ >> number_;
  return number_;
}

inline bool read_pnm(const char* path_, Pnm* image_) {
  std::ifstream in_(path_, std::ios::binary);
  std::string magic_;
  if (!(in_ >> magic_) || (magic_ != "P5" && magic_ != "P6")) {
    std::fprintf(stderr, "%s: not a binary PGM or PPM file\n", path_);
    return false;
  }
  image_->channels = magic_ == "P5" ? 1 : 3;
  image_->width = pnm_number(in_);
  image_->height = pnm_number(in_);
  const unsigned highest_ = pnm_number(in_);
  in_.get();
  image_->bytes.assign(std::istreambuf_iterator<char>(in_), std::istreambuf_iterator<char>());
  const size_t needed_ = size_t{image_->width} * image_->height * image_->channels;
  if (highest_ > 255 || needed_ == 0 || image_->bytes.size() < needed_) {
    std::fprintf(stderr, "%s: broken PGM or PPM file\n", path_);
    return false;
  }
  return true;
}

inline bool write_pnm(const char* path_, const Pnm& image_) {
  std::ofstream out_(path_, std::ios::binary);
  out_ << (image_.channels == 1 ? "P5" : "P6") << '\n' << image_.width << ' ' << image_.height << "\n255\n";
  out_.write(reinterpret_cast<const char*>(image_.bytes.data()), static_cast<std::streamsize>(image_.bytes.size()));
  return out_.good();
}

template <typename T_>
inline T_ from_byte(unsigned char byte_) {
  return std::is_floating_point<T_>::value ? static_cast<T_>(byte_ / 255.0f) : static_cast<T_>(byte_);
}
template <typename T_>
inline unsigned char to_byte(T_ value_) {
  return static_cast<unsigned char>(std::is_floating_point<T_>::value ? value_ * T_(255) : value_);
}

// Fills *data, which is allocated where it is null, with as many channels for each pixel; the fourth is 0.
template <typename T_>
inline bool load_pixels(const char* path_, T_** data_, unsigned* width, unsigned* height, unsigned file_channels_,
                        unsigned channels) {
  Pnm image_;
  if (!read_pnm(path_, &image_) || image_.channels != file_channels_) return false;
  const size_t pixels_ = size_t{image_.width} * image_.height;
  if (*data_ == nullptr) *data_ = static_cast<T_*>(std::malloc(pixels_ * channels * sizeof(T_)));
  for (size_t i_ = 0; i_ < pixels_; ++i_)
    for (unsigned c_ = 0; c_ < channels; ++c_)
      (*data_)[i_ * channels + c_] = c_ < file_channels_ ? from_byte<T_>(image_.bytes[i_ * file_channels_ + c_]) : T_(0);
  *width = image_.width;
  *height = image_.height;
  return true;
}

template <typename T_>
inline bool save_pixels(const char* path_, const T_* data_, unsigned width, unsigned height, unsigned file_channels_,
                        unsigned channels) {
  Pnm image_;
  image_.width = width;
  image_.height = height;
  image_.channels = file_channels_;
  for (size_t i_ = 0; i_ < size_t{width} * height; ++i_)
    for (unsigned c_ = 0; c_ < file_channels_; ++c_) image_.bytes.push_back(to_byte(data_[i_ * channels + c_]));
  return write_pnm(path_, image_);
}

}  // namespace detail_
}  // namespace retarget_hip

template <typename T_>
inline bool sdkLoadPGM(const char* path_, T_** data_, unsigned* width, unsigned* height) {
  return retarget_hip::detail_::load_pixels(path_, data_, width, height, 1, 1);
}
template <typename T_>
inline bool sdkSavePGM(const char* path_, T_* data_, unsigned width, unsigned height) {
  return retarget_hip::detail_::save_pixels(path_, data_, width, height, 1, 1);
}
template <typename T_>
inline bool sdkLoadPPM4(const char* path_, T_** data_, unsigned* width, unsigned* height) {
  return retarget_hip::detail_::load_pixels(path_, data_, width, height, 3, 4);
}
inline bool sdkLoadPPM4ub(const char* path_, unsigned char** data_, unsigned* width, unsigned* height) {
  return sdkLoadPPM4(path_, data_, width, height);
}
inline bool sdkLoadPPMub(const char* path_, unsigned char** data_, unsigned* width, unsigned* height) {
  return retarget_hip::detail_::load_pixels(path_, data_, width, height, 3, 3) || sdkLoadPGM(path_, data_, width, height);
}
inline bool sdkSavePPM4ub(const char* path_, unsigned char* data_, unsigned width, unsigned height) {
  return retarget_hip::detail_::save_pixels(path_, data_, width, height, 3, 4);
}

// At most the share `threshold_` of the values may differ by epsilon or more.
template <typename T_, typename S_>
inline bool compareData(const T_* reference_, const T_* data_, unsigned length_, S_ epsilon_, float threshold_) {
  size_t different_ = 0;
  for (unsigned i_ = 0; i_ < length_; ++i_)
    different_ += !(std::fabs(static_cast<double>(reference_[i_]) - static_cast<double>(data_[i_])) <
                   (epsilon_ > 0 ? static_cast<double>(epsilon_) : 1e-30));
  if (different_ > 0) std::printf("%zu of %u values differ\n", different_, length_);
  return different_ <= static_cast<double>(threshold_) * length_;
}

// The error in the L2 norm, relative to the reference's.
template <typename T_, typename S_>
inline bool compareDataAsFloatThreshold(const T_* reference_, const T_* data_, unsigned length_, S_ epsilon_,
                                        float threshold_) {
  return compareData(reference_, data_, length_, epsilon_ > S_(1e-3) ? epsilon_ : S_(1e-3), threshold_);
}
inline bool sdkCompareL2fe(const float* reference_, const float* data_, unsigned length_, float epsilon_) {
  double error_ = 0, norm_ = 0;
  for (unsigned i_ = 0; i_ < length_; ++i_) {
    const double difference_ = static_cast<double>(reference_[i_]) - data_[i_];
    error_ += difference_ * difference_;
    norm_ += static_cast<double>(reference_[i_]) * reference_[i_];
  }
  return norm_ > 1e-14 && std::sqrt(error_ / norm_) < epsilon_;
}

inline bool sdkComparePGM(const char* path_, const char* reference_, float epsilon_, float threshold_, bool = false) {
  retarget_hip::detail_::Pnm a_, b_;
  return retarget_hip::detail_::read_pnm(path_, &a_) && retarget_hip::detail_::read_pnm(reference_, &b_) &&
         a_.bytes.size() == b_.bytes.size() &&
         compareData(b_.bytes.data(), a_.bytes.data(), static_cast<unsigned>(a_.bytes.size()), epsilon_, threshold_);
}
inline bool sdkComparePPM(const char* path_, const char* reference_, float epsilon_, float threshold_, bool = false) {
  return sdkComparePGM(path_, reference_, epsilon_, threshold_);
}

// Numbers as text, separated by white space, behind an optional first line with '#'; *data is allocated where it is null.
template <typename T_>
inline bool sdkReadFile(const char* path_, T_** data_, unsigned* length_, bool verbose_) {
  std::ifstream in_(path_);
  if (!in_) {
    if (verbose_) std::fprintf(stderr, "%s: cannot open\n", path_);
    return false;
  }
  if (in_.peek() == '#') in_.ignore(1 << 20, '\n');
  const std::vector<T_> values_((std::istream_iterator<T_>(in_)), std::istream_iterator<T_>());
  if (*data_ == nullptr) *data_ = static_cast<T_*>(std::malloc(values_.size() * sizeof(T_)));
  for (size_t i_ = 0; i_ < values_.size(); ++i_) (*data_)[i_] = values_[i_];
  *length_ = static_cast<unsigned>(values_.size());
  return true;
}
template <typename T_, typename S_>
inline bool sdkWriteFile(const char* path_, const T_* data_, unsigned length_, S_ epsilon_, bool verbose_,
                         bool append_ = false) {
  std::ofstream out_(path_, append_ ? std::ios::app : std::ios::trunc);
  out_ << "# " << epsilon_ << '\n';
  for (unsigned i_ = 0; i_ < length_; ++i_) out_ << data_[i_] << ' ';
  if (!out_ && verbose_) std::fprintf(stderr, "%s: cannot write\n", path_);
  return out_.good();
}

inline void sdkDumpBin(void* data_, unsigned bytes, const char* path_) {
  std::ofstream(path_, std::ios::binary).write(static_cast<const char*>(data_), bytes);
}
inline bool sdkCompareBin2BinFloat(const char* path_, const char* reference_, unsigned length_, float epsilon_,
                                   float threshold_, char* = nullptr) {
  std::vector<float> a_(length_), b_(length_);
  const auto bytes = static_cast<std::streamsize>(length_ * sizeof(float));
  std::ifstream first_(path_, std::ios::binary), second_(reference_, std::ios::binary);
  return first_.read(reinterpret_cast<char*>(a_.data()), bytes) &&
         second_.read(reinterpret_cast<char*>(b_.data()), bytes) &&
         compareData(b_.data(), a_.data(), length_, epsilon_, threshold_);
}

#pragma pop_macro("bytes")
#pragma pop_macro("data")
#pragma pop_macro("get")
#pragma pop_macro("height")
#pragma pop_macro("read")
#pragma pop_macro("size")
#pragma pop_macro("string")
#pragma pop_macro("value")
#pragma pop_macro("width")
#pragma pop_macro("write")

#endif
#endif
