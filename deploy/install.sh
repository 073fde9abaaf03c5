#!/bin/sh
# Installs the program from its wheel into a folder of its own, ready to be served read-only:
#   deploy/install.sh dist/clubcomp-*.whl /opt/clubcomp
# The Dockerfile and tests/test_wheel.py do this, and so does who serves it by systemd.
set -eu
wheel=$1 prefix=$2 python=${PYTHON:-python3}

"$python" -m venv "$prefix"
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT

# The packages that the wheel was tried with, each by the hashes that stand in it; then the wheel alone.
"$prefix/bin/python" -m zipfile -e "$wheel" "$data/wheel"
install() { "$prefix/bin/python" -m pip install --quiet --no-cache-dir --disable-pip-version-check "$@"; }
install --require-hashes -r "$data/wheel/clubcomp_files/requirements.lock"
install --no-deps --no-index "$wheel"

# Serving collects what is new of the static files; here all of it is there before.
env -u SITE_URL -u DATABASE_URL -u DJANGO_SETTINGS_MODULE CLUBCOMP_DATA_DIR="$data" CLUBCOMP_STATIC_DIR="$prefix/static" \
  "$prefix/bin/clubcomp" serve --prepare
