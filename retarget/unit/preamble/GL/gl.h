// The types of OpenGL that CUDA's headers name, where the machine has no OpenGL. Parsed only; never emitted.
#pragma once
#if defined(__has_include_next) && __has_include_next(<GL/gl.h>)
#include_next <GL/gl.h>
#else
typedef unsigned GLenum;
typedef unsigned char GLboolean;
typedef unsigned GLbitfield;
typedef signed char GLbyte;
typedef short GLshort;
typedef int GLint;
typedef int GLsizei;
typedef unsigned char GLubyte;
typedef unsigned short GLushort;
typedef unsigned GLuint;
typedef float GLfloat;
typedef float GLclampf;
typedef double GLdouble;
typedef void GLvoid;
#endif
