// As Autoconf asks: the library has it, a support header has it, nothing has it, another version is meant.
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
#ifdef __cplusplus
extern "C"
#endif
char hipMalloc (void);
#ifdef __cplusplus
extern "C"
#endif
char nvmlInit (void) { return 0; }
int
main ()
{
return hipInit () + cublasInit () + cuGraphicsVDPAURegisterOutputSurface () + hipMalloc () + nvmlInit ();
  ;
  return 0;
}
