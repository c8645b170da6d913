"""AMD GPUs: programs in HIP."""

from retarget.targets.target import Target
from retarget.translate.hip import HIP

AMD = Target("amd", "AMD GPUs", HIP, ".hip", "retarget_hip")
