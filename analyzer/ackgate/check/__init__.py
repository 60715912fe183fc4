"""Linter and preflight: findings before a run."""
