"""Statistics to one offline HTML page."""
