"""Models whose rows the ORM never updates and never deletes."""

from typing import Any, NoReturn

from django.db import models


class WrittenOnceError(TypeError):
    """Code tried to change a row that is written once: a bug, not a person's mistake."""


class WrittenOnceQuerySet(models.QuerySet):
    """Allows reads and inserts only."""

    def update(self, **kwargs: Any) -> NoReturn:
        raise WrittenOnceError(f"{self.model.__name__} rows are never updated")

    def delete(self) -> NoReturn:
        raise WrittenOnceError(f"{self.model.__name__} rows are never deleted")

    def bulk_update(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise WrittenOnceError(f"{self.model.__name__} rows are never updated")

    def update_or_create(self, *args: Any, **kwargs: Any) -> NoReturn:
        raise WrittenOnceError(f"{self.model.__name__} rows are never updated")


class WrittenOnce(models.Model):
    """A model whose rows never change."""

    objects = WrittenOnceQuerySet.as_manager()

    class Meta:
        abstract = True

    def save(self, **kwargs: Any) -> None:
        if not self._state.adding:
            raise WrittenOnceError(f"{type(self).__name__} rows are never updated")
        super().save(**{**kwargs, "force_insert": True})

    def delete(self, **kwargs: Any) -> NoReturn:
        raise WrittenOnceError(f"{type(self).__name__} rows are never deleted")
