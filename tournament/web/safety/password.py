"""Changing one's own password: the old one is asked for, and guessing it is slowed down as at the log-in."""

from typing import Any

from django.contrib.auth import authenticate
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.core.exceptions import ValidationError


class OwnPasswordForm(PasswordChangeForm):
    """The old password and the new one twice; the old one is checked where wrong log-ins are counted."""

    def __init__(self, *args: Any, request: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

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
    """The page, which leads home."""

    form_class = OwnPasswordForm
    success_url = "/"

    def get_form_kwargs(self) -> dict[str, Any]:
        """What the form is made with: the request, by whose address wrong passwords are counted."""
        return {**super().get_form_kwargs(), "request": self.request}
