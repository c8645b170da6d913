import subprocess
import sys


def test_only_processors_that_the_process_may_use_count():
    text = "import os; os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}); from retarget.system.cores import cores"
    done = subprocess.run([sys.executable, "-c", f"{text}; print(cores())"], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "1"
