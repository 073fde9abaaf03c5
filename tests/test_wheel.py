"""The wheel in an environment of its own: it serves a page with its look, pairs, and ends."""

import http.client
import os
import re
import shutil
import signal
import subprocess
import sys
from fnmatch import fnmatch
from pathlib import Path, PurePath

import pytest
from django.utils import translation

from tests.postgres.conftest import CHECKOUT, new_house, until
from tests.test_make_run import free_port, is_up

pytestmark = pytest.mark.slow
CASE = CHECKOUT / "tests/pairing/cases/attacalc/16.json"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built as `make wheel` builds it."""
    folder = tmp_path_factory.mktemp("dist")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "wheel", "--no-deps", "--wheel-dir", folder, CHECKOUT])
    (wheel,) = folder.iterdir()
    assert wheel.name.endswith("-py3-none-any.whl")
    return wheel


def run(command, **options):
    """Needs a package index; where none is reached it is for another day, but not in CI."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd="/", **options)
    if done.returncode and "CI" not in os.environ and "connection" in done.stderr.lower():
        pytest.skip("no package index is reached")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module", params=["deploy/install.sh", "pipx", "Dockerfile"])
def clubcomp(request, tmp_path_factory):
    """The command, as a list of words, where it was installed, and where static files go."""
    folder = tmp_path_factory.mktemp("environment")
    if request.param == "Dockerfile":
        image = as_image(folder)
        yield [str(image / "bin/clubcomp")], image, image / "static"
        return
    wheel = request.getfixturevalue("wheel")
    if request.param == "pipx":
        spec = f"{wheel}[server,spreadsheets]"
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PIPX_HOME", str(folder))
            command = [*pipx(), "run", "--python", sys.executable, "--spec", spec, "clubcomp"]
            yield command, folder / ".cache", folder / "static"
        return
    steps = [CHECKOUT / "deploy/install.sh", wheel, folder]
    run(steps, env=os.environ | {"PYTHON": sys.executable})
    yield [str(folder / "bin/clubcomp")], folder, folder / "static"


def pipx():
    """The command; where it is not installed it is for another day, but not in CI."""
    if "CI" not in os.environ:
        pytest.importorskip("pipx")
    return [sys.executable, "-m", "pipx"]


def as_image(folder):
    """What the Dockerfile builds, by its steps but without Docker: where the program is then."""
    written = (CHECKOUT / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    steps = [line.partition(" ")[::2] for line in written if line and line[0] != "#"]
    build = steps[: [word for word, _rest in steps].index("FROM", 1)]
    assert [word for word, _rest in build] == ["FROM", "WORKDIR", "COPY", "RUN"]
    assert build[2] == ("COPY", ". .")
    source, image = folder / "source", folder / "opt/clubcomp"
    for name in sent_to_docker():
        (source / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CHECKOUT / name, source / name)
    there = build[3][1].replace("/dist", str(folder / "dist")).replace("/opt", str(folder / "opt"))
    image.parent.mkdir()
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    done = subprocess.run(
        ["sh", "-ec", there],
        capture_output=True, text=True, check=False,
        cwd=source, env=os.environ | {"PATH": path},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "COPY --from=build /opt/clubcomp /opt/clubcomp" in written
    return image


def sent_to_docker():
    """The files that git has and .dockerignore lets through: the last pattern that fits decides."""
    listed = subprocess.run(
        ["git", "ls-files"], cwd=CHECKOUT, check=True, capture_output=True, text=True
    )
    names = []
    for name in listed.stdout.splitlines():
        is_left_out = False
        for pattern in (CHECKOUT / ".dockerignore").read_text().splitlines():
            if pattern[0] != "#":
                bare = pattern.removeprefix("!").removeprefix("**/")
                ways = [name, *map(str, PurePath(name).parents)]
                if any(fnmatch(way, bare) for way in ways):
                    is_left_out = pattern[0] != "!"
        names += [] if is_left_out or not (CHECKOUT / name).is_file() else [name]
    return names


def asked(port, path):
    site = http.client.HTTPConnection("localhost", port)
    site.request("GET", path, headers={"Accept-Language": "tr"})
    with site.getresponse() as answer:
        assert answer.status == 200
        return answer.headers["Content-Type"], answer.read().decode(errors="replace")


def test_it_serves_pairs_and_writes_nothing_beside_itself(clubcomp):
    command, folder, static = clubcomp
    with new_house() as house:
        environment = house.environment | {
            "PYTHONDONTWRITEBYTECODE": "1",
            "LC_ALL": "",
            "LC_MESSAGES": "",
            "LANG": "nl_NL.UTF-8",
            "CLUBCOMP_STATIC_DIR": str(static),
        }
        for name in ("PYTHONPATH", "DJANGO_SETTINGS_MODULE"):
            environment.pop(name, None)

        def asked_of_it(*words):
            return subprocess.run(
                [*command, *words], capture_output=True, text=True, check=False, env=environment
            )

        paired = asked_of_it("pair", "attacalc", CASE)
        assert paired.stdout == CASE.with_suffix(".pairs").read_text(), paired.stderr
        assert asked_of_it("pair", "attacalc", CASE, "--format", "board").stdout.startswith("Bord")
        installed = sorted(folder.rglob("*"))

        port, log = free_port(), house.folder / "log"
        with log.open("w") as output:
            site = subprocess.Popen(
                [*command, "serve", "--port", str(port)],
                env=environment,
                cwd="/",
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            )
        try:
            assert is_up(site, log, port), log.read_text()
            _kind, page = asked(port, "/rules/attacalc/")
            assert '<html lang="tr"' in page
            with translation.override("tr"):
                assert translation.gettext("Skip to content") in page
            assert 'href="/help/evening/"' in asked(port, "/help/")[1]
            _kind, page = asked(port, "/help/evening/")
            (picture,) = re.findall(r'src="(/static/manual/[^"]+)"', page)
            assert asked(port, picture)[0] == "image/png"
            (style,) = re.findall(r'href="(/static/css/clubcomp\.[0-9a-f]+\.css)"', page)
            kind, css = asked(port, style)
            assert kind.startswith("text/css")
            assert "--" in css
            assert "clubcomp set_up_link" in log.read_text()
            assert (house.folder / "installed" / "cluster").is_dir()
            said = asked_of_it("health", "--port", str(port))
            assert '"database": "up"' in said.stdout, said.stderr
            made = asked_of_it("backup")
            assert "every row is there" in made.stdout, made.stderr
        finally:
            os.killpg(site.pid, signal.SIGINT)
            site.wait()
        assert until(lambda: log.read_text().endswith("Stopped.\n")), log.read_text()
        assert house.is_quiet()
        assert sorted(folder.rglob("*")) == installed
