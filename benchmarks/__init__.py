"""How fast Dugout is: `python -m benchmarks` prints measurements with their targets."""
