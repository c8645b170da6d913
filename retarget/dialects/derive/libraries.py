"""What belongs to each table: the headers that declare it and the names that it takes from them."""

from __future__ import annotations

import re

from msgspec import Struct

from retarget.dialects.derive.declared import Declared

# What headers declare for their own use, and common words that CUDA once declared.
INTERNAL = re.compile(
    r"(?:all|any|ballot|surface|IF_DEVICE_OR_CUDACC)$|"
    r"operator\b|std::|.*details::|.*\b__(?:internal|nv_internal|cmath|pow_helper)|\w*_impl$|"
    r"__[a-z]?[a-z]?l?l?Atomic|__f[24]?Atomic|__u(?:s|128)?Atomic|__d?Atomic|_*NV_|__CUDA_\w*_H__|"
    r"\w*_H_*$|__cudaLaunch|__cudaPush|__cudaGet|.*\(|.*_(?:DECL|HPP)__$|.*_pts[zd]s?$|__cudaCDP|"
    r"__cudaDevice|STD$|THROWBAD|__\w*(?:DEPRECAT|STRINGIFY|MESSAGE)\w*$|__\w*_LDG_PTR|"
    r"__(?:PTR|LDG_PTR|CVTA_PTR_64|STORAGE|DELETE_THROW|annotate|cdecl|export|import|location|no_return|"
    r"specialization_static|thread|block_size|local_\w+|inline_hint|builtin_align)_*$|"
    r"__(?:nv_pure|cuda_builtin)|__device_builtin|__nv_atomic_(?:enable|triv)|"
    r"__nv_(?:memcpy_async|associate|aligned)|__UNDEF|__TEXTURE|__SURFACE|__DEF_IF|_CG|__DEVICE_|__MATH|"
    r"__CUDA_(?:FP|BF|HOSTDEVICE|AND|OR|INTERNAL|INCLUDE|RUNTIME|CC|FTZ|PREC|API_V|SPDEPRE|LIBDEV|INLINE)|"
    r"cuda\w*::|nv::|cub::|__cudart"
)


class Library(Struct, frozen=True):
    """`names` and `headers` are patterns of what belongs to the table.

    `package` is the wheel with its headers, where that is not the runtime's; `bindings` state HIP's side.
    """

    name: str
    names: str
    headers: str = r".*"
    package: str = ""
    bindings: tuple[str, ...] = ()

    def holds(self, name: Declared) -> bool:
        plain = not INTERNAL.match(name.name) and bool(re.fullmatch(self.names, name.name))
        return plain and bool(re.match(self.headers, name.header))


ROCM = "rocm_bindings_libraries/rocm/bindings/"
DEVICE_HEADERS = (
    r"crt/(?:device|math|sm_|common|host_defines)|sm_|device_|vector_|common_functions|cuda_device_runtime|"
    r"host_defines|math_functions"
)
LIBRARIES = (
    Library("runtime", r"(?:lib)?cuda[A-Z]\w*|CUDA_(?:IPC|OCC)_\w+|CUDART_(?:DEVICE|VERSION|CB|TEXTURE)\w*|CUDA_EGL\w*|"
            r"make_cuda\w+|libraryPropertyType(?:_t)?|CUDA_[RC]_\w+",
            r"(?!crt|math_constants)"),
    Library("driver", r"cu[A-Z](?!omplex|DoubleComplex)\w*|CU(?!DA_[RC]_)\w+|cudaError_enum",
            r"cuda\.h|cudaGL|cudaEGL|cudaTypedefs"),
    Library("texture", r"(?:tex|surf)[A-Z0-9]\w*|i(?:tex|surf)\w+|texture\w*|surface\w*|__nv_(?:tex|surf)\w*",
            r"texture_|surface_|cuda_texture|cuda_surface"),
    Library("device", r"(?!cuda|CUDA|tex[1-3C]|surf[1-3C]|__[A-Z]|___)\w+", DEVICE_HEADERS),
    Library("half", r"(?!__[A-Z]|IF_|__float_simpl|\w+_internal$)\w+", r"cuda_(?:fp|bf)"),
    Library("math", r"CUDART_\w+", r"math_constants"),
    Library("complex", r"cu\w+|make_cu\w+", r"cuComplex"),
    Library("cooperative_groups", r"cooperative_groups::(?!details|experimental)[\w:]+", r"cooperative_groups"),
    Library("mma", r"nvcuda::wmma::[a-z]\w*", r"crt/mma"),
    Library("cublas", r"cublas\w+|CUBLAS\w+", package="nvidia_cublas_cu12",
            bindings=("cyhipblas.pxd", "cyhipblaslt.pxd")),
    Library("cufft", r"cufft\w+|CUFFT\w+|cuda(?:Lib)?Xt\w+", package="nvidia_cufft_cu12",
            bindings=("cyhipfft.pxd",)),
    Library("curand", r"curand\w+|CURAND\w+|__curand_umul|_curand\w*", package="nvidia_curand_cu12",
            bindings=("cyhiprand.pxd",)),
    Library("cusparse", r"cusparse\w+|CUSPARSE\w+", package="nvidia_cusparse_cu12", bindings=("cyhipsparse.pxd",)),
    Library("cusolver", r"cusolver\w+|CUSOLVER\w+|cusolver_int_t", package="nvidia_cusolver_cu12",
            bindings=("cyhipsolver.pxd",)),
    Library("cudnn", r"cudnn\w+|CUDNN\w+", package="nvidia_cudnn_cu12", bindings=("cyhipdnn_backend.pxd",)),
    Library("nccl", r"p?nccl\w+|NCCL\w+", package="nvidia_nccl_cu12"),
    Library("nvrtc", r"nvrtc\w+|NVRTC\w+", package="nvidia_cuda_nvrtc_cu12"),
    Library("nvml", r"nvml\w+|NVML_\w+", package="nvidia_nvml_dev_cu12"),
    Library("nvtx", r"nvtx[A-Z]\w+|NVTX_[A-Z]\w+", package="nvidia_nvtx_cu12"),
)  # fmt: skip
