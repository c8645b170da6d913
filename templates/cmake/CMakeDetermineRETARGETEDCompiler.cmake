# The language of objects that `retarget nvcc` has made: to compile one is to copy it to where CMake wants it.
set(CMAKE_RETARGETED_COMPILER "${CMAKE_COMMAND}")
set(CMAKE_RETARGETED_COMPILER_ENV_VAR "")
configure_file("${CMAKE_CURRENT_LIST_DIR}/CMakeRETARGETEDCompiler.cmake.in"
  "${CMAKE_PLATFORM_INFO_DIR}/CMakeRETARGETEDCompiler.cmake" @ONLY)
