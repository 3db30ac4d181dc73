"""The OpenAPI description of the API: django-ninja's, with examples and the security scheme."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournament.broadcast.web.api.reading_games import api

PARAMETERS = {
    "event": ("The short name of an event, as in its address.", "autumn-open"),
    "division": ("The short name of a division, as in its address.", "a"),
    "number": ("A published round.", "1"),
    "board": ("A board of the round.", "1"),
    "entry": ("A player's number in the division.", "1"),
    "page": ("The page of a long list, from 1.", 1),
    "per_page": ("How many items a page has.", 100),
    "after": (
        "The round after which the standings are; the latest with a result where it is left out.",
        "1",
    ),
    "round": ("The round whose highlights are meant; all of them where it is left out.", "1"),
}
"""The meaning of each parameter and an example, by name."""
RESPONSE_DESCRIPTIONS = {
    304: "Nothing has changed since the answer with the ETag that was sent as If-None-Match. There is no body.",
    401: "The key is not in use: it was ended, or is mistyped.",
    404: "There is no such event, division, round, player, game or page; `there_is` lists what there is.",
    422: "A parameter cannot be what was sent.",
    429: "Too many requests without a key, or more than the key allows. Retry-After says how many seconds to wait.",
}
ERROR_EXAMPLES = {
    401: {"detail": "This key is not in use: it was ended, or is mistyped."},
    404: {"detail": "There is no division “z”.", "there_is": ["a", "b"]},
    422: {
        "detail": [
            {
                "type": "greater_than_equal",
                "loc": ["query", "page"],
                "msg": "Input should be greater than or equal to 1",
            }
        ]
    },
    429: {"detail": "Wait 20 s, or ask the director for a key."},
}
EXAMPLES: Mapping[str, Any] = {
    "page": 1, "pages": 1, "count": 1, "slug": "autumn-open", "name": "Ana Lopez", "place": "Leeds",
    "date": "2026-10-03", "is_closed": False, "players": 24, "rounds_planned": 7, "rounds": [1, 2, 3],
    "held_back_from": None, "rating_system": "wespa", "number": 1, "phase": "closed", "method": "swiss",
    "boards": 12, "results": 12, "outcome": "played", "first_score": 402, "second_score": 380,
    "first_spread": 22, "second_spread": -22, "round": 1, "board": 1, "goes_first_is_known": True,
    "is_recorded": True, "rank": 1, "is_shared": False, "rating": 1800, "games": 3, "wins": 3.0, "losses": 0.0,
    "ties": 0, "record": "3-0", "spread": 96, "figures": {"wins": 3, "spread": 96},
    "decided_by": "spread", "is_withdrawn": False, "after": 3, "is_under_way": False, "rating_class": "A",
    "team": "", "last_round": None, "goes_first": True, "letter": "W", "own_score": 402,
    "opponent_score": 380, "total_spread": 96, "scores": [402, 380], "is_live": False, "seat": 1,
    "kind": "play", "square": "8H", "word": "FROZEN", "tiles": ["F", "R", "O", "Z", "E", "N"],
    "announced": 38, "correct": 40, "ruling": "correct", "score": 40, "total": 40, "rules": "wespa",
    "tile_set": "english", "layout": "standard", "lexicon": "", "result": "402-380", "value": 40,
    "names": ["Ana Lopez"], "old": 1800, "new": 1812, "change": 12, "performance": 1894,
    "clock": "12:34", "overtime": 0, "is_to_move": True, "turns": 12, "unseen": "AAEEIRST?",
    "unseen_count": 9, "vowels": 5, "consonants": 3,
    "DivisionAnswer.slug": "a", "DivisionAnswer.name": "A", "EventSummary.name": "Autumn Open",
    "EventAnswer.name": "Autumn Open", "PlayerRounds.record": "3-0 +96", "PlayerAnswer.record": "3-0 +96",
    "HighlightPlay.word": "FROZEN", "HighlightGame.opponent": "Ben Okafor", "LeaderAnswer.record": "3-0 +96",
    "GameAnswer.players": ["Ana Lopez", "Ben Okafor"], "GameTurns.players": ["Ana Lopez", "Ben Okafor"],
}  # fmt: skip
"""Examples of values by name, or by class and name. An example of an object consists of these values."""
SECURITY_SCHEMES = {
    "key": {"type": "apiKey", "in": "header", "name": "X-API-Key"},
    "bearer": {"type": "http", "scheme": "bearer"},
}
ETAG = {
    "ETag": {
        "description": "The version of the answer.",
        "schema": {"type": "string"},
        "example": '"3f1c"',
    }
}
RETRY_AFTER = {
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}, "example": 20}
}
IF_NONE_MATCH = {
    "name": "If-None-Match",
    "in": "header",
    "required": False,
    "description": "The ETag of the answer that is known already.",
    "schema": {"type": "string"},
    "example": '"3f1c"',
}


def openapi_description(path_prefix: str) -> dict[str, Any]:
    """Return the description of all endpoints."""
    whole: dict[str, Any] = api.get_openapi_schema(path_prefix=path_prefix)
    schemas = whole["components"]["schemas"]
    whole["components"]["securitySchemes"] = SECURITY_SCHEMES
    whole["security"] = [{}, *({name: []} for name in SECURITY_SCHEMES)]
    for methods in whole["paths"].values():
        operation = methods["get"]
        for parameter in operation["parameters"]:
            parameter["description"], parameter["example"] = PARAMETERS[parameter["name"]]
        operation["parameters"].append(IF_NONE_MATCH)
        for status, response in operation["responses"].items():
            if int(status) in RESPONSE_DESCRIPTIONS:
                response["description"] = RESPONSE_DESCRIPTIONS[int(status)]
            if int(status) in (200, 304):
                response["headers"] = ETAG
            if int(status) == 429:
                response["headers"] = RETRY_AFTER
            for content in response.get("content", {}).values():
                made = ERROR_EXAMPLES.get(int(status)) or example_value(content["schema"], schemas)
                content["example"] = made
    return whole


def example_value(schema: Mapping[str, Any], schemas: Mapping[str, Any], name: str = "") -> Any:
    """Return a value that fits the schema; `name` is the name of the value.

    Raise `KeyError` for a name without an example.
    """
    if "$ref" in schema:
        key = schema["$ref"].rpartition("/")[2]
        values = schemas[key]["properties"]
        return {field: _property_example(key, field, of, schemas) for field, of in values.items()}
    if choices := schema.get("anyOf"):
        return example_value(choices[0], schemas, name)
    if schema.get("type") == "array":
        return [example_value(schema["items"], schemas, name)]
    return EXAMPLES[name]


def _property_example(
    key: str, field: str, schema: Mapping[str, Any], schemas: Mapping[str, Any]
) -> Any:
    if (own := f"{key}.{field}") in EXAMPLES:
        return EXAMPLES[own]
    is_made = "$ref" in str(schema)
    return (
        example_value(schema, schemas, field)
        if is_made or field not in EXAMPLES
        else EXAMPLES[field]
    )
