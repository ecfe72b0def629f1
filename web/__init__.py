"""What every page needs. Knows no room above it."""
