"""How fast Dugout is: `python -m benchmarks` prints a table of measurements beside their targets."""
