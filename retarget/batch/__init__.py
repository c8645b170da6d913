"""Many programs in one go: found, described in a manifest, taken through steps by Dask's workers, reported."""
