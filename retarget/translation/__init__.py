"""From units to translated texts: the walk, the merge of findings, outputs; the rules of each direction."""
