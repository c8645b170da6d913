# In the cache, as all folders of a project need it, and one of them enables the language.
set(CMAKE_RETARGETED_COMPILE_OBJECT "\"${CMAKE_COMMAND}\" -E copy <SOURCE> <OBJECT>" CACHE INTERNAL "")
set(CMAKE_RETARGETED_INFORMATION_LOADED 1)
