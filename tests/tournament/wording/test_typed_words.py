"""Typed words for results, prizes and players: the English ones work in every language."""

import pytest
from django.utils import translation

from tournament.engine.message import Impossible
from tournament.engine.prizes.kind import all_kinds
from tournament.engine.prizes.pasted_prizes import read_prizes
from tournament.engine.roster import read_roster
from tournament.engine.typed_result import WORDS, read_line
from tournament.queries.event.desk import STATIONS
from tournament.wording.sentences import sentence
from tournament.wording.typed_words import (
    OF_PRIZES,
    OF_RESULTS,
    player_in_english,
    prize_in_english,
    result_in_english,
)

RESULTS = {
    "de": {
        "4 kampflos": "4 f",
        "4 nicht da": "4 f",
        "4 Sieg": "4 w",
        "4 beide kampflos": "4 ff",
        "4 UNGÜLTIG": "4 v",
        "p17 Freilos": "p17 bye",
        "p17 frei": "p17 bye",
        "4 bye": "4 bye",
        "p17 halbes Freilos": "p17 half",
    },
    "es": {
        "4 incomparecencia": "4 f",
        "4 no presentado": "4 f",
        "4 victoria": "4 w",
        "4 ambos": "4 ff",
        "4 anulada": "4 v",
        "p17 descanso": "p17 bye",
        "4 forfeit": "4 f",
    },
    "fr": {
        "4 forfait": "4 f",
        "4 victoire": "4 w",
        "4 double forfait": "4 ff",
        "4 annulée": "4 v",
        "p17 exempt": "p17 bye",
        "4 void": "4 v",
    },
}
PRIZES = {
    "de": {
        "A: 1. Platz = 300": "A: 1st place = 300",
        "Gruppe A: erster = 300": "A: 1st = 300",
        "A: 2. bis 4. Platz = 20": "A: 2nd to 4th place = 20",
        "höchster Sieg 25": "high win = 25",
        "2. höchster Zug = 10": "2nd high play = 10",
        "A: 1. Klasse B = 80": "A: 1st class B = 80",
        "A: Mannschaft Pech = 10": "A: team Pech = 10",
        "A: Runden 5-8 = 10": "A: rounds 5-8 = 10",
        "Pech 5 = 10": "tough luck 5 = 10",
        "Von Hand: Bester Platz = Pokal": "By hand: Bester Platz = Pokal",
        "high win = 25": "high win = 25",
    },
    "es": {
        "A: 1.º = 300": "A: 1st = 300",
        "A: primer premio = 300": "A: 1st = 300",
        "A: puestos 2 a 4 = 20": "A: places 2 to 4 = 20",
        "victoria más alta 25": "high win = 25",
        "A: 1º categoría B = 80": "A: 1st class B = 80",
        "A: equipo suerte = 10": "A: team suerte = 10",
        "A mano: Mejor disfraz = trofeo": "By hand: Mejor disfraz = trofeo",
        "mala suerte = 10": "tough luck = 10",
    },
    "fr": {
        "A: 1er = 300": "A: 1st = 300",
        "A: 2e à 4e place = 20": "A: 2nd to 4th place = 20",
        "plus haute victoire 25": "high win = 25",
        "A: 1re catégorie B = 80": "A: 1st class B = 80",
        "A: équipe chance = 10": "A: team chance = 10",
        "À la main : Plus beau costume = trophée": "By hand: Plus beau costume = trophée",
        "malchance = 10": "tough luck = 10",
    },
}
STATIONS_ALIKE = 5
"""Length of the beginning, in characters, in which two stations of a round must differ."""
PLAYERS = {
    "de": ["Ana Klasse 1500 Klasse: B Mannschaft: Rosas", "Ben Team ohne Wertung"],
    "es": ["Ana Klasse 1500 categoría: B equipo: Rosas", "Ben Team sin rating"],
    "fr": ["Ana Klasse 1500 catégorie: B équipe: Rosas", "Ben Team sans cote"],
}
IN_ENGLISH = ["Ana Klasse 1500 class: B team: Rosas", "Ben Team unrated"]


@pytest.mark.parametrize("language", RESULTS)
def test_what_stands_in_place_of_scores(language):
    with translation.override(language):
        for typed, english in RESULTS[language].items():
            assert read_line(typed, in_english=result_in_english) == read_line(english), typed


def test_a_word_that_means_one_thing_in_english_and_another_here_is_refused():
    with translation.override("es"), pytest.raises(Impossible) as refused:
        read_line("4 v", in_english=result_in_english)
    with translation.override("es"):
        assert sentence(refused.value.message) == (
            "«v» puede significar aquí varias cosas. Escribe victoria o anulada."
        )
    assert read_line("4 v", in_english=result_in_english) == read_line("4 void")


@pytest.mark.parametrize("language", PRIZES)
def test_kinds_of_prizes(language):
    with translation.override(language):
        for typed, english in PRIZES[language].items():
            (mine,) = read_prizes(typed, ["A"], {"A": ["B"]}, in_english=prize_in_english)
            (due,) = read_prizes(english, ["A"], {"A": ["B"]})
            assert due.taken, english
            assert mine.text == typed
            understood = [
                (line.kind, line.options, line.division, line.places, line.name, line.value)
                for line in (mine, due)
            ]
            assert understood[0] == understood[1], typed


@pytest.mark.parametrize("language", PLAYERS)
def test_marks_in_lists_of_players(language):
    with translation.override(language):
        lines = read_roster("\n".join(PLAYERS[language]), in_english=player_in_english)
    due = read_roster("\n".join(IN_ENGLISH))
    assert [line.text for line in lines] == PLAYERS[language]
    values = [
        [(row.name, row.rating, row.rating_class, row.team, row.problem) for row in rows]
        for rows in (lines, due)
    ]
    assert values[0] == values[1]


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_every_kind_of_prize_can_be_typed_and_one_word_at_most_is_ambiguous(language):
    known = {word for kind in all_kinds().values() for word in kind.words if word}
    assert {key for key in OF_PRIZES.translated if key in known} >= {
        kind.words[0] or "place" for kind in all_kinds().values() if kind.words
    }
    with translation.override(language):
        for english in OF_PRIZES.translated:
            for typed in OF_PRIZES.local(english):
                assert OF_PRIZES.in_english(typed) == english, typed
        ambiguous = []
        for english in OF_RESULTS.translated:
            for typed in OF_RESULTS.local(english):
                try:
                    assert WORDS[result_in_english(typed)] == WORDS[english]
                except Impossible:
                    ambiguous.append(typed)
        assert ambiguous == (["v"] if language == "es" else [])


@pytest.mark.parametrize("language", ["de", "es", "fr"])
def test_the_stations_of_a_round_do_not_sound_alike(language):
    with translation.override(language):
        beginnings = [str(label)[:STATIONS_ALIKE].casefold() for label, _ in STATIONS]
    assert len(set(beginnings)) == len(STATIONS), beginnings
