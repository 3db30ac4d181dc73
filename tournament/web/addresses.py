"""How the addresses of the director's desk begin."""

EVENT = "events/<slug:event>/"
DIVISION = f"{EVENT}<slug:division>/"
ENTRY = f"{DIVISION}players/<int:entry>/"
ROUND = f"{DIVISION}rounds/<int:number>/"
BOARD = f"{ROUND}boards/<int:board>/"

SITE = "hall/<slug:event>/"
SITE_DIVISION = f"{SITE}<slug:division>/"
"""The public site of an event, and of one of its divisions."""
