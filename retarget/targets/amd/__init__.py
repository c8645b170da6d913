"""AMD's GPUs: compiler, build, figures, device, and the parse of what was translated."""
