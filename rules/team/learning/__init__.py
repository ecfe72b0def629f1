"""What players may learn: by levels of points, or for points that are spent."""
