"""Tags of the room."""
