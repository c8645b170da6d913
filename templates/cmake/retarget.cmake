# CUDA sources of a project, built for another target by `retarget nvcc`.
#
#   list(APPEND CMAKE_MODULE_PATH "/the/folder/that/retarget/cmake-dir/prints")
#   include(retarget)
#   add_executable(app main.cpp)
#   retarget_sources(app SOURCES a.cu b.cu TO amd)
#
# retarget_sources(<target> SOURCES <file>... [TO amd|nvidia] [ARCHITECTURES <gfx>...] [TUNED <file>]
#                  [SCHEDULES <schedule>...] [MAPS <tsv>...] [OPTIONS <option of nvcc>...] [RELOCATABLE])
#
# Each source is translated and compiled to an object in the build tree, with the include folders, definitions and the
# standard of the target; headers are followed. RELOCATABLE links device code of several sources, of all calls for the
# target. The target is a program or a library, of any kind but INTERFACE. Neither CUDA nor a GPU is needed, and no
# language beside C++.
#
# The targets CUDA::cudart, CUDA::cublas and their like, where nobody has defined them, stand for HIP's libraries.
include_guard(GLOBAL)
cmake_minimum_required(VERSION 3.20)

find_program(RETARGET_EXECUTABLE retarget HINTS ENV RETARGET_ROOT PATH_SUFFIXES bin
  DOC "The command `retarget`")
if(NOT RETARGET_EXECUTABLE)
  message(FATAL_ERROR "retarget is not found: put it on the PATH, or set RETARGET_EXECUTABLE")
endif()

set(_RETARGET_FOLDER "${CMAKE_CURRENT_LIST_DIR}" CACHE INTERNAL "")
set(RETARGET_ARCHITECTURES "gfx90a" CACHE STRING "AMD architectures that CUDA sources are built for")

function(_retarget_toolkit out)
  get_property(known GLOBAL PROPERTY _RETARGET_TOOLKIT)
  if(NOT known)
    execute_process(COMMAND "${RETARGET_EXECUTABLE}" toolkit "${CMAKE_BINARY_DIR}/retarget_toolkit"
      OUTPUT_VARIABLE known OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_VARIABLE said RESULT_VARIABLE code)
    if(NOT code EQUAL 0)
      message(FATAL_ERROR "retarget toolkit: ${said}")
    endif()
    set_property(GLOBAL PROPERTY _RETARGET_TOOLKIT "${known}")
  endif()
  set(${out} "${known}" PARENT_SCOPE)
endfunction()

# The libraries that projects link by find_package(CUDAToolkit), as HIP's.
function(_retarget_libraries)
  _retarget_toolkit(toolkit)
  foreach(name cudart cudart_static cuda_driver cublas cublasLt cufft curand cusparse cusolver nvml nvrtc nvToolsExt)
    string(REGEX REPLACE "_static$|_driver$" "" file "${name}")
    string(REGEX REPLACE "^nvml$" "nvidia-ml" file "${file}")
    if(NOT TARGET CUDA::${name} AND EXISTS "${toolkit}/lib64/lib${file}.so")
      add_library(CUDA::${name} INTERFACE IMPORTED GLOBAL)
      target_include_directories(CUDA::${name} SYSTEM INTERFACE "${toolkit}/include")
      target_link_libraries(CUDA::${name} INTERFACE "${toolkit}/lib64/lib${file}.so")
    endif()
  endforeach()
endfunction()

# Where a source is, as for add_executable: in the source folder, else where the build makes it.
function(_retarget_source out source)
  get_filename_component(path "${source}" ABSOLUTE)
  get_filename_component(made "${source}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_BINARY_DIR}")
  get_source_file_property(generated "${made}" GENERATED)
  if(NOT EXISTS "${path}" AND (generated OR EXISTS "${made}"))
    set(path "${made}")
  endif()
  set(${out} "${path}" PARENT_SCOPE)
endfunction()

