#!/usr/bin/env python
"""Dugout's command line. Settings that cannot work are refused in one line, before Django starts."""

import importlib.util
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def use_virtualenv() -> None:
    """Continue in .venv when this Python has no Django: `python manage.py` then works anywhere."""
    python = HERE / ".venv" / "bin" / "python"
    if importlib.util.find_spec("django") is not None:
        return
    if python.exists() and Path(sys.prefix) != python.parent.parent:
        os.execv(python, [str(python), *sys.argv])
    sys.exit("Django is not installed for this Python. Run script/server once, it installs everything into .venv.")


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dugout.settings")
    use_virtualenv()
    from django.core.management import execute_from_command_line

    from dugout.environment import load_settings

    load_settings()
    from django.db import DatabaseError

    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as why:
        if "--traceback" in sys.argv:
            raise
        sys.exit(database_fault(why))


def database_fault(why: Exception) -> str:
    """In one line what is wrong with the database that a command, ours or Django's, could not use."""
    from dugout.preparation import why_unusable

    return f"CommandError: {why_unusable() or f'the database refused the command: {str(why).strip()}'}"


if __name__ == "__main__":
    main()
