#ifndef VECTORS_H
#define VECTORS_H
// Of the host too, without CUDA's headers.
struct float4;
void show(const float4 *shown);
#endif
