"""What every PDF is made of: paper, text, tables. It knows no rule and no team."""
