"""How the addresses of the director's desk begin."""

EVENT = "events/<slug:event>/"
DIVISION = f"{EVENT}<slug:division>/"
ENTRY = f"{DIVISION}players/<int:entry>/"
ROUND = f"{DIVISION}rounds/<int:number>/"
BOARD = f"{ROUND}boards/<int:board>/"
