"""NVIDIA's GPUs: compiler, build, figures, device."""
