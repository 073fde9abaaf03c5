"""The migrations since the last release make the same of a database when they are one."""

import shutil
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from clubcomp.models import Club
from clubcomp.running.backups.keeping import make_and_keep
from tests import joining
from tests.upgrade.database import dumped, migrate, restore, scratch_database

MIGRATIONS = Path(joining.__file__).parent.parent / "clubcomp/migrations"
COMMIT = "0a1b2c3d"
STEPS = {
    "0001_release_1": """
class Migration(migrations.Migration):
    initial = True
    last_apart = "11111111"
    replaces = [("clubcomp", "0001_first"), ("clubcomp", "0002_second")]
    operations = [migrations.CreateModel("Club", [("id", models.BigAutoField(primary_key=True))])]
""",
    "0003_names": """
from django.utils.text import slugify

#: What those are called
#: that have no name.
UNNAMED = "No Name"
UNUSED = 1


def named(text):
    return slugify(text)


def fill(apps, schema_editor):
    apps.get_model("clubcomp", "Club").objects.update(slug=named(UNNAMED))


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0001_release_1")]
    operations = [
        migrations.AddField("club", "slug", models.TextField(default="")),
        migrations.RunPython(fill, migrations.RunPython.noop, elidable=True),
        migrations.AlterField("club", "slug", models.SlugField(unique=True, max_length=20)),
    ]
""",
    "0004_towns": '''
#: Why.
TOWNS = """
    UPDATE clubcomp_club SET town = 'A\\\\B';
"""


class Migration(migrations.Migration):
    dependencies = [("clubcomp", "0003_names")]
    operations = [
        migrations.AddField("club", "town", models.TextField(default="")),
        migrations.AlterField("club", "town", models.TextField(default="Assen")),
        migrations.RunSQL(TOWNS, ""),
    ]
''',
}


@pytest.fixture
def chain(tmp_path, monkeypatch, settings):
    """Migrations in a folder of their own, in which Django looks for them."""

    def of(files=None):
        folder = tmp_path / f"migrations_{tmp_path.name}"
        folder.mkdir()
        for file in MIGRATIONS.glob("*.py"):
            if files is None or file.name == "__init__.py":
                shutil.copy(file, folder)
        for name, text in (files or {}).items():
            (folder / f"{name}.py").write_text(f"from django.db import migrations, models\n{text}")
        monkeypatch.syspath_prepend(str(tmp_path))
        settings.MIGRATION_MODULES = {"clubcomp": folder.name}
        return folder

    return of


def test_operations_are_joined_but_not_past_data_steps_which_stay(chain):
    folder = chain(STEPS)
    file = joining.join("1.1.0", COMMIT)
    assert file == folder / "0004_release_1_1.py"
    assert sorted(one.stem for one in folder.glob("0*")) == ["0001_release_1", file.stem]
    text = file.read_text()
    for kept in (
        "one migration for the 2 that led to it",
        "#: What those are called\n#: that have no name.\nUNNAMED =",
        "from django.utils.text import slugify",
        "def named(text):",
        f"last_apart = {COMMIT!r}",
        "code=fill",
        "#: Why.\nTOWNS_0004 = ",
        "sql=TOWNS_0004",
    ):
        assert kept in text
    assert "UNUSED" not in text
    joined = MigrationLoader(None).disk_migrations["clubcomp", file.stem]
    kinds = [type(one).__name__ for one in joined.operations]
    assert kinds == ["RunSQL", "AddField", "RunPython", "AlterField", "AddField", "RunSQL"]
    assert joined.operations[4].field.default == "Assen"
    assert joined.operations[5].sql == "\n    UPDATE clubcomp_club SET town = 'A\\B';\n"
    assert joined.replaces == [("clubcomp", "0003_names"), ("clubcomp", "0004_towns")]
    assert joined.dependencies == [("clubcomp", "0001_release_1")]
    assert joining.join("1.1.0", COMMIT) is None


