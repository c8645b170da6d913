// A library of NVIDIA's, as its headers lie together.
