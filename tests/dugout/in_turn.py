"""Runs `manage.py` several times in one process, since starting one takes time: `python -m tests.dugout.in_turn`.

Reads a list of command lines as JSON, and writes for each one its exit code and its output.
"""

import contextlib
import io
import json
import sys
import traceback

import manage


def run(arguments: list[str]) -> tuple[int, str, str]:
    """Exit code, output and errors of one command, as in its own process."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
        sys.argv = ["manage.py", *arguments]
        code: object = 0
        try:
            manage.main()
        except SystemExit as end:
            code = end.code
        except BaseException:
            traceback.print_exc()
            code = 1
        if code is not None and not isinstance(code, int):
            print(code, file=sys.stderr)
            code = 1
    return int(code or 0), out.getvalue(), errors.getvalue()


if __name__ == "__main__":
    print(json.dumps([run(arguments) for arguments in json.load(sys.stdin)]))
