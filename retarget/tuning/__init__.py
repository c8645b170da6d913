"""Choosing on a device: a program is built with variants of its kernels, run, judged and timed; the best are kept."""

EXAMPLES = """
\b
Examples:
  retarget tune foo.cu --to nvidia -- 8192       with the argument 8192
  retarget tune a.cu b.c --to amd --budget 5m    several units; five minutes
  retarget tune *.cu --to nvidia --build make -- ./run in.dat
  retarget tune foo.cu --by figures              no AMD GPU is at hand
  retarget apply foo.cu -o tuned/                write what was chosen
  retarget report foo.cu -o report.html          look at it
"""
