"""Log messages of the tea room."""

from scoring.wording.sentence import SentenceTable
from tournament.wording.verbs import plain_verbs

LOG = SentenceTable({"sweeten": "{player} takes {lumps} lumps of sugar."})
VERBS = plain_verbs("sweeten")
