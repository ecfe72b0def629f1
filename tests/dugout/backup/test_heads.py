"""The heads of all chains, kept elsewhere: what `manage.py audit --head` finds by them."""

from __future__ import annotations

import json
import uuid
import zipfile
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from dugout.backup import heads
from dugout.backup.archive import MANIFEST, SEAL, Terms, write
from dugout.backup.keys import known_key, own_key
from leagues.models import CommandChain, CommandLink
from rules.journal import GoldMoved
from teams.models import JournalEntry, Team
from tests.leagues.cast import Cast
from tests.leagues.shared_cast import cast, shared_cast
from tests.teams import team_builders
from tests.teams.ledger.chain_builders import chain_again, give_gold
from web.commands import once

__all__ = ["cast", "shared_cast"]


def run_audit(*arguments: str) -> tuple[str, int]:
    """The command's output and exit code."""
    out = StringIO()
    try:
        call_command("audit", *arguments, stdout=out)
    except SystemExit as ended:
        return out.getvalue(), int(ended.code or 0)
    return out.getvalue(), 0


@pytest.fixture
def team(cast: Cast) -> Team:
    """A founded team, in a league with one command."""
    made = team_builders.approved_team(cast.league, cast.coach)
    command(cast)
    win(made)
    return made


def win(team: Team) -> None:
    team_builders.append_entries(team, GoldMoved(amount=50_000, source="winnings", target="treasury"))


def command(cast: Cast) -> None:
    once(user=cast.coach, command_id=uuid.uuid4(), kind="test", body={}, work=lambda: 1, league=lambda: cast.league)


@pytest.fixture
def kept(team: Team, tmp_path: Path) -> str:
    """A file of heads."""
    assert run_audit("--save-head", str(tmp_path / "kept"))[1] == 0
    return str(tmp_path / "kept")


def test_the_audit_prints_one_head_that_every_write_changes(cast: Cast, team: Team) -> None:
    found = [run_audit()[0].splitlines()[-1]]
    win(team)
    found.append(run_audit()[0].splitlines()[-1])
    command(cast)
    found.append(run_audit()[0].splitlines()[-1])
    assert len(set(found)) == 3
    assert all(line.startswith("Head: ") and len(line) == 70 for line in found)
    assert found[-1] == f"Head: {heads.heads().digest}" == run_audit()[0].splitlines()[-1]


def test_chains_that_went_on_still_have_the_kept_heads(cast: Cast, team: Team, kept: str) -> None:
    win(team)
    command(cast)
    team_builders.approved_team(cast.private, cast.other_coach, "Others")
    assert run_audit("--head", kept)[1] == 0


def test_a_falsified_treasury_is_found_although_entry_state_and_chain_agree(team: Team, kept: str) -> None:
    entry = JournalEntry.objects.get(team=team, data__source="winnings")
    give_gold(team, entry, 30_000)
    chain_again(team)
    assert run_audit()[1] == 0, "someone who may write everything leaves nothing that the database itself could show"
    win(team)
    printed, code = run_audit("--head", kept)
    assert code == 1
    assert f"{team.name} ({team.public_id}): the chain up to entry {entry.seq} is not the one whose head" in printed


def test_commands_that_were_taken_away_with_their_chain_are_found(cast: Cast, team: Team, kept: str) -> None:
    CommandLink.objects.filter(league=cast.league)._raw_delete("default")
    CommandChain.objects.all().delete()
    assert run_audit()[1] == 0
    printed, code = run_audit("--head", kept)
    assert (code, "the chain has no command 1, which the kept head has" in printed) == (1, True)


@pytest.mark.django_db(transaction=True)  # PostgreSQL's backup begins a transaction of its own
def test_a_backup_holds_the_heads_and_the_audit_reads_them_there(team: Team, tmp_path: Path) -> None:
    call_command("backup", str(tmp_path / "a.backup"), stdout=StringIO())
    assert heads.read(tmp_path / "a.backup", Terms(key=known_key())) == heads.heads()
    win(team)
    assert run_audit("--head", str(tmp_path / "a.backup"))[1] == 0
    give_gold(team, JournalEntry.objects.filter(team=team, data__source="winnings").first(), 10_000)
    chain_again(team)
    assert run_audit("--head", str(tmp_path / "a.backup"))[1] == 1


@pytest.fixture
def backup(team: Team, tmp_path: Path) -> Path:
    """A sealed backup that holds the heads and one other file."""
    (tmp_path / "rows").write_bytes(b"rows")
    target = tmp_path / "heads.backup"
    manifest = {"kind": "sqlite", "made": "2026-11-21", "migrations": [], "heads": heads.heads().as_json()}
    write(target, manifest, {"rows": tmp_path / "rows"}, own_key())
    return target


def changed(backup: Path, *, seal: bool = True) -> str:
    """The same backup with the heads of no chain at all; its seal stays, or is taken away."""
    target = backup.with_name("changed.backup")
    with zipfile.ZipFile(backup) as old, zipfile.ZipFile(target, "w") as new:
        emptied = json.loads(old.read(MANIFEST)) | {"heads": {"journals": {}, "commands": {}}}
        new.writestr(MANIFEST, json.dumps(emptied))
        if seal:
            new.writestr(SEAL, old.read(SEAL))
    return str(target)


@pytest.mark.parametrize("flags", [[], ["--unsealed"]])
def test_the_heads_of_a_backup_that_was_changed_are_refused_whatever_is_asked(backup: Path, flags: list[str]) -> None:
    with pytest.raises(CommandError, match="was changed after it was made: its seal does not fit"):
        run_audit("--head", changed(backup), *flags)


def test_the_heads_of_a_backup_without_a_seal_are_taken_only_if_asked_for(backup: Path) -> None:
    unsealed = changed(backup, seal=False)
    with pytest.raises(CommandError, match=r"has no seal.*--unsealed"):
        run_audit("--head", unsealed)
    assert run_audit("--head", unsealed, "--unsealed")[1] == 0


def test_the_heads_of_a_backup_of_another_key_need_that_key(backup: Path, tmp_path: Path, settings: Any) -> None:
    (tmp_path / "its_key").write_bytes(own_key())
    settings.BACKUP_KEY = "another key than the one that sealed this backup"
    with pytest.raises(CommandError, match=r"sealed with another key.*--key-file"):
        run_audit("--head", str(backup))
    assert run_audit("--head", str(backup), "--key-file", str(tmp_path / "its_key"))[1] == 0
    assert run_audit("--head", str(backup), "--unsealed")[1] == 0
    with pytest.raises(CommandError, match="cannot be read"):
        run_audit("--head", str(backup), "--key-file", str(tmp_path / "missing"))


def test_heads_are_read_as_they_were_saved_and_no_file_is_overwritten(team: Team, kept: str) -> None:
    assert heads.read(Path(kept), Terms(key=None)) == heads.heads()
    with pytest.raises(CommandError, match="exists already"):
        run_audit("--save-head", kept)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"journals": []}', '{"journals": {"x": [1, "a"]}, "commands": {}}', "[" * 100_000]
    + [
        json.dumps({"journals": {"1": head}, "commands": {}}) for head in (1, [], [1], ["a", 1], [True, "a"], [1.5, ""])
    ],
)
def test_what_is_no_file_of_heads_is_refused(db: None, tmp_path: Path, text: str) -> None:
    (tmp_path / "kept").write_text(text)
    with pytest.raises(CommandError):
        run_audit("--head", str(tmp_path / "kept"))
