"""What holds for every test: it reads English, whatever the test before read, and is not timed."""

import gc
import os
import signal
import subprocess
from contextlib import suppress

import pytest
from django.db import connection
from django.utils import translation
from hypothesis import settings

from pairing.commands import generate_tournament
from tests.how_many import IS_EXHAUSTIVE
from tests.template_database import ensure_template

# No test is timed: a busy machine is no mistake. The same examples every time, so that nobody
# meets a new one in a change of something else; `make exhaustive` looks for new ones.
settings.register_profile("usual", deadline=None, derandomize=True, max_examples=50)
settings.register_profile("exhaustive", deadline=None, max_examples=500)
settings.load_profile("exhaustive" if IS_EXHAUSTIVE else "usual")
# A browser test drives its live server and the database from one thread each.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

pytest_plugins = ["tests.tiers"]


def pytest_collection_modifyitems(items):
    """Whole programs first: nobody waits for them in the end."""
    items.sort(key=lambda item: not item.get_closest_marker("slow"))


def pytest_collection_finish():
    """What is imported and collected stays: it is not looked through again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 10, 5)


@pytest.hookimpl(optionalhook=True)
def pytest_handlecrashitem(report):
    """Of a worker that vanished, say how its process ended: -9 killed, -11 out of stack."""
    process = report.node.gateway._io.popen
    with suppress(subprocess.TimeoutExpired):
        process.wait(10)
    report.longrepr = f"{report.longrepr}; its process ended with {process.returncode}"


@pytest.fixture(autouse=True)
def no_broken_pipe_ends_the_worker():
    """A command on files ends where nobody reads on, by the signal. Called within a test it leaves
    that to the whole process, which then vanishes at any connection that the other side closed.
    """
    yield
    if hasattr(signal, "SIGPIPE"):
        assert signal.getsignal(signal.SIGPIPE) is signal.SIG_IGN


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix, django_db_blocker, django_db_use_migrations
):
    """Test databases are copies of one that has all migrations."""
    if django_db_use_migrations:
        with django_db_blocker.unblock():
            connection.settings_dict["TEST"]["TEMPLATE"] = ensure_template()


@pytest.fixture(autouse=True, scope="session")
def gacrux_reads_what_is_exported():
    """Every TRF file that the site or the command line writes in a test, and agrees with it."""
    from clubcomp.flow.documents import downloads
    from tests.pairing import gacrux_reading as gacrux

    with pytest.MonkeyPatch.context() as patch:
        for place in (downloads, generate_tournament):
            patch.setattr(place, "write_trf", gacrux.checked(place.write_trf))
        yield


@pytest.fixture(autouse=True, scope="session")
def names_are_whole():
    """A test is nobody's page: names are whole, as in a step."""
    from clubcomp.doors.names import name_by

    name_by(None)


@pytest.fixture(autouse=True)
def in_english():
    """What a step says here is English; a page speaks the language of who asks for it."""
    with translation.override("en"):
        yield


@pytest.fixture
def mail(settings, mailoutbox):
    """The site sends e-mail; what it sent."""
    settings.SENDS_EMAIL = True
    return mailoutbox
