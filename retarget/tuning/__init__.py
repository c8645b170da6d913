"""Choosing on a device: a program is built with variants of its kernels, run, judged and timed; the best are kept."""

EXAMPLES = """
\b
Examples:
  retarget tune foo.cu --to nvidia -- 8192             run with the argument 8192, choose, remember
  retarget tune a.cu b.c -Iinc --to amd --budget 5m    several units; five minutes for all runs
  retarget tune *.cu --to nvidia --compare out.dat --build make -- ./run in.dat
  retarget tune foo.cu --to amd --by figures --arch gfx942     no such GPU: by what the compiler says
  retarget apply foo.cu -o tuned/                      write what was chosen
  retarget report foo.cu -o report.html                look at it
"""
