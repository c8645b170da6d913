"""Which devices a tuning replays launches on: what is asked for, what is there, what others use."""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from pathlib import Path

import pytest

from retarget import __version__
from retarget.api.device_choice import DeviceChoice
from retarget.api.device_places import device_places
from retarget.errors import Error
from retarget.system.cache import cache_folder
from retarget.targets.device import Identity
from retarget.targets.limits import Limits
from retarget.targets.platform import Platform
from retarget.targets.tools import Tools
from retarget.tuning.kernel.bench_worker import LocalPlace
from retarget.tuning.measurements import alone
from tests import fake_device

GPUS = (
    Identity("H200", "sm_90", "GPU-0"), Identity("H200", "sm_90", "GPU-1"), Identity("A2", "sm_86", "GPU-2"),
    Identity("H200", "sm_90", "GPU-3"), Identity("H200", "sm_90", "GPU-4"),
)  # fmt: skip
PLATFORM = Platform("nvidia", "H200", "nvcc", Limits(48 << 10, 32), "sm_90", "580", "GPU-0")


def users(found: Identity) -> tuple[str, ...]:
    return ("python (17)",) if found.uuid == "GPU-4" else ()


TOOLS = Tools(opened=fake_device.opened, devices=lambda: GPUS, users=users)


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RETARGET_CACHE_DIR", str(tmp_path))


def places(devices: str) -> tuple[list[str], list[str]]:
    """Names of places, and what is said."""
    said: list[str] = []
    with device_places(DeviceChoice(devices), TOOLS, PLATFORM, Path(), said.append) as found:
        return [p.name for p in found], said


def test_the_device_at_hand_serves_by_default() -> None:
    assert places("") == (["H200"], [])


def test_all_that_are_alike_and_free_serve() -> None:
    assert places("all") == (
        ["device 0 (H200)", "device 1 (H200)", "device 3 (H200)"],
        ["device 2 (A2) is left out: it is no H200 (sm_90)",
         "device 4 (H200) is left out: it is shared with python (17)"],
    )  # fmt: skip


def test_those_that_are_named_serve_each_once() -> None:
    with device_places(DeviceChoice("3,1,3"), TOOLS, PLATFORM, Path(), lambda _: None) as found:
        assert [p.opener for p in found if isinstance(p, LocalPlace)] != []
        assert [(p.name, p.opener.args) for p in found if isinstance(p, LocalPlace) and isinstance(p.opener, partial)] == [
            ("device 3 (H200)", (3,)), ("device 1 (H200)", (1,)),
        ]  # fmt: skip


def test_a_device_that_another_tuning_has_is_left_out() -> None:
    with ExitStack() as held:
        held.enter_context(alone(cache_folder(), "H200 (GPU-1)"))
        names, said = places("0,1")
    assert names == ["device 0 (H200)"] and "device 1 (H200) is left out: another tuning runs on" in said[0]
    assert places("0,1") == (["device 0 (H200)", "device 1 (H200)"], [])


@pytest.mark.parametrize(
    ("devices", "what"), [("7", "there is no device 7; this machine has 5: 0 to 4"), ("a", "'a' are no numbers"),
                          ("-1", "there is no device -1"), ("2", "no device is left to tune on")],
)  # fmt: skip
def test_what_cannot_serve_is_told(devices: str, what: str) -> None:
    with pytest.raises(Error) as told:
        places(devices)
    assert what.split(";", maxsplit=1)[0] in str(told.value)


def test_workers_serve_whose_gpu_is_another_one(monkeypatch: pytest.MonkeyPatch) -> None:
    remote = pytest.importorskip("retarget.tuning.kernel.remote_bench")

    def there(*_: object) -> tuple[list[object], dict[str, str]]:
        found = [("a", "0", GPUS[1]), ("b", __version__, GPUS[0]), ("c", __version__, GPUS[1]),
                 ("d", __version__, Identity("H200", "sm_90"))]  # fmt: skip
        return [remote.RemotePlace("tcp://s", *told, fake_device.opened, "") for told in found], {"e": "it is full"}

    said: list[str] = []
    monkeypatch.setattr(remote, "remote_places", there)
    with device_places(DeviceChoice("", "tcp://s"), TOOLS, PLATFORM, Path(), said.append) as found:
        assert [p.name for p in found] == ["device 0 (H200)", "worker c", "worker d"]
    assert said == [
        "worker e is left out: it is full",
        f"worker a is left out: it has retarget 0, and this is {__version__}",
        "worker b is left out: it is the same device as another one",
        "worker d: its driver does not identify GPUs: see that no other process here or there uses the same one",
    ]
