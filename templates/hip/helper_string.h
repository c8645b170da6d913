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

#ifndef EXIT_WAIVED
#define EXIT_WAIVED 2
#endif
#ifndef STRCASECMP
#define STRCASECMP strcasecmp
#define STRNCASECMP strncasecmp
#define STRCPY(to, length, from) strcpy(to, from)
#define FOPEN(file, name, mode) (file = fopen(name, mode))
#define FOPEN_FAIL(result) ((result) == nullptr)
#define SSCANF sscanf
#define SPRINTF sprintf
#endif

namespace retarget_hip {
namespace detail {

// The text behind the flag's name ("" or "=value"), or null if the flag is not given.
inline const char* find_flag(int argc, const char** argv, const char* name) {
  const size_t length = std::strlen(name);
  for (int i = 1; i < argc; ++i) {
    const char* flag = argv[i] + std::strspn(argv[i], "-");
    if (flag == argv[i] || strncasecmp(flag, name, length) != 0) continue;
    if (flag[length] == '\0' || flag[length] == '=' || flag[length] == ':') return flag + length;
  }
  return nullptr;
}
inline const char* flag_value(int argc, const char** argv, const char* name) {
  const char* rest = find_flag(argc, argv, name);
  return rest == nullptr || *rest == '\0' ? nullptr : rest + 1;
}

}  // namespace detail
}  // namespace retarget_hip

inline bool checkCmdLineFlag(int argc, const char** argv, const char* name) {
  return retarget_hip::detail::find_flag(argc, argv, name) != nullptr;
}

inline int getCmdLineArgumentInt(int argc, const char** argv, const char* name) {
  const char* value = retarget_hip::detail::flag_value(argc, argv, name);
  return value ? std::atoi(value) : 0;
}

inline float getCmdLineArgumentFloat(int argc, const char** argv, const char* name) {
  const char* value = retarget_hip::detail::flag_value(argc, argv, name);
  return value ? static_cast<float>(std::atof(value)) : 0.0f;
}

inline bool getCmdLineArgumentString(int argc, const char** argv, const char* name, char** text) {
  const char* value = retarget_hip::detail::flag_value(argc, argv, name);
  *text = const_cast<char*>(value);
  return value != nullptr;
}

template <typename T>
inline bool getCmdLineArgumentValue(int argc, const char** argv, const char* name, T* result) {
  const char* value = retarget_hip::detail::flag_value(argc, argv, name);
  if (value != nullptr) *result = static_cast<T>(std::atof(value));
  return value != nullptr;
}

inline int stringRemoveDelimiter(char delimiter, const char* text) {
  int start = 0;
  while (text[start] == delimiter) ++start;
  return start;
}

inline int getFileExtension(char* filename, char** extension) {
  char* dot = std::strrchr(filename, '.');
  *extension = dot ? dot + 1 : nullptr;
  return dot ? static_cast<int>(std::strlen(dot + 1)) : 0;
}

// The file itself, or in data/, beside the program or up to three folders above it. The caller frees the name.
inline char* sdkFindFilePath(const char* filename, const char* program) {
  std::string beside = program ? program : "";
  beside.resize(beside.find_last_of('/') == std::string::npos ? 0 : beside.find_last_of('/') + 1);
  for (const std::string& start : {std::string(), beside}) {
    std::string folder = start;
    for (int level = 0; level < 4; ++level, folder += "../") {
      for (const char* inner : {"", "data/", "Data/", "common/data/", "Common/data/"}) {
        const std::string path = folder + inner + filename;
        std::FILE* file = std::fopen(path.c_str(), "rb");
        if (file == nullptr) continue;
        std::fclose(file);
        return strdup(path.c_str());
      }
    }
  }
  return nullptr;
}

#endif
#endif
