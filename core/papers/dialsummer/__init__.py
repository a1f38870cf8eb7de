"""Errors in summaries of dialogues (DIAL-SUMMER): its half of the core."""
