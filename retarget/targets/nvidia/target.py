"""NVIDIA GPUs: programs in CUDA, as the newest toolkit accepts it."""

from retarget.targets.target import Target
from retarget.translate.cuda import CUDA

NVIDIA = Target("nvidia", "NVIDIA GPUs", CUDA, ".nvidia.cu", "retarget_cuda")
