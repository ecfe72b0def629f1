"""Page furniture for PDFs; knows no rule and no team."""
