"""The machine that the tool runs on: folders that it keeps, processes, the terminal, what is installed."""
