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

namespace retarget_hip {
namespace detail {

// A binary PNM file: P5 has one channel, P6 three.
struct Pnm {
  unsigned width = 0, height = 0, channels = 0;
  std::vector<unsigned char> bytes;
};

inline unsigned pnm_number(std::istream& in) {
  while ((in >> std::ws) && in.peek() == '#') in.ignore(1 << 20, '\n');
  unsigned number = 0;
  in >> number;
  return number;
}

inline bool read_pnm(const char* path, Pnm* image) {
  std::ifstream in(path, std::ios::binary);
  std::string magic;
  if (!(in >> magic) || (magic != "P5" && magic != "P6")) {
    std::fprintf(stderr, "%s: not a binary PGM or PPM file\n", path);
    return false;
  }
  image->channels = magic == "P5" ? 1 : 3;
  image->width = pnm_number(in);
  image->height = pnm_number(in);
  const unsigned highest = pnm_number(in);
  in.get();
  image->bytes.assign(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
  const size_t needed = size_t{image->width} * image->height * image->channels;
  if (highest > 255 || needed == 0 || image->bytes.size() < needed) {
    std::fprintf(stderr, "%s: broken PGM or PPM file\n", path);
    return false;
  }
  return true;
}

inline bool write_pnm(const char* path, const Pnm& image) {
  std::ofstream out(path, std::ios::binary);
  out << (image.channels == 1 ? "P5" : "P6") << '\n' << image.width << ' ' << image.height << "\n255\n";
  out.write(reinterpret_cast<const char*>(image.bytes.data()), static_cast<std::streamsize>(image.bytes.size()));
  return out.good();
}

template <typename T>
inline T from_byte(unsigned char byte) {
  return std::is_floating_point<T>::value ? static_cast<T>(byte / 255.0f) : static_cast<T>(byte);
}
template <typename T>
inline unsigned char to_byte(T value) {
  return static_cast<unsigned char>(std::is_floating_point<T>::value ? value * T(255) : value);
}

// Fills *data, which is allocated where it is null, with as many channels for each pixel; the fourth is 0.
template <typename T>
inline bool load_pixels(const char* path, T** data, unsigned* width, unsigned* height, unsigned file_channels,
                        unsigned channels) {
  Pnm image;
  if (!read_pnm(path, &image) || image.channels != file_channels) return false;
  const size_t pixels = size_t{image.width} * image.height;
  if (*data == nullptr) *data = static_cast<T*>(std::malloc(pixels * channels * sizeof(T)));
  for (size_t i = 0; i < pixels; ++i)
    for (unsigned c = 0; c < channels; ++c)
      (*data)[i * channels + c] = c < file_channels ? from_byte<T>(image.bytes[i * file_channels + c]) : T(0);
  *width = image.width;
  *height = image.height;
  return true;
}

template <typename T>
inline bool save_pixels(const char* path, const T* data, unsigned width, unsigned height, unsigned file_channels,
                        unsigned channels) {
  Pnm image{width, height, file_channels, {}};
  for (size_t i = 0; i < size_t{width} * height; ++i)
    for (unsigned c = 0; c < file_channels; ++c) image.bytes.push_back(to_byte(data[i * channels + c]));
  return write_pnm(path, image);
}

}  // namespace detail
}  // namespace retarget_hip

template <typename T>
inline bool sdkLoadPGM(const char* path, T** data, unsigned* width, unsigned* height) {
  return retarget_hip::detail::load_pixels(path, data, width, height, 1, 1);
}
template <typename T>
inline bool sdkSavePGM(const char* path, T* data, unsigned width, unsigned height) {
  return retarget_hip::detail::save_pixels(path, data, width, height, 1, 1);
}
template <typename T>
inline bool sdkLoadPPM4(const char* path, T** data, unsigned* width, unsigned* height) {
  return retarget_hip::detail::load_pixels(path, data, width, height, 3, 4);
}
inline bool sdkLoadPPM4ub(const char* path, unsigned char** data, unsigned* width, unsigned* height) {
  return sdkLoadPPM4(path, data, width, height);
}
inline bool sdkLoadPPMub(const char* path, unsigned char** data, unsigned* width, unsigned* height) {
  return retarget_hip::detail::load_pixels(path, data, width, height, 3, 3) || sdkLoadPGM(path, data, width, height);
}
inline bool sdkSavePPM4ub(const char* path, unsigned char* data, unsigned width, unsigned height) {
  return retarget_hip::detail::save_pixels(path, data, width, height, 3, 4);
}

// At most the share `threshold` of the values may differ by epsilon or more.
template <typename T, typename S>
inline bool compareData(const T* reference, const T* data, unsigned length, S epsilon, float threshold) {
  size_t different = 0;
  for (unsigned i = 0; i < length; ++i)
    different += !(std::fabs(static_cast<double>(reference[i]) - static_cast<double>(data[i])) <
                   (epsilon > 0 ? static_cast<double>(epsilon) : 1e-30));
  if (different > 0) std::printf("%zu of %u values differ\n", different, length);
  return different <= static_cast<double>(threshold) * length;
}

// The error in the L2 norm, relative to the reference's.
template <typename T, typename S>
inline bool compareDataAsFloatThreshold(const T* reference, const T* data, unsigned length, S epsilon,
                                        float threshold) {
  return compareData(reference, data, length, epsilon > S(1e-3) ? epsilon : S(1e-3), threshold);
}
inline bool sdkCompareL2fe(const float* reference, const float* data, unsigned length, float epsilon) {
  double error = 0, norm = 0;
  for (unsigned i = 0; i < length; ++i) {
    const double difference = static_cast<double>(reference[i]) - data[i];
    error += difference * difference;
    norm += static_cast<double>(reference[i]) * reference[i];
  }
  return norm > 1e-14 && std::sqrt(error / norm) < epsilon;
}

inline bool sdkComparePGM(const char* path, const char* reference, float epsilon, float threshold, bool = false) {
  retarget_hip::detail::Pnm a, b;
  return retarget_hip::detail::read_pnm(path, &a) && retarget_hip::detail::read_pnm(reference, &b) &&
         a.bytes.size() == b.bytes.size() &&
         compareData(b.bytes.data(), a.bytes.data(), static_cast<unsigned>(a.bytes.size()), epsilon, threshold);
}
inline bool sdkComparePPM(const char* path, const char* reference, float epsilon, float threshold, bool = false) {
  return sdkComparePGM(path, reference, epsilon, threshold);
}

// Numbers as text, separated by white space, behind an optional first line with '#'; *data is allocated where it is null.
template <typename T>
inline bool sdkReadFile(const char* path, T** data, unsigned* length, bool verbose) {
  std::ifstream in(path);
  if (!in) {
    if (verbose) std::fprintf(stderr, "%s: cannot open\n", path);
    return false;
  }
  if (in.peek() == '#') in.ignore(1 << 20, '\n');
  const std::vector<T> values((std::istream_iterator<T>(in)), std::istream_iterator<T>());
  if (*data == nullptr) *data = static_cast<T*>(std::malloc(values.size() * sizeof(T)));
  for (size_t i = 0; i < values.size(); ++i) (*data)[i] = values[i];
  *length = static_cast<unsigned>(values.size());
  return true;
}
template <typename T, typename S>
inline bool sdkWriteFile(const char* path, const T* data, unsigned length, S epsilon, bool verbose,
                         bool append = false) {
  std::ofstream out(path, append ? std::ios::app : std::ios::trunc);
  out << "# " << epsilon << '\n';
  for (unsigned i = 0; i < length; ++i) out << data[i] << ' ';
  if (!out && verbose) std::fprintf(stderr, "%s: cannot write\n", path);
  return out.good();
}

inline void sdkDumpBin(void* data, unsigned bytes, const char* path) {
  std::ofstream(path, std::ios::binary).write(static_cast<const char*>(data), bytes);
}
inline bool sdkCompareBin2BinFloat(const char* path, const char* reference, unsigned length, float epsilon,
                                   float threshold, char* = nullptr) {
  std::vector<float> a(length), b(length);
  const auto bytes = static_cast<std::streamsize>(length * sizeof(float));
  std::ifstream first(path, std::ios::binary), second(reference, std::ios::binary);
  return first.read(reinterpret_cast<char*>(a.data()), bytes) &&
         second.read(reinterpret_cast<char*>(b.data()), bytes) &&
         compareData(b.data(), a.data(), length, epsilon, threshold);
}

#endif
#endif
