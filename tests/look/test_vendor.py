"""Vendored files are exactly those that were reviewed."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.look.source import ROOT, VENDOR

FOR_PRINTS = ROOT / "printing" / "fonts" / "kit"


@pytest.mark.parametrize("folder", [VENDOR, FOR_PRINTS], ids=["for browsers", "for prints"])
def test_every_vendored_file_is_listed_with_its_sum(folder: Path) -> None:
    listed = dict(reversed(line.split("  ")) for line in (folder / "SHA256SUMS").read_text().splitlines())
    found = {
        path.relative_to(folder).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "SHA256SUMS"
    }
    assert found == listed


def test_the_copies_have_the_requested_versions() -> None:
    asked = json.loads((ROOT / "package.json").read_text())["dependencies"]
    served = {name: version for name, version in asked.items() if not name.startswith("@expo-google-fonts/")}
    locked = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert {name: locked[f"node_modules/{name}"]["version"] for name in asked} == asked
    assert {folder.name for folder in VENDOR.iterdir() if folder.is_dir()} == {
        f"{name.split('/')[-1]}-{version}" for name, version in served.items()
    }


def test_every_copy_has_its_licence() -> None:
    for folder in [folder for folder in VENDOR.iterdir() if folder.is_dir()]:
        assert re.search(r"MIT|SIL Open Font License", (folder / "LICENSE").read_text())


def test_no_copy_points_at_a_source_map_that_is_not_served() -> None:
    for path in [path for path in VENDOR.rglob("*") if path.suffix in {".css", ".js"}]:
        assert not re.search(r"sourceMappingURL", path.read_text())


def test_the_check_names_a_changed_copy(tmp_path: Path) -> None:
    shutil.copytree(VENDOR, tmp_path / "static" / "vendor")
    shutil.copytree(FOR_PRINTS, tmp_path / "printing" / "fonts" / "kit")
    (tmp_path / "script").mkdir()
    script = shutil.copy(ROOT / "script" / "vendor", tmp_path / "script")

    def check() -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)

    assert check().returncode == 0
    (touched,) = (tmp_path / "static" / "vendor").glob("bootstrap-icons-*/LICENSE")
    touched.write_text(touched.read_text() + " ")
    refused = check()
    assert refused.returncode == 1
    assert "bootstrap-icons" in refused.stderr and "slab" not in refused.stderr
