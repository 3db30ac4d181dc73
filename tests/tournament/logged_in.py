"""Users in roles, and their logged-in browsers."""

from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tournament.actions.safety.roles import accept_invitation, create_invitation
from tournament.models import SecondFactor


def user_in(desk, place, role, name="somebody"):
    """Create an account with a role in an event or an organisation."""
    user = User.objects.create_user(name, password="nine-timer")
    accept_invitation(user, create_invitation(desk, place, role)[0])
    return user


def browser_of(user, *, second_factor=False):
    """Log in a user, optionally with the second factor that owners need on a server with several organisations."""
    if second_factor:
        values = {"secret": "x" * 32, "confirmed_at": timezone.now()}
        SecondFactor.objects.get_or_create(user=user, defaults=values)
    browser = Client()
    browser.force_login(user)
    return browser


def browser_in(desk, place, role, name="somebody", *, second_factor=False):
    """Create an account with a role and log it in."""
    return browser_of(user_in(desk, place, role, name), second_factor=second_factor)
