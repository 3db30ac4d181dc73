"""One's own account: the password, and where else one is logged in.

The old password is asked for, and guessing it is slowed down as at the log-in.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth import SESSION_KEY, authenticate
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST


class OwnPasswordForm(PasswordChangeForm):
    """The old password and the new one twice; the old one is checked where wrong log-ins are counted."""

    def __init__(self, *args: Any, request: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        for name, label, help_text in (
            ("old_password", _("Password now"), ""),
            ("new_password1", _("New password"), _("At least eight characters, not only digits.")),
            ("new_password2", _("The new password again"), ""),
        ):
            self.fields[name].label, self.fields[name].help_text = label, help_text

    def clean_old_password(self) -> str:
        """The old password. Raises `PermissionDenied` where too many wrong ones were typed."""
        typed = self.cleaned_data["old_password"]
        name = self.user.get_username()
        if authenticate(self.request, username=name, password=typed) is None:
            raise ValidationError(
                self.error_messages["password_incorrect"], code="password_incorrect"
            )
        return str(typed)


class OwnPassword(PasswordChangeView):
    """The page of one's own account, with the password; once that is changed it leads home."""

    form_class = OwnPasswordForm
    success_url = "/"

    def get_form_kwargs(self) -> dict[str, Any]:
        """What the form is made with: the request, by whose address wrong passwords are counted."""
        return {**super().get_form_kwargs(), "request": self.request}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """What the page shows: also on how many other devices the account is logged in."""
        return {
            **super().get_context_data(**kwargs),
            "elsewhere": len(_other_sessions(self.request)),
        }


@login_required
@require_POST
def log_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """End the sessions of the account on other devices."""
    keys = _other_sessions(request)
    Session.objects.filter(pk__in=keys).delete()
    messages.success(
        request,
        ngettext(
            "Logged out on {count} other device.", "Logged out on {count} other devices.", len(keys)
        ).format(count=len(keys)),
    )
    return redirect("password_change")


def _other_sessions(request: HttpRequest) -> list[str]:
    """Return the keys of the sessions in which the account is logged in elsewhere. One query."""
    sessions = Session.objects.filter(expire_date__gt=timezone.now())
    return [
        session.pk
        for session in sessions.exclude(pk=request.session.session_key)
        if session.get_decoded().get(SESSION_KEY) == str(request.user.pk)
    ]