@pytest.mark.parametrize(
    ("name", "old", "new", "why"),
    [
        ("0003_names", "    depend", "    atomic = False\n    depend", "0003_names is in no"),
        ("0003_names", 'default="")', "default=named)", "its default or its rule in a migration"),
        ("0004_towns", "SQL(TOWNS", 'SQL("""\n"""', "0004_towns: give the SQL"),
    ],
)
def test_what_cannot_be_joined_says_why_and_nothing_is_removed(chain, name, old, new, why):
    folder = chain(STEPS | {name: STEPS[name].replace(old, new, 1)})
    with pytest.raises(joining.CannotJoin, match=why):
        joining.join("1.1.0", COMMIT)
    assert len([*folder.glob("0*.py")]) == 3


def test_two_functions_of_one_name_are_told(chain):
    again = STEPS["0003_names"].replace("0001_release_1", "0003_names").replace('"slug"', '"sign"')
    chain(STEPS | {"0004_towns": again})
    with pytest.raises(joining.CannotJoin, match="0003_names and 0004_towns both have UNNAMED"):
        joining.join("1.1.0", COMMIT)


# The migrations since the last release ---------------------------------------------------------


@pytest.fixture
def parts(chain, django_db_setup, django_db_blocker):
    """Those of this program, in a folder where they can be joined."""
    chain()
    parts = joining.since_last_release()
    if not parts:
        pytest.skip("no table has changed since the last release")
    with django_db_blocker.unblock():
        yield parts


def tables():
    return dumped("--schema-only")


def rows():
    """Every line of them, but which migration was applied when."""
    lines = dumped("--data-only", "--exclude-table-data=django_migrations").decode().splitlines()
    return sorted(line for line in lines if line and "django_migrations" not in line)


def applied():
    everything = MigrationRecorder(connection).applied_migrations()
    return {name for app, name in everything if app == "clubcomp"}


def last_release(parts):
    """The dump of it."""
    _before, *words = joining.outer_dependencies(parts)[0][1].split("_")
    return "before-1.2" if words[0] == "before" else ".".join(words[1:3])


@pytest.mark.parametrize("filled", [False, True], ids=["empty", "a club of the last release"])
def test_one_does_what_all_of_them_did(parts, filled):
    made = []
    for way in ("chain", "joined"):
        with scratch_database():
            if filled:
                restore(last_release(parts))
            migrate()
            made.append((tables(), rows(), applied()))
            if way == "chain":
                file = joining.join("99.0.0", COMMIT)
                migrate()  # a database that has all of them
                assert (tables(), rows()) == made[0][:2]
                assert applied() == made[0][2] | {file.stem}
    assert made[0][0] == made[1][0]
    assert made[0][1] == made[1][1]
    assert len(made[0][1]) > (1000 if filled else 10)
    assert made[1][2] == made[0][2] | {file.stem}


def test_a_database_that_has_some_of_them_is_not_touched_and_told_the_commit(parts):
    if len(parts) == 1:
        pytest.skip("nothing stops half-way in one migration")
    with scratch_database():
        call_command("migrate", "clubcomp", parts[-2].name, verbosity=0, backup=False)
        before = tables(), rows(), applied()
        joining.join("99.0.0", COMMIT)
        with pytest.raises(CommandError, match=f"git checkout {COMMIT}, make club, and then"):
            migrate()
        assert (tables(), rows(), applied()) == before


def test_a_backup_of_before_comes_in_where_they_are_one(parts, tmp_path, settings):
    settings.BACKUP_DIR = tmp_path / "backups"
    with scratch_database():
        restore(last_release(parts))
        migrate()
        clubs = [*Club.objects.order_by("pk").values_list("name", "slug")]
        made = make_and_keep(why="asked")
        file = joining.join("99.0.0", COMMIT)
        settings.BACKUP_DIR = tmp_path / "before"  # its name is of the second
        call_command("restore", str(made.file), replace=True)
        assert [*Club.objects.order_by("pk").values_list("name", "slug")] == clubs != []
        assert applied() > {part.name for part in parts} | {file.stem}
