// Stands for the CUDA samples' helper_string.h: command-line flags, and finding a data file.
// A flag is -name or --name, with its value after '=' or ':'; letter case does not count.
// SPDX-License-Identifier: MIT
#ifndef RETARGET_HIP_HELPER_STRING_H
#define RETARGET_HIP_HELPER_STRING_H
#ifdef __cplusplus
#define COMMON_HELPER_STRING_H_  // the guard of the samples' own, which their other headers include

#include <strings.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <string>

#pragma push_macro("string")
#undef string

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(to, length_, from) strcpy(to, from)
#define FOPEN(file_, name_, mode) (file_ = fopen(name_, mode))
#define FOPEN_FAIL(result_) ((result_) == nullptr)
#define SSCANF sscanf
#define SPRINTF sprintf
#endif

namespace retarget_hip {
namespace detail_ {

// The text behind the flag's name ("" or "=value"), or null if the flag is not given.
inline const char* find_flag(int argc_, const char** argv_, const char* name_) {
  const size_t length_ = std::strlen(name_);
  for (int i_ = 1; i_ < argc_; ++i_) {
    const char* flag_ = argv_[i_] + std::strspn(argv_[i_], "-");
    if (flag_ == argv_[i_] || strncasecmp(flag_, name_, length_) != 0) continue;
    if (flag_[length_] == '\0' || flag_[length_] == '=' || flag_[length_] == ':') return flag_ + length_;
  }
  return nullptr;
}
inline const char* flag_value(int argc_, const char** argv_, const char* name_) {
  const char* rest_ = find_flag(argc_, argv_, name_);
  return rest_ == nullptr || *rest_ == '\0' ? nullptr : rest_ + 1;
}

}  // namespace detail_
}  // namespace retarget_hip

inline bool checkCmdLineFlag(int argc_, const char** argv_, const char* name_) {
  return retarget_hip::detail_::find_flag(argc_, argv_, name_) != nullptr;
}

inline int getCmdLineArgumentInt(int argc_, const char** argv_, const char* name_) {
  const char* value_ = retarget_hip::detail_::flag_value(argc_, argv_, name_);
  return value_ ? std::atoi(value_) : 0;
}

inline float getCmdLineArgumentFloat(int argc_, const char** argv_, const char* name_) {
  const char* value_ = retarget_hip::detail_::flag_value(argc_, argv_, name_);
  return value_ ? static_cast<float>(std::atof(value_)) : 0.0f;
}

inline bool getCmdLineArgumentString(int argc_, const char** argv_, const char* name_, char** text_) {
  const char* value_ = retarget_hip::detail_::flag_value(argc_, argv_, name_);
  *text_ = const_cast<char*>(value_);
  return value_ != nullptr;
}

template <typename T_>
inline bool getCmdLineArgumentValue(int argc_, const char** argv_, const char* name_, T_* result_) {
  const char* value_ = retarget_hip::detail_::flag_value(argc_, argv_, name_);
  if (value_ != nullptr) *result_ = static_cast<T_>(std::atof(value_));
  return value_ != nullptr;
}

inline int stringRemoveDelimiter(char delimiter_, const char* text_) {
  int start_ = 0;
  while (text_[start_] == delimiter_) ++start_;
  return start_;
}

inline int getFileExtension(char* filename_, char** extension_) {
  char* dot_ = std::strrchr(filename_, '.');
  *extension_ = dot_ ? dot_ + 1 : nullptr;
  return dot_ ? static_cast<int>(std::strlen(dot_ + 1)) : 0;
}

// The file itself, or in data/, beside the program or up to three folders above it. The caller frees the name.
inline char* sdkFindFilePath(const char* filename_, const char* program_) {
  std::string beside_ = program_ ? program_ : "";
  beside_.resize(beside_.find_last_of('/') == std::string::npos ? 0 : beside_.find_last_of('/') + 1);
  for (const std::string& start_ : {std::string(), beside_}) {
    std::string folder_ = start_;
    for (int level_ = 0; level_ < 4; ++level_, folder_ += "../") {
      for (const char* inner_ : {"", "data/", "Data/", "common/data/", "Common/data/"}) {
        const std::string path_ = folder_ + inner_ + filename_;
        std::FILE* file_ = std::fopen(path_.c_str(), "rb");
        if (file_ == nullptr) continue;
        std::fclose(file_);
        return strdup(path_.c_str());
      }
    }
  }
  return nullptr;
}

#pragma pop_macro("string")

#endif
#endif
