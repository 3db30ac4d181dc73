"""The URL patterns and error handlers of the site."""

from django.contrib.auth import views as auth
from django.urls import include, path

from tournament.web.language import choose_language
from tournament.web.safety.password import OwnPasswordView, log_out_elsewhere
from tournament.web.safety.second_factor import LogInView, login_code_page, second_factor

handler400 = "tournament.web.error_pages.handle_bad_request"
handler403 = "tournament.web.error_pages.permission_denied"
handler404 = "tournament.web.error_pages.page_not_found"
handler500 = "tournament.web.error_pages.handle_server_error"

urlpatterns = [
    path("login/", LogInView.as_view(), name="login"),
    path("login/code/", login_code_page, name="login_code"),
    path("logout/", auth.LogoutView.as_view(), name="logout"),
    path("language/", choose_language, name="language"),
    path("password/", OwnPasswordView.as_view(), name="password_change"),
    path("password/devices/", log_out_elsewhere, name="log_out_elsewhere"),
    path("password/second/", second_factor, name="second_factor"),
    path("", include("scoring.urls")),
    path("", include("tournament.web.urls")),
]
