"""Is what stands in deploy/ well formed? By the programs that read it, where they are here."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile

import pytest
import yaml

from tests.postgres.conftest import CHECKOUT

DEPLOY = CHECKOUT / "deploy"


def checked_by(program, *words):
    """Let a program look, if it is here; CI has all of them but those Debian does not have."""
    if not shutil.which(program):
        assert "CI" not in os.environ or program == "hadolint", program
        return
    done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_units_of_systemd_are_understood(tmp_path):
    units = sorted(path for path in DEPLOY.iterdir() if path.suffix in (".service", ".timer"))
    assert len(units) == 5
    for unit in units:
        text = unit.read_text()
        # The program is not installed here.
        (tmp_path / unit.name).write_text(
            re.sub(r"(?m)^ExecStart=/opt/\S+", "ExecStart=/bin/true", text)
        )
        lines = [line for line in text.splitlines() if line and line[0] not in "#["]
        assert all(re.match(r"\w+=\S", line) for line in lines)
    checked_by("systemd-analyze", "verify", *(tmp_path / unit.name for unit in units))


def test_the_proxies_are_told_the_same_limit_and_what_they_must_say(tmp_path):
    nginx, caddy = ((DEPLOY / name).read_text() for name in ("nginx.conf", "Caddyfile"))
    for text in (nginx, caddy):
        assert text.count("{") == text.count("}")
        assert re.search(r"(?i)\b21mb?\b", text)
        assert "127.0.0.1:8000" in text
    lines = [line.strip() for line in nginx.splitlines()]
    assert all(not line or line[-1] in ";{}" or line[0] == "#" for line in lines)
    assert "X-Forwarded-Proto $scheme" in nginx
    assert "X-Forwarded-For $proxy_add_x_forwarded_for" in nginx
    without_tls = re.sub(r"(?m)^ *(ssl_|access_log).*$", "", nginx)
    without_tls = without_tls.replace("listen 443 ssl", "listen 8443").replace("listen 80;", "")
    without_tls = without_tls.replace("/var/cache/", f"{tmp_path}/")
    whole = tmp_path / "nginx.conf"
    whole.write_text(f"pid {tmp_path}/pid; events {{}} http {{\n{without_tls}\n}}")
    checked_by("nginx", "-t", "-c", whole, "-e", tmp_path / "log")
    checked_by("caddy", "validate", "--adapter", "caddyfile", "--config", DEPLOY / "Caddyfile")


def test_the_image_is_made_in_two_stages_by_the_script_and_runs_as_nobody_special():
    lines = (CHECKOUT / "Dockerfile").read_text().replace("\\\n", " ").splitlines()
    steps = [line.split(maxsplit=1) for line in lines if line and line[0] != "#"]
    words = [word for word, _rest in steps]
    assert set(words) <= {
        *("FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "VOLUME", "EXPOSE"),
        *("HEALTHCHECK", "CMD"),
    }
    assert words.count("FROM") == 2
    assert any(word == "RUN" and "deploy/install.sh" in rest for word, rest in steps)
    assert [rest for word, rest in steps if word == "USER"] == ["clubcomp"]
    assert words.index("USER") < words.index("CMD")
    assert "HEALTHCHECK" in words
    checked_by("hadolint", "--ignore", "DL3042", CHECKOUT / "Dockerfile")


def test_what_the_image_is_made_of_is_there():
    kept = [
        line[1:] for line in (CHECKOUT / ".dockerignore").read_text().splitlines() if line[0] == "!"
    ]
    assert [name for name in kept if not (CHECKOUT / name).exists()] == []
    needed = re.findall(
        r'^"?(\w+)"? = "clubcomp_files', (CHECKOUT / "pyproject.toml").read_text(), re.M
    )
    build = {"deploy/install.sh", "requirements.lock"}
    assert {*needed, *build, "clubcomp", "pairing"} <= {*kept}


def test_compose_runs_the_site_read_only_beside_its_database():
    services = yaml.safe_load((CHECKOUT / "compose.yaml").read_text())["services"]
    app = services["app"]
    assert app["read_only"]
    assert app["cap_drop"] == ["ALL"]
    assert app["depends_on"]["database"]["condition"] == "service_healthy"
    assert "backups:/backups" in app["volumes"]
    assert "@database/" in app["environment"]["DATABASE_URL"]
    assert all(port.startswith("127.0.0.1:") for port in app["ports"])
    assert "healthcheck" in services["database"]
    for service in services.values():
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["mem_limit"]
    # Only where a folder is named: a volume beside the first one is on the same disk.
    assert app["environment"]["CLUBCOMP_SECOND_BACKUP_DIR"] == "${SECOND_BACKUPS:+/second-backups}"
    assert any(volume.endswith(":/second-backups") for volume in app["volumes"])


def test_the_script_is_one_that_a_shell_reads():
    checked_by("sh", "-n", DEPLOY / "install.sh")
    checked_by("shellcheck", DEPLOY / "install.sh")
    assert (DEPLOY / "install.sh").stat().st_mode & 0o111


@pytest.mark.parametrize("name", ["Caddyfile", "nginx.conf", "clubcomp.service", "compose.yaml"])
def test_the_guide_names_it(name):
    assert name in (CHECKOUT / "docs" / "running.md").read_text()


# A folder for Windows -------------------------------------------------------------------------


#: In place of uv: says how it was asked, and puts a package there.
STAND_IN = """#!{python}
import sys
from pathlib import Path
print(*sys.argv[1:])
package = Path(sys.argv[sys.argv.index("--target") + 1]) / "waitress"
package.mkdir()
(package / "__init__.py").touch()
"""


def made_for_windows(folder, *inside):
    """By a stand-in for the embeddable Python, and a wheel with these files."""
    python, wheel, uv = folder / "embed", folder / "clubcomp-1.2.0-py3-none-any.whl", folder / "uv"
    python.mkdir(parents=True)
    (python / "python.exe").write_bytes(b"MZ")
    (python / "python311._pth").write_text("python311.zip\n.\n")
    with zipfile.ZipFile(wheel, "w") as packed:
        for name in inside:
            packed.writestr(name, "")
    uv.write_text(STAND_IN.format(python=sys.executable))
    uv.chmod(0o755)
    command = [sys.executable, DEPLOY / "windows/build.py", "--python", python, "--wheel", wheel]
    command += ["--uv", uv, folder / "A club’s é"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_folder_for_windows_has_python_the_packages_and_what_starts_them(tmp_path):
    lock = "clubcomp_files/requirements.lock"
    done = made_for_windows(tmp_path, "clubcomp/__main__.py", lock)
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "A club’s é" / "Clubcomp"
    for name in ("clubcomp/__main__.py", "waitress/__init__.py"):
        assert (folder / "packages" / name).exists()
    for words in ("x86_64-pc-windows-msvc", "--python-version 3.11", "--require-hashes", lock):
        assert words in done.stdout
    assert r"..\packages" in (folder / "python/python311._pth").read_text().split("\n")
    starter = (folder / "Clubcomp.cmd").read_bytes()
    assert starter.count(b"\r\n") == starter.count(b"\n")
    (called,) = re.findall(rb'"%~dp0([^"]+)" -m clubcomp serve --browser', starter)
    assert (folder / called.decode().replace("\\", "/")).exists()
    phones = (folder / "Clubcomp for phones.cmd").read_text()
    assert (folder / re.search(r"%~dp0([^\"]+)", phones)[1]).exists()
    help_ = [sys.executable, CHECKOUT / "manage.py", "serve", "--help"]
    said = subprocess.run(help_, capture_output=True, text=True, check=False).stdout
    assert "--browser" in said


def test_what_is_missing_from_the_folder_for_windows_is_said(tmp_path):
    assert "is no wheel of Clubcomp" in made_for_windows(tmp_path, "waitress/a.py").stderr


def test_the_hosts_get_the_image_and_what_it_needs():
    render = yaml.safe_load((DEPLOY / "render.yaml").read_text())
    (service,) = render["services"]
    assert {one["key"] for one in service["envVars"]} == {
        *("SITE_URL", "SECRET_KEY", "BEHIND_PROXY", "DATABASE_URL")
    }
    fly = tomllib.loads((DEPLOY / "fly.toml").read_text())
    (check,) = fly["http_service"]["checks"]
    assert service["healthCheckPath"] == check["path"] == "/health/"
    assert (DEPLOY / fly["build"]["dockerfile"]).resolve() == CHECKOUT / "Dockerfile"
    assert f"EXPOSE {fly['http_service']['internal_port']}" in (CHECKOUT / "Dockerfile").read_text()
    platforms = yaml.safe_load((CHECKOUT / ".github/workflows/platforms.yml").read_text())
    systems = platforms["jobs"]["start"]["strategy"]["matrix"]["os"]
    assert {"windows", "macos", "ubuntu"} == {system.partition("-")[0] for system in systems}
