"""Which variants a search takes for near ones."""

from retarget.schedule.steps import Variant
from retarget.schedule.steps.block import CoarsenBlocks
from retarget.schedule.steps.share import ShareLoads
from retarget.tuning.kernel.coordinates import distance, row


def test_what_is_there_or_not_is_tried_before_numbers_far_off() -> None:
    best = CoarsenBlocks((4, 2, 1))
    tried = {
        "larger": Variant((CoarsenBlocks((5, 2, 1)),)),
        "from the end": Variant((CoarsenBlocks((4, 2, 1), from_end=True),)),
        "shared": Variant((best, ShareLoads())),
        "halved": Variant((CoarsenBlocks((2, 2, 1)),)),
        "both": Variant((CoarsenBlocks((2, 2, 1), from_end=True),)),
    }
    far = {name: distance(row(Variant((best,))), row(variant)) for name, variant in tried.items()}
    assert sorted(far, key=lambda n: far[n]) == ["larger", "from the end", "shared", "halved", "both"]
