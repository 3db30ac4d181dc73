"""Log messages of the tea room."""

from scoring.wording.sentence import Sentences
from tournament.wording.verbs import plain_verbs

LOG = Sentences({"sweeten": "{player} takes {lumps} lumps of sugar."})
VERBS = plain_verbs("sweeten")
