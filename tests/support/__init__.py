"""Helpers that several tests share: mini games, brute force, counts of positions by depth."""
