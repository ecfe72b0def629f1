"""Create `.venv` with the pinned requirements, then run it. Standard library only, for a Python without packages.

    python3 script/install.py server [arguments of `manage.py up`]
    python3 script/install.py test [--quick] [arguments of pytest]

It uses `uv` if there is one, else pip: from `ensurepip`, the system's, or a downloaded one (Debian's python3 has
neither). A stamp in `.venv` makes sure that later starts need no network.
"""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import urllib.request
import venv
from pathlib import Path
from urllib.parse import urljoin

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
PIP_WHEEL = "pip-25.3-py3-none-any.whl"
PIP_SHA256 = "9655943313a94722b7774661c21049070f6bbb0a1516bf02f7c8d5d9201514cd"
PARTS = ("constraints.txt", "requirements.txt", "requirements-dev.txt")

# What to install, and what to run in .venv afterwards.
KINDS = {
    "server": ("requirements.txt", ["manage.py", "up"]),
    "test": ("requirements-dev.txt", ["script/suite.py"]),
}


class InstallError(Exception):
    """An installation failed; the message says what the user can do."""


def main() -> None:
    kind, *arguments = sys.argv[1:] or ["server"]
    requirements, command = KINDS[kind]
    try:
        install(requirements)
    except (InstallError, OSError, subprocess.CalledProcessError) as why:
        sys.exit(f"Dugout could not be installed: {why}")
    os.execv(PYTHON, [str(PYTHON), *command, *arguments])


def install(requirements: str) -> None:
    """Install what the requirements file says, unless that is already installed."""
    VENV.mkdir(exist_ok=True)
    with open(VENV / ".lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not runs(PYTHON):
            venv.create(VENV, with_pip=False, symlinks=True)
            for stamp in VENV.glob(".installed-*"):
                stamp.unlink()
        wanted = fingerprint()
        # The development requirements contain the others.
        stamps = [VENV / f".installed-{name}" for name in {requirements, "requirements-dev.txt"}]
        if any(stamp.exists() and stamp.read_text() == wanted for stamp in stamps):
            return
        print(f"Installing {requirements} into .venv (once) ...", flush=True)
        install_packages(requirements)
        (VENV / f".installed-{requirements}").write_text(wanted)


def fingerprint() -> str:
    """A text that changes when a requirement or the interpreter changes."""
    digest = hashlib.sha256(sys.version.encode())
    for name in PARTS:
        digest.update((ROOT / name).read_bytes())
    return digest.hexdigest()


def runs(python: Path) -> bool:
    """Whether the virtual environment's interpreter still starts."""
    try:
        return subprocess.run([python, "-c", "import sys"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def run(*command: str | Path) -> None:
    """Run one step of the installation; its own output says what went wrong."""
    step = [str(part) for part in command]
    if subprocess.run(step, cwd=ROOT, check=False).returncode != 0:
        raise InstallError(
            f"this step failed (its message is above): {' '.join(step)}\n"
            "The first start needs the network; later ones do not."
        )


def install_packages(requirements: str) -> None:
    """Install with uv, if there is one. It ignores pip's settings (a mirror, a proxy), so if it fails, pip is tried."""
    uv = shutil.which("uv")
    if uv:
        try:
            run(uv, "pip", "install", "-q", "--python", PYTHON, "-r", requirements)
            return
        except InstallError as why:
            print(f"{why}\nTrying pip instead.", file=sys.stderr, flush=True)
    run(*pip(), "install", "-q", "-r", requirements)


def pip() -> list[str]:
    """The command of pip in `.venv`, after installing pip if it is missing."""
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check"]
    if subprocess.run([*pip, "--version"], capture_output=True, check=False).returncode == 0:
        return pip
    bundled = [str(PYTHON), "-m", "ensurepip", "--default-pip"]
    if subprocess.run(bundled, capture_output=True, check=False).returncode != 0:
        wheel = fetch_pip()
        run(PYTHON, wheel / "pip", "install", "-q", "--no-deps", "--no-index", wheel)
    return pip


def fetch_pip() -> Path:
    """Download pip's wheel from the package index, and check its digest."""
    index = os.environ.get("PIP_INDEX_URL", "https://pypi.org/simple").rstrip("/") + "/pip/"
    target = VENV / PIP_WHEEL
    try:
        with urllib.request.urlopen(index, timeout=60) as page:
            links = re.findall(r'href="([^"]+)"', page.read().decode())
        link = next(link for link in links if f"/{PIP_WHEEL}" in link)
        with urllib.request.urlopen(urljoin(index, link), timeout=60) as wheel:
            content = wheel.read()
    except (OSError, StopIteration) as why:
        raise InstallError(
            f"this Python has neither pip nor ensurepip, and {PIP_WHEEL} could not be fetched from {index} ({why!r}).\n"
            "Connect to the network, or install Debian's python3-venv, or uv."
        ) from None
    if hashlib.sha256(content).hexdigest() != PIP_SHA256:
        raise InstallError(f"{PIP_WHEEL} from {index} is not the known one; nothing was installed.")
    target.write_bytes(content)
    return target


if __name__ == "__main__":
    main()
