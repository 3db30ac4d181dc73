"""What the engine says, as sentences on a page."""

from django import template

from scoring.wording.engine import line_sentence, proof_line, row_sentence, sentence

register = template.Library()
register.filter("sentence", sentence)
register.filter("proof_line", proof_line)
register.filter("line_sentence", line_sentence)
register.filter("row_sentence", row_sentence)
