"""The worked examples of the rules, in the language of the reader."""

from django.utils import translation

from scoring.handbook.worked_examples import worked_examples


def shown(language):
    with translation.override(language):
        return worked_examples()


def test_examples_use_the_language_of_each_reader():
    for language, total in (("es", "en total"), ("de", "zusammen"), ("en", "together")):
        example = next(e for e in shown(language) if any(p.word == "LOAM" for p in e.plays))
        assert total in example.plays[0].proof


def test_titles_and_explanations_are_translated():
    assert "Un premio se gasta al cubrirlo" in [example.title for example in shown("es")]
    assert "A premium square counts once" in [example.title for example in shown("en")]
