"""What is typed about people who help: an invitation, a role, a name and a password."""

from typing import Any

from django import forms

from tournament.models.membership import Role

ROLES = [
    (Role.SCOREKEEPER.value, "scorekeeper: results and score pad"),
    (Role.READER.value, "read-only: sees what the desk sees, changes nothing"),
    (Role.DIRECTOR.value, "director: everything but who helps, and removing"),
    (Role.OWNER.value, "owner: everything"),
]


class InviteForm(forms.Form):
    """Who is wanted."""

    role = forms.ChoiceField(label="As", choices=ROLES, initial=Role.SCOREKEEPER.value)
    without_password = forms.BooleanField(
        required=False,
        label="On one device, without a password",
        help_text="They type a name and are in. It works on that device only, until they log out.",
    )


class RoleForm(forms.Form):
    """Another role for somebody."""

    role = forms.ChoiceField(label="Role", choices=ROLES)


class JoinForm(forms.Form):
    """Who comes: a name, and a password unless the invitation does without."""

    name = forms.CharField(
        label="Your name",
        max_length=40,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autofocus": True}),
        help_text="As the others at the desk know you. It stands beside what you enter.",
        error_messages={"required": "Write your name, as the others at the desk know you."},
    )
    password = forms.CharField(
        label="A password of your own",
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text="At least eight characters. With it you log in on any device.",
    )

    def __init__(self, *args: Any, without_password: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if without_password:
            self.fields["password"].label = "A password of your own, if you like"
            self.fields["password"].help_text = "Without one you are in on this device only."
