"""Static charts: matplotlib figures written as deterministic, themeable SVG."""
