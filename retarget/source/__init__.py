"""Text and what is known of it without a compiler: tokens, edits, flags, includes, whose a file is."""
