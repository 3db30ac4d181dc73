"""The keys of programs: which there are, and what each allows."""

from hashlib import sha256

from tournament.models import ApiKey, Event


def digest_of(key: str) -> str:
    """What is stored of a key."""
    return sha256(key.encode()).hexdigest()


def keys_of(event: Event) -> list[ApiKey]:
    """The keys that an event has given out, those that were ended too. One query."""
    return list(ApiKey.objects.filter(event=event))


def allowed_by_keys() -> dict[str, int]:
    """How many requests a second each key in use allows, by its digest. One query."""
    return dict(ApiKey.objects.filter(ended_at=None).values_list("digest", "per_second"))
