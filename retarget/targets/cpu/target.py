"""This machine's processor: programs in HIP, lowered to C++, built and run."""

from retarget.targets.target import Target
from retarget.translate.hip import HIP

CPU = Target("cpu", "this processor", HIP, ".hip", "retarget_hip", runs_here=True)
