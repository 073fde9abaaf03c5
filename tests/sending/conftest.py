"""A site that sends e-mail, to a server of the test."""

import pytest

from tests.sending.mail_server import mail_server
from tests.sending.push_service import push_service


@pytest.fixture
def mail(settings):
    """The server that the site sends to."""
    with mail_server() as server:
        settings.SENDS_EMAIL = True
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = server.server_address
        settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
        settings.SITE_URL = "https://toren.example.org"
        settings.DEFAULT_FROM_EMAIL = "noreply@toren.example.org"
        yield server


@pytest.fixture
def service(settings):
    """The only service for notifications that the site knows."""
    with push_service() as service:
        settings.PUSH_SERVICES = [service.url]
        yield service
