// As Autoconf asks: the library has it, a support header has it, nothing has it, another version is meant.
#ifdef __cplusplus
extern "C"
#endif
char cuInit ();
#ifdef __cplusplus
extern "C"
#endif
char cublasInit ();
#ifdef __cplusplus
extern "C"
#endif
char cuGraphicsVDPAURegisterOutputSurface ();
#ifdef __cplusplus
extern "C"
#endif
char cuMemAlloc (void);
#ifdef __cplusplus
extern "C"
#endif
char nvmlInit (void);
int
main ()
{
return cuInit () + cublasInit () + cuGraphicsVDPAURegisterOutputSurface () + cuMemAlloc () + nvmlInit ();
  ;
  return 0;
}
