"""What stands at the end of each command's help."""

from __future__ import annotations

TRANSLATE = """
\b
Examples:
  retarget foo.cu --to amd               foo.hip beside foo.cu
  retarget foo.cu --build --arch gfx90a  compiled too; what each kernel costs
  retarget *.cu -o hip/                  a tree, with the headers that change
  retarget src/ -o hip/                  a whole folder; the rest is copied
  retarget -p build -o hip/              units of build/compile_commands.json
  retarget --in-place *.cu *.cuh         the files; originals kept as *.orig
  retarget foo.cu --diff                 what would change; writes nothing
  retarget foo.cu -- -Iinclude -DN=4     compiler flags behind --
  retarget --explain warp-synchronous    what a rule means
"""
VERIFY = """
\b
Examples:
  retarget verify foo.cu -- 100          run both with the argument 100
  retarget verify foo.cu --shuffle 4     both widths, four random orders
  retarget verify foo.cu --ignore time   lines that match 'time' may differ
  retarget verify foo.cu --compare out.dat    an output file has to agree too
  retarget verify foo.cu --schedule "block(x=2)"    with coarsened kernels
  retarget verify foo.cu --capture DIR   launches of `retarget capture`
"""
SPACE = """
\b
Examples:
  retarget space foo.cu                  variants, compiled for gfx90a
  retarget space foo.cu --no-build -v    what is legal and refused, at once
"""
SCAN = """
\b
Examples:
  retarget scan src/                     a whole folder, in seconds
  retarget scan -p build --exact         units as they are compiled
  retarget scan src/ --html port.html    a page to look at
  retarget scan src/ --format sarif      for code hosts and editors
"""
BATCH = """
\b
Examples:
  retarget batch rodinia/cuda --discover   batch/manifest.toml, to be edited
  retarget batch batch/manifest.toml       translate, build and verify all
  retarget batch batch/manifest.toml --steps tune --by figures
  retarget batch after --baseline before   what became better, and worse
"""
COMPLETION = """
\b
Examples:
  eval "$(retarget completion bash)"     in ~/.bashrc
  eval "$(retarget completion zsh)"      in ~/.zshrc, behind compinit
  retarget completion fish > ~/.config/fish/completions/retarget.fish
"""
QUERY = """
\b
Examples:
  retarget query cudaMallocAsync         one name
  retarget query cub/cub.cuh cudaDeviceProp.warpSize cub::BlockReduce
"""
TUNE = """
\b
Examples:
  retarget tune foo.cu --to nvidia -- 8192       with the argument 8192
  retarget tune a.cu b.c --to amd --budget 5m    several units; five minutes
  retarget tune *.cu --to nvidia --build-command make -- ./run in.dat
  retarget tune foo.cu --to nvidia --devices all -- 8192     on all GPUs here
  retarget tune foo.cu --by figures              without an AMD GPU
  retarget apply foo.cu -o tuned/                write what was chosen
  retarget report foo.cu -o report.html          look at it
"""
APPLY = """
\b
Examples:
  retarget apply foo.cu -o tuned/                the HIP program, as chosen
  retarget apply foo.cu --to nvidia -o fast.cu   one CUDA file, as chosen
"""
REPORT = """
\b
Examples:
  retarget report foo.cu                 writes report.html
  retarget report foo.cu --json          prints the same figures as well
"""
TOOLKIT = """
\b
Examples:
  cmake -DCMAKE_CUDA_COMPILER=$(retarget toolkit)/bin/nvcc -S . -B build
  make CUDA_PATH=$(retarget toolkit)
  eval "$(retarget toolkit --env)"; make
  retarget toolkit ~/hip-as-cuda --arch gfx90a,gfx942
"""
INTERCEPT = """
\b
Examples:
  retarget intercept -- make -j4                 compile_commands.json
  retarget intercept -o build/compile_commands.json -- make -C build
  retarget -p . -o hip/                          what it is for
"""
DOCTOR = """
\b
Examples:
  retarget doctor                        a table, with the commands to run
  retarget doctor --json                 the same for programs
"""
RULES = """
\b
Examples:
  retarget rules                         one line for each rule
  retarget --explain launch-bounds       the page of one
  retarget --explain shift-32            a row of docs/semantics.md
"""
REGENERATE = """
\b
Examples:
  retarget regenerate                    all outputs here, as asked for
  retarget regenerate hip/ --check       for CI: exit 1 if one is stale
"""
HOOK = """
\b
Examples:
  retarget hook --install                before each commit from now on
  retarget hook --run                    what the hook does
"""
CAPTURE = """
\b
Examples:
  retarget capture -- ./app -n 1000      its launches, in capture/
  retarget capture -o big --memory 16GB -- ./app
  retarget capture show capture -v       what is in it
  retarget capture prove capture         replay it on this machine's device
"""
