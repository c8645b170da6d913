"""What programs of the user's call, and the command line too."""
