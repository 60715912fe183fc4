"""JTL files to counted cubes, with every row accounted for."""
