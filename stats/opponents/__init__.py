"""Who met whom: any two teams or coaches head to head, and the rivalries of a league."""