function(_retarget_folder_of file)
  get_filename_component(folder "${file}" DIRECTORY)
  if(NOT folder MATCHES "\\$<CONFIG>")
    file(MAKE_DIRECTORY "${folder}")
    return()
  endif()
  foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES)
    string(REPLACE "$<CONFIG>" "${config}" own "${folder}")
    file(MAKE_DIRECTORY "${own}")
  endforeach()
endfunction()

# CMake takes no finished object into an OBJECT library: ours are sources of a language of their own there. A source of
# C++ makes that the language of the link.
function(_retarget_handed_on target)
  get_target_property(known ${target} RETARGET_HANDED_ON)
  if(NOT known)
    set_property(TARGET ${target} PROPERTY RETARGET_HANDED_ON TRUE)
    target_sources(${target} PRIVATE "${_RETARGET_FOLDER}/linked_as_cxx.cpp")
    list(APPEND CMAKE_MODULE_PATH "${_RETARGET_FOLDER}")
    enable_language(RETARGETED)
  endif()
endfunction()

function(retarget_sources target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "RELOCATABLE" "TO;TUNED" "SOURCES;ARCHITECTURES;SCHEDULES;MAPS;OPTIONS")
  if(NOT TARGET ${target})
    message(FATAL_ERROR "retarget_sources: no target '${target}': add_executable or add_library it first")
  endif()
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_SOURCES)
    message(FATAL_ERROR "retarget_sources(${target} SOURCES <file>... [TO amd|nvidia] [TUNED <file>] ...), not: ${ARGN}")
  endif()
  if(NOT arg_TO)
    set(arg_TO amd)
  elseif(NOT arg_TO MATCHES "^(amd|nvidia)$")
    message(FATAL_ERROR "retarget_sources(${target}): TO is amd or nvidia, not '${arg_TO}'")
  endif()
  get_target_property(kind ${target} TYPE)
  if(NOT kind MATCHES "EXECUTABLE|(STATIC|SHARED|MODULE|OBJECT)_LIBRARY")
    message(FATAL_ERROR "retarget_sources(${target}): its kind (${kind}) hands no object on to what links it: "
      "make it an OBJECT or a STATIC library")
  elseif(kind STREQUAL "OBJECT_LIBRARY" AND arg_RELOCATABLE)
    message(FATAL_ERROR "retarget_sources(${target} RELOCATABLE): nothing links the device code of an OBJECT library: "
      "make it a STATIC library")
  endif()
  get_target_property(home ${target} SOURCE_DIR)
  if(arg_RELOCATABLE AND NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR)
    message(FATAL_ERROR "retarget_sources(${target} RELOCATABLE): call it in ${home}, where the target is made")
  endif()
  if(NOT arg_ARCHITECTURES)
    set(arg_ARCHITECTURES ${RETARGET_ARCHITECTURES})
  endif()

  set(built_for --to ${arg_TO})
  set(reads)
  if(arg_TO STREQUAL "amd")
    string(REPLACE ";" "," architectures "${arg_ARCHITECTURES}")
    list(APPEND built_for --arch ${architectures})
  endif()
  set(words ${built_for})
  foreach(schedule IN LISTS arg_SCHEDULES)
    list(APPEND words --schedule "${schedule}")
  endforeach()
  if(arg_TUNED)
    get_filename_component(tuned "${arg_TUNED}" ABSOLUTE)
    list(APPEND words --tuned "${tuned}")
    list(APPEND reads "${tuned}")
  endif()
  foreach(map IN LISTS arg_MAPS)
    get_filename_component(map "${map}" ABSOLUTE)
    list(APPEND words --map "${map}")
    list(APPEND reads "${map}")
  endforeach()

  set(includes "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")
  set(definitions "$<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>")
  set(standard "$<TARGET_PROPERTY:${target},CXX_STANDARD>")
  set(independent "$<TARGET_PROPERTY:${target},POSITION_INDEPENDENT_CODE>")
  set(flags
    "$<$<BOOL:${includes}>:-I$<JOIN:${includes},;-I>>"
    "$<$<BOOL:${standard}>:-std=c++${standard}>"
    "$<$<CONFIG:Debug>:-g;-G>"
    "$<$<CONFIG:RelWithDebInfo>:-O2;-g;-DNDEBUG>"
    "$<$<CONFIG:Release>:-O3;-DNDEBUG>"
    "$<$<CONFIG:MinSizeRel>:-O2;-DNDEBUG>"
    ${arg_OPTIONS})
  if(kind MATCHES "SHARED|MODULE")
    list(APPEND flags -Xcompiler=-fPIC)
  else()
    list(APPEND flags "$<$<BOOL:${independent}>:-Xcompiler=-fPIC>")
  endif()

  list(APPEND words "$<$<BOOL:${definitions}>:--define=$<JOIN:${definitions},;--define=>>")

  set(mode -c)
  if(arg_RELOCATABLE)
    set(mode -dc)
  endif()
  set(place "${CMAKE_CURRENT_BINARY_DIR}/retarget/${target}")
  get_property(several GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(several)
    string(APPEND place "/$<CONFIG>")
  endif()
  set(ending ".o")
  if(kind STREQUAL "OBJECT_LIBRARY")
    set(ending ".retargeted")
    _retarget_handed_on(${target})
  endif()
  set(objects)
  foreach(source IN LISTS arg_SOURCES)
    _retarget_source(path "${source}")
    file(RELATIVE_PATH name "${CMAKE_CURRENT_SOURCE_DIR}" "${path}")
    string(REPLACE "../" "__/" name "${name}")
    set(object "${place}/${name}${ending}")
    _retarget_folder_of("${object}")
    add_custom_command(
      OUTPUT "${object}"
      COMMAND "${RETARGET_EXECUTABLE}" nvcc "${words}" -x cu ${mode} "${path}" -o "${object}"
              -MD -MF "${object}.d" -MT "${object}" "${flags}"
      DEPENDS "${path}" ${reads}
      DEPFILE "${object}.d"
      COMMENT "Building ${source} for ${arg_TO} as ${name}${ending}"
      COMMAND_EXPAND_LISTS VERBATIM)
    list(APPEND objects "${object}")
  endforeach()
  if(arg_RELOCATABLE)
    get_target_property(linked ${target} RETARGET_RELOCATABLE)
    set_property(TARGET ${target} APPEND PROPERTY RETARGET_RELOCATABLE ${objects})
    if(NOT linked)
      set(linked "${place}/device_link.o")
      set(all "$<TARGET_PROPERTY:${target},RETARGET_RELOCATABLE>")
      add_custom_command(
        OUTPUT "${linked}"
        COMMAND "${RETARGET_EXECUTABLE}" nvcc ${built_for} -dlink "${all}" -o "${linked}"
        DEPENDS "${all}" COMMENT "Linking device code of ${target}" COMMAND_EXPAND_LISTS VERBATIM)
      list(APPEND objects "${linked}")
    endif()
  endif()
  if(NOT home STREQUAL CMAKE_CURRENT_SOURCE_DIR)  # rules are known where they are made alone
    string(MD5 rules "${objects}")
    add_custom_target(retarget_${rules} DEPENDS ${objects})
    add_dependencies(${target} retarget_${rules})
  endif()
  set_source_files_properties(${objects} TARGET_DIRECTORY ${target} PROPERTIES GENERATED TRUE)
  if(NOT kind STREQUAL "OBJECT_LIBRARY")
    set_source_files_properties(${objects} TARGET_DIRECTORY ${target} PROPERTIES EXTERNAL_OBJECT TRUE)
  endif()
  target_sources(${target} PRIVATE ${objects})
  if(arg_TO STREQUAL "amd")
    _retarget_libraries()
    # as a property: the project may link with keywords or without, and CMake takes no mixture
    set_property(TARGET ${target} APPEND PROPERTY LINK_LIBRARIES CUDA::cudart)
    if(kind MATCHES "STATIC|OBJECT")
      set_property(TARGET ${target} APPEND PROPERTY INTERFACE_LINK_LIBRARIES "$<LINK_ONLY:CUDA::cudart>")
    endif()
  endif()
  set_property(TARGET ${target} PROPERTY LINKER_LANGUAGE CXX)
endfunction()
