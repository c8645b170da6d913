"""Pure facts about kernels and their launches."""
