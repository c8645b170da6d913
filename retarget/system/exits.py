"""The exit codes of the command, as documented in docs/usage.md."""

OK = 0
STALE = 1  # --check: an output is absent or out of date
USAGE = 2  # the command line is wrong
INPUT = 3  # an input cannot be read, or is refused
TRANSLATION = 4  # written, with errors: names or constructs that have no counterpart
BUILD = 5  # the HIP compiler refused the output
MISSING = 6  # a tool or package that the work needs is not installed
OUTPUT = 7  # an output cannot be written, or is not ours
DIFFERENT = 8  # runs that should give the same do not
UNTUNABLE = 9  # tune: the program fails by itself, varies by itself, has nothing to choose from; or the memory is lost
INTERNAL = 70  # a bug of retarget's; evidence is kept
FAULT = 77  # --to cpu: the program used memory or a barrier wrongly, or something unsupported
HUNG = 78  # --to cpu: --limit ended the program
INTERRUPTED = 130  # by the user
PIPE = 141  # the reader of the output closed it: as a shell calls an end by SIGPIPE
