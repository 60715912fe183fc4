"""What can go wrong with evidence for which the user, not the program, must do something."""


class EvidenceError(Exception):
    """One sentence: what, where, what to do."""
