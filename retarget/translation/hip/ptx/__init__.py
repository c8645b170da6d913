"""Inline PTX, as C++ that HIP compiles."""
