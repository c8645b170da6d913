// clang's CUDA wrapper includes this header of cuRAND to patch it; without cuRAND there is nothing to patch.
