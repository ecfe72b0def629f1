"""A pack for a tournament by PBBL 1.10."""

CUP = """name = "Spring Cup"
same_skill = 2

[[tiers]]
gold = 1_150_000
primary = 4
secondary = 1"""
"""In the one way of writing."""
