"""What the record of a game tells the rest of the program. Sent inside the action's transaction.

`game_finished`: sender Game; `game`, `scores` (final points by seat), `actor`.
`game_reopened`: sender Game; `game`, `actor`.
"""

from django.dispatch import Signal

game_finished = Signal()
game_reopened = Signal()
