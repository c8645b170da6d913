"""What real programs write beside plain statements: each construct by its name, one theme a file.

A construct declares variables that look alike for all threads, and changes them by its own means to what is not; what
it takes for granted of their dependence is what a wrong analysis would miss. It returns False where nothing can be
written.
"""
