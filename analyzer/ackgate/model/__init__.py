"""Types shared by every stage. No I/O happens here."""
