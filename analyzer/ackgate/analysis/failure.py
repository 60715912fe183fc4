"""What can go wrong before anything is counted."""


class AnalysisError(Exception):
    """Wrong use or bad input beside the result file; one sentence: what, where, what to do."""
