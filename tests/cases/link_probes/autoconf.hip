// As Autoconf asks: the library has it, a support header has it, nothing has it.
#ifdef __cplusplus
extern "C"
#endif
char hipInit ();
#ifdef __cplusplus
extern "C"
#endif
char cublasInit () { return 0; }
#ifdef __cplusplus
extern "C"
#endif
char cuGraphicsVDPAURegisterOutputSurface ();
int
main ()
{
return hipInit () + cublasInit () + cuGraphicsVDPAURegisterOutputSurface ();
  ;
  return 0;
}
