"""The tables of recorded games that the activity log covers, and the reasons why it omits the others."""

from scoring.models.dispute import Ruling, SheetColumn, SheetRuling
from scoring.models.facts import SHARED_PREFIX, UNLOGGED_TABLES, register_facts
from scoring.models.game import Game, GamePlayer
from scoring.models.judgement import Judgement
from scoring.models.organisation import Organisation
from scoring.models.turn import TurnEntry

register_facts(
    "turn", TurnEntry, "game_id", "position", "kind", "seat", "rack", "coordinate", "tiles", "exchanged",
    "announced", "total", "remark", "superseded_at", "notes", "as_written", "stray_lines", "entered_at",
    "entered_by_id", "superseded_by_id", "superseded_why",
)  # fmt: skip
register_facts(
    "ruling", Ruling, "entry_id", "decision", "announced", "correct", "superseded_at", "reason", "ruled_at",
    "ruled_by_id",
)  # fmt: skip
register_facts(
    "game", Game, "organisation_id", "rules", "tile_set", "layout", "lexicon", "finished_at", "signed_at",
    "title", "created_at", "created_by_id", "signed_by_id", "notes", "stray_lines", "pragmas",
)  # fmt: skip
register_facts("seat", GamePlayer, "game_id", "seat", "name", "nick")
register_facts(
    "sheet", SheetColumn, "game_id", "keeper", "seat", "text", "holds", "superseded_at", "entered_at",
    "entered_by_id", "superseded_by_id",
)  # fmt: skip
register_facts(
    "row_ruling", SheetRuling, "game_id", "seat", "row", "points", "superseded_at", "play", "reason", "ruled_at",
    "ruled_by_id",
)  # fmt: skip
register_facts(
    f"{SHARED_PREFIX}judgement", Judgement, "game_id", "lexicon_sha256", "words", "by_list", "ruled"
)  # fmt: skip
register_facts(
    f"{SHARED_PREFIX}organisation", Organisation, "name", "contacts_kept_days", "created_at"
)

UNLOGGED_TABLES |= {
    "scoring.Activity": "the log itself: its chains and triggers hold it (`manage.py verify_audit`)",
    "scoring.Edit": "the order of Undo on the score pad: what stands is in the turns",
    "scoring.GamePhoto": "a picture beside the record",
    "scoring.GameSummary": "follows from the turns: a recheck works it out again",
    "scoring.LoggedCount": "follows from the log: a recheck counts again",
    "scoring.PaperCopy": "a copy of a paper: what it says follows from the turns and rulings",
    "scoring.PracticeGame": "what is said at the table of a made-up game",
    "scoring.Upload": "when files came in",
    "scoring.UploadedGame": "the text of a file: the game made of it is held",
}
