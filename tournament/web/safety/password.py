"""The page of the user's own account: password and other log-ins.

The old password is required, and guesses are slowed down as at the log-in.
"""

from typing import Any

from django.contrib import messages
from django.contrib.auth import authenticate
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from tournament.actions.people.accounts import end_login_sessions, login_session_keys


class OwnPasswordForm(PasswordChangeForm):
    """The old password and the new one twice; wrong old passwords count as failed log-ins."""

    def __init__(self, *args: Any, request: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        for name, label, help_text in (
            ("old_password", _("Current password"), ""),
            ("new_password1", _("New password"), _("At least eight characters, not only digits.")),
            ("new_password2", _("Repeat the new password"), ""),
        ):
            self.fields[name].label, self.fields[name].help_text = label, help_text

    def clean_old_password(self) -> str:
        """Return the old password. Raise `ValidationError` if it is wrong.

        Raise `PermissionDenied` after too many failures.
        """
        typed = self.cleaned_data["old_password"]
        name = self.user.get_username()
        if authenticate(self.request, username=name, password=typed) is None:
            raise ValidationError(
                self.error_messages["password_incorrect"], code="password_incorrect"
            )
        return str(typed)


class OwnPasswordView(PasswordChangeView):
    """The page of the user's own account; after a change of password, it redirects to the home page."""

    form_class = OwnPasswordForm
    success_url = "/"

    def get_form_kwargs(self) -> dict[str, Any]:
        """Return the form's arguments with the request, whose client address is used to count wrong passwords."""
        return {**super().get_form_kwargs(), "request": self.request}

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Return the context with the number of other devices that are logged in."""
        others = login_session_keys(self.request.user.pk, but=self.request.session.session_key)
        return {**super().get_context_data(**kwargs), "elsewhere": len(others)}


@login_required
@require_POST
def log_out_elsewhere(request: HttpRequest) -> HttpResponse:
    """End the account's sessions on other devices."""
    count = end_login_sessions(request.user.pk, but=request.session.session_key)
    messages.success(
        request,
        ngettext(
            "Logged out on {count} other device.", "Logged out on {count} other devices.", count
        ).format(count=count),
    )
    return redirect("password_change")
