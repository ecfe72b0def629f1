"""The guide in `docs/rules` is what the tables say now."""

from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command

from dugout.management.commands.write_guide import differing
from rules.guide.markdown import WRITTEN

DOCS = settings.BASE_DIR / "docs" / "rules"

pytestmark = pytest.mark.once


def test_the_guide_in_the_repository_is_up_to_date() -> None:
    stale = sorted(str(path.relative_to(settings.BASE_DIR)) for path in differing(DOCS))
    assert not stale, f"run `manage.py write_guide`: {stale} differ from the tables"


def test_writing_again_changes_nothing_and_keeps_what_people_wrote(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "pbbl-1.10"
    home.mkdir()
    (home / "notes.md").write_text("By hand.\n")
    (home / "gone.md").write_text(f"# Gone\n\n{WRITTEN}\n")
    call_command("write_guide", folder=tmp_path)
    assert "deleted" in capsys.readouterr().out and not (home / "gone.md").exists()
    assert (home / "notes.md").read_text() == "By hand.\n"
    assert "Right Stuff" in (home / "lists" / "halfling.md").read_text()
    call_command("write_guide", folder=tmp_path)
    call_command("write_guide", folder=tmp_path, check=True)
    assert capsys.readouterr().out == ""


def test_a_check_names_each_stale_file_and_changes_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("write_guide", folder=tmp_path, check=True)
    assert ended.value.code == 1 and "skills.md is out of date" in capsys.readouterr().out
    assert list(tmp_path.iterdir()) == []
