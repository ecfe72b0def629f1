"""Tests of the edition of 2025."""
