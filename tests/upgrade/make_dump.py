"""Makes the dump of a release: `python -m tests.upgrade.make_dump 1.1`, or `make dump RELEASE=1.1`.

To be run on the commit that is released. What the release says of it is stored beside it.
"""

import json
import lzma
import os
import sys

import django


def make(release: str) -> None:
    """Write the folder of a release."""
    from tests.upgrade.contents import make_contents
    from tests.upgrade.database import HERE, dump, migrate, scratch_database
    from tests.upgrade.said import say_everything

    folder = HERE / release
    folder.mkdir()
    with scratch_database():
        migrate()
        make_contents()
        said = json.dumps(say_everything(), ensure_ascii=False, indent=0)
        (folder / "database.sql.xz").write_bytes(dump())
    (folder / "said.json.xz").write_bytes(lzma.compress(said.encode(), preset=9))
    for file in sorted(folder.iterdir()):
        sys.stdout.write(f"{file}: {file.stat().st_size:,} bytes\n")


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    make(sys.argv[1])
