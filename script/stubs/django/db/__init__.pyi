# Only what mypy has to know about Django; everything else of it has the type Any.
from typing import Any

from . import models as models

def __getattr__(name: str) -> Any: ...
