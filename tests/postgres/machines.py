"""A site on many machines, all of them this one: PostgreSQL and its replica, PgBouncer, app
processes and nginx. Each is started, watched and killed by itself."""

import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from urllib.parse import quote, urlencode

import psycopg

from clubcomp.running.postgres.programs import installed, run, server_account, within_reach
from tests.postgres.conftest import CHECKOUT, is_running, until

PATHS = f"{os.environ['PATH']}:/usr/sbin"
PGBOUNCER, NGINX = (shutil.which(name, path=PATHS) for name in ("pgbouncer", "nginx"))
USER, NAME = "clubcomp", "postgres"
SEEN = re.compile(rb'name="seen" value="([^"]+)"')
TOKEN = "a" * 32


def run_well(*command, **account):
    done = run(*command, **account)
    assert done.returncode == 0, done.stderr or done.stdout
    return done


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def folder_for(name):
    """A new one of the server's user, with a short name."""
    folder, account = Path(tempfile.mkdtemp(prefix=f"clubcomp-{name}-", dir="/tmp")), ACCOUNT
    if account:
        os.chown(folder, account["user"], account["group"])
    return folder


ACCOUNT = server_account()


class Postgres:
    """A server with its data in a folder, which is reached by a socket there."""

    def __init__(self, folder, programs, port, options):
        self.folder, self.data, self.programs = folder, folder / "data", programs
        self.reach = {"host": folder, "port": port, "user": USER}
        self.options = f"-k {folder} -p {port} -c listen_addresses= {options}"

    @classmethod
    def new(cls, programs, options):
        folder = folder_for("primary")
        made = cls(folder, programs, 5432, options)
        words = ("-U", USER, "--auth=trust", "--locale=C", "-E", "UTF8", "--no-sync")
        run_well(programs / "initdb", "-D", made.data, *words, **ACCOUNT)
        return made

    @classmethod
    def replica(cls, reach, programs, options):
        """One that follows the server that is reached so."""
        folder = folder_for("standby")
        source = " ".join(f"{key}={reach[key]}" for key in ("host", "port", "user") if key in reach)
        words = ("-R", "-X", "stream", "-c", "fast", "--no-sync", "-D", folder / "data")
        run_well(programs / "pg_basebackup", *words, "-d", source, **ACCOUNT)
        return cls(folder, programs, 5433, f"-c hot_standby=on {options}")

    def control(self, *words):
        run_well(self.programs / "pg_ctl", "-D", self.data, "-w", "-s", *words, **ACCOUNT)

    def start(self):
        self.control("-l", self.folder / "log", "-o", self.options, "start")

    def stop(self, how="immediate"):
        """At once, as when it is killed, or `fast`."""
        self.control("-m", how, "stop")

    @property
    def pid(self):
        return int((self.data / "postmaster.pid").read_text().split()[0])

    @property
    def url(self):
        where = f"{quote(str(self.folder), safe='')}:{self.reach['port']}"
        return f"postgres://{USER}@{where}/{NAME}"

    def end(self):
        run(self.programs / "pg_ctl", "-D", self.data, "-m", "immediate", "stop", **ACCOUNT)
        shutil.rmtree(self.folder, ignore_errors=True)


