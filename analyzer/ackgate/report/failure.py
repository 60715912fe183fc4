"""What can go wrong with a page for which the user must do something."""


class ReportError(Exception):
    """One sentence: what, where, what to do."""
