/* The program's own types need nothing. */
typedef struct { float x, y, z, w; } float4;
int device(float4 *position) { return position->x > 0; }
