// The link of objects of CUDA sources is one of C++.
