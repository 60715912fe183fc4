"""Hashes, signatures and their verification."""