class Pooler:
    """PgBouncer, with a few connections to the server that is reached so."""

    port = 6432

    def __init__(self, reach, size):
        self.folder = folder_for("pooler")
        named = ("host", "port", "user", "password")
        source = " ".join(f"{name}={reach[name]}" for name in named if name in reach)
        self.file = self.folder / "pgbouncer.ini"
        self.file.write_text(
            f"[databases]\n* = {source}\n[pgbouncer]\npool_mode = transaction\nauth_type = any\n"
            f"listen_addr =\nunix_socket_dir = {self.folder}\nlisten_port = {self.port}\n"
            f"default_pool_size = {size}\nquery_wait_timeout = 10\nserver_login_retry = 1\n"
        )

    @property
    def place(self):
        """As a part of an address."""
        return quote(str(self.folder), safe="") + f":{self.port}"

    def start(self):
        command = [PGBOUNCER, "-q", self.file]
        self.process = subprocess.Popen(command, cwd="/", stderr=subprocess.DEVNULL, **ACCOUNT)
        assert until((self.folder / f".s.PGSQL.{self.port}").exists)

    @property
    def pid(self):
        return self.process.pid

    def stop(self):
        """At once, whoever is connected."""
        self.process.terminate()
        self.process.wait()

    def end(self):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class App:
    """gunicorn with one process that answers, as on a machine of its own."""

    def __init__(self, environment, log):
        self.environment, self.port, self.log = environment, free_port(), log

    def start(self):
        self.begin()
        assert until(lambda: is_up(self.port), seconds=120)

    def begin(self):
        """Without waiting until it answers."""
        worker = "clubcomp.running.serving.patient.PatientWorker"
        words = f"clubcomp.wsgi --worker-class {worker} --threads 4 --bind 127.0.0.1:{self.port}"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *words.split(), "--no-control-socket"],
            cwd=CHECKOUT,
            env=self.environment,
            stdout=self.log,
            stderr=self.log,
            start_new_session=True,
        )

    @property
    def pid(self):
        return self.process.pid

    def kill_worker(self):
        """The process that answers, in the middle of what it does; gunicorn makes another."""
        (worker,) = children(self.pid)
        os.kill(worker, signal.SIGKILL)
        assert until(lambda: not is_running(worker))

    def end(self):
        os.killpg(self.pid, signal.SIGKILL)
        self.process.wait()


