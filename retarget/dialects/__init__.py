"""Translation tables from CUDA to the dialect of a target, as data, and their look-ups."""

from retarget.dialects.dialect import CUDA, Dialect, libraries, load
from retarget.dialects.table import CallRule, Header, Name, StructMember, TableError

__all__ = ["CUDA", "CallRule", "Dialect", "Header", "Name", "StructMember", "TableError", "libraries", "load"]
