// As Autoconf asks: the library has it, a support header has it, nothing has it.
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
int
main ()
{
return cuInit () + cublasInit () + cuGraphicsVDPAURegisterOutputSurface ();
  ;
  return 0;
}