class Front:
    """nginx as the example in deploy/ has it, without its certificate."""

    def __init__(self, apps, log):
        self.folder, self.port, self.log = folder_for("front"), free_port(), log
        example = (CHECKOUT / "deploy" / "nginx.conf").read_text()
        site = example.partition("server {\n    listen 80")[0]
        site = re.sub(r"(?m)^ *(ssl_|access_log).*\n", "", site)
        for said, here in {
            "listen 443 ssl": f"listen 127.0.0.1:{self.port}",
            "127.0.0.1:8000": " max_fails=0; server ".join(f"127.0.0.1:{app.port}" for app in apps),
            "/var/cache/clubcomp-nginx": f"{self.folder}/cache",
        }.items():
            assert site.count(said) == 1, said
            site = site.replace(said, here)
        kinds = "client_body proxy fastcgi uwsgi scgi".split()
        places = "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in kinds)
        user = "user root;\n" if os.geteuid() == 0 else ""
        (self.folder / "nginx.conf").write_text(
            f"{user}daemon off; pid {self.folder}/pid; worker_processes 1;\n"
            f"events {{ worker_connections 2000; }}\n"
            f"http {{\n{places}access_log off;\nadd_header X-Cache $upstream_cache_status always;\n"
            f"{site}}}\n"
        )

    def start(self):
        self.process = subprocess.Popen(
            [NGINX, "-c", self.folder / "nginx.conf", "-e", self.folder / "errors"],
            stderr=self.log,
        )
        assert until(lambda: is_up(self.port))

    @property
    def pid(self):
        return self.process.pid

    def end(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


class Site:
    """All of them together."""

    def __init__(self, *, options, apps=2, pool=8):
        newest = installed()[0]
        self.folder = folder_for("site")
        programs = within_reach(newest, ACCOUNT).folder
        self.log = (self.folder / "log").open("w+")
        self.parts = {}
        self.primary = self._begin("primary", Postgres.new(programs, options))
        self.environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(CHECKOUT),
            "DJANGO_SETTINGS_MODULE": "clubcomp.settings",
            "SECRET_KEY": secrets.token_hex(30),
            "CLUBCOMP_DATA_DIR": str(self.folder / "data"),
            "CLUBCOMP_STATIC_DIR": str(self.folder / "static"),
            "DATABASE_URL": self.primary.url,
        }
        self.run("manage.py", "migrate", "--no-backup")
        self.run("manage.py", "serve", "--prepare")
        self.pooler = self._begin("PgBouncer", Pooler(self.primary.reach, pool))
        self.environment |= {
            "DATABASE_URL": f"postgres://{USER}@{self.pooler.place}/{NAME}",
            "DIRECT_DATABASE_URL": self.primary.url,
            "BEHIND_PROXY": "1",
            "FRONT_CACHE": "1",
        }
        self.programs, self.count = programs, apps

    def serve(self, options):
        """The replica, with all that is there by now, and what answers."""
        self.replica = self._begin(
            "replica", Postgres.replica(self.primary.reach, self.programs, options)
        )
        self.environment["REPLICA_URL"] = self.replica.url
        made = [App(self.environment, self.log) for _ in range(self.count)]
        self.apps = [self._begin(f"app process {n}", app) for n, app in enumerate(made, 1)]
        self.front = self._begin("nginx", Front(self.apps, self.log))
        self.port = self.front.port

    def _begin(self, name, part):
        self.parts[name] = part
        part.start()
        return part

    def run(self, *words):
        """A program of the site, to its end; what it says."""
        done = subprocess.run(
            [sys.executable, *words],
            cwd=CHECKOUT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def end(self):
        for part in reversed(self.parts.values()):
            part.end()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def site_with_clubs(count, *, options="-c fsync=off", **more):
    """A site with so many clubs, each with an evening on; and those clubs, as `many_clubs` says."""
    site = Site(options=options, **more)
    try:
        clubs = json.loads(site.run("-m", "tests.bench.many_clubs", str(count)))
        site.serve(options)
        yield site, clubs
    finally:
        site.end()


def children(pid):
    return [*map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]


def ask(port, method, address, body=None, headers=None):
    """One request: status, headers and what was said. OSError where nobody answers."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request(method, address, body, {"Host": "localhost"} | (headers or {}))
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    except HTTPException as problem:
        raise OSError(str(problem)) from problem
    finally:
        connection.close()


def is_up(port):
    """Whether a site answers there."""
    try:
        return ask(port, "GET", "/health/")[0] == 200
    except OSError:
        return False


class Leader:
    """Enters results on the boards of a club, one after the other, and what was acknowledged."""

    def __init__(self, site, club):
        self.site, self.club = site, club
        self.headers = {
            "Cookie": f"{club['cookie']}; csrftoken={TOKEN}",
            "Content-Type": "application/x-www-form-urlencoded",
            "HX-Request": "true",
        }
        self.seen = stored(site, club)
        self.acknowledged, self.refused = 0, []

    def enter(self, board, result):
        """Press once; whether it was acknowledged, which it says by showing it."""
        said = {"result": result, "seen": self.seen[board], "game": self.club["games"][board]}
        form = urlencode(said | {"csrfmiddlewaretoken": TOKEN})
        address = f"{self.club['sheet']}{board}/"
        try:
            status, _headers, row = ask(self.site.port, "POST", address, form, self.headers)
        except OSError as problem:
            status, row = str(problem), b""
        if status != 200:
            self.refused.append(status)
            return False
        # Nobody else enters anything: what was acknowledged before must be there.
        assert SEEN.search(row)[1].decode() == result, (said, row)
        self.seen[board] = result
        self.acknowledged += 1
        return True


def stored(site, club):
    reach = site.primary.reach
    with psycopg.connect(**reach | {"host": str(reach["host"])}, dbname=NAME) as connection:
        games = [int(game.split("-")[0]) for game in club["games"].values()]
        rows = connection.execute(
            "SELECT board::text, result FROM clubcomp_game WHERE id = ANY(%s)", [games]
        )
        return dict(rows.fetchall())
