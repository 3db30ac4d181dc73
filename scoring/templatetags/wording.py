"""Template filters that turn messages of the engine into sentences."""

from django import template

from scoring.wording.engine import (
    line_sentence,
    mark_name,
    proof_line,
    row_sentence,
    sentence,
    slip_kind_name,
)
from scoring.wording.names import name_of
from scoring.wording.phrases import label_within_sentence

register = template.Library()
register.filter("sentence", sentence)
register.filter("proof_line", proof_line)
register.filter("line_sentence", line_sentence)
register.filter("row_sentence", row_sentence)
register.filter("named", name_of)
register.filter("mark_name", mark_name)
register.filter("slip_kind_name", slip_kind_name)
register.filter("within_sentence", label_within_sentence)
