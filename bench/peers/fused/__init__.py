"""The comparison of the fused operators: rows that are reduced, multiplied or decoded while they are gathered."""
