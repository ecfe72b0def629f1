"""Rows that are written once: never updated, never deleted, by no path of the ORM."""

from typing import Any, NoReturn

from django.db import models


class WrittenOnceError(TypeError):
    """Somebody tried to change history; a bug, not a person's mistake."""


class WrittenOnceQuerySet(models.QuerySet):
    """Reads and inserts only."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise WrittenOnceError(f"{self.model.__name__} rows are never updated")

    def delete(self) -> NoReturn:
        raise WrittenOnceError(f"{self.model.__name__} rows are never deleted")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise WrittenOnceError(f"{self.model.__name__} rows are never updated")

    def update_or_create(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise WrittenOnceError(f"{self.model.__name__} rows are never updated")


class WrittenOnce(models.Model):
    """A model whose rows stay as they were written."""

    objects = WrittenOnceQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, **kwargs: Any) -> None:
        if not self._state.adding:
            raise WrittenOnceError(f"{type(self).__name__} rows are never updated")
        super().save(**{**kwargs, "force_insert": True})

    def delete(self, **kwargs: Any) -> NoReturn:
        raise WrittenOnceError(f"{type(self).__name__} rows are never deleted")
