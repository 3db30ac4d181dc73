"""Which address leads where."""

from django.contrib.auth import views as auth
from django.urls import include, path

from tournament.web.language import choose_language
from tournament.web.password import OwnPassword

handler400 = "tournament.web.error_pages.not_understood"
handler500 = "tournament.web.error_pages.broken"

urlpatterns = [
    path("login/", auth.LoginView.as_view(redirect_authenticated_user=True), name="login"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("language/", choose_language, name="language"),
    path("password/", OwnPassword.as_view(), name="password_change"),
    path("", include("scoring.urls")),
    path("", include("tournament.web.urls")),
]
