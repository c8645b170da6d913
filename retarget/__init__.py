"""Takes CUDA programs to AMD GPUs, source to source."""

__version__ = "0.1.0"
