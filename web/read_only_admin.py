"""Django's admin as a reader: site staff see the rows of all tables and change nothing.

Each room has an `admin.py` that calls `register`. The setting `ADMIN` decides whether the project has these pages at
all (`dugout.urls`), and the policy lets in site staff only, after the site's own sign-in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import models
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

PER_PAGE = 50
MOST_COLUMNS = 10
LONG = (models.TextField, models.JSONField, models.BinaryField)
"""Fields that a list leaves out. Pages of one row show them, except binary ones."""
SECRET = frozenset({"password", "token", "token_hash", "content"})
"""Fields that no page shows."""

View = Callable[..., HttpResponse]


class ReadOnlySite(admin.AdminSite):
    """The pages: all models, the models of a room, the rows of a model, one row."""

    site_title = _("Dugout data")
    site_header = _("Dugout data (read only)")
    index_title = _("Tables")
    index_template = "admin/read_only_index.html"

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether this is a member of the site staff."""
        return bool(request.user.is_active and request.user.is_staff)

    def admin_view(self, view: View, cacheable: bool = False) -> View:
        """A page for GET and HEAD. The policy has asked visitors to sign in before."""

        @never_cache
        @require_safe
        def read(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if not self.has_permission(request):
                raise PermissionDenied
            return view(request, *args, **kwargs)

        return read

    def get_urls(self) -> list[URLPattern]:
        """Only pages to read: no sign-in, no password, no history, no forms."""
        tables = [url for model_admin in self._registry.values() for url in model_admin.urls]
        return [
            path("", self.admin_view(self.index), name="index"),
            *tables,
            path("<str:app_label>/", self.admin_view(self.app_index), name="app_list"),
        ]


class ReadOnlyModelAdmin(admin.ModelAdmin):
    """One table: a list in pages, and a page for each row. Both take the same few queries however many rows there are.

    Lists show the ids of related rows, since their names would take queries of their own.
    """

    list_per_page = PER_PAGE
    list_max_show_all = PER_PAGE
    show_full_result_count = False
    actions = None
    ordering = ("-pk",)
    change_form_template = "admin/read_only_row.html"

    def get_urls(self) -> list[URLPattern]:
        """A list and a page for each row."""
        room, model = self.opts.app_label, self.opts.model_name
        rows = self.admin_site.admin_view(self.changelist_view)
        row = self.admin_site.admin_view(self.change_view)
        return [
            path(f"{room}/{model}/", rows, name=f"{room}_{model}_changelist"),
            path(f"{room}/{model}/<path:object_id>/", row, name=f"{room}_{model}_change"),
        ]

    def get_list_display(self, request: HttpRequest) -> list[str]:
        """The first short columns."""
        return self._columns()

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only exact filters on columns that the list shows: others could spell out a secret column."""
        return lookup.removesuffix("__exact") in self._columns()

    def _columns(self) -> list[str]:
        short = [field.attname for field in self.opts.concrete_fields if not isinstance(field, LONG)]
        return [name for name in short if name not in SECRET][:MOST_COLUMNS]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """All rows; lists read only the columns that they show."""
        rows = self.model._default_manager.order_by("-pk")
        is_list = request.resolver_match.view_name.endswith("_changelist")
        return rows.only(*self._columns()) if is_list else rows

    def get_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """All columns but binary and secret ones."""
        shown = [field for field in self.opts.concrete_fields if not isinstance(field, models.BinaryField)]
        return [field.name for field in shown if field.name not in SECRET]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """All of them."""
        return self.get_fields(request, obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.admin_site.has_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.admin_site.has_permission(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


site = ReadOnlySite(name="admin")


def register(*rooms: str) -> None:
    """Show all models of these rooms."""
    for room in rooms:
        site.register(apps.get_app_config(room).get_models(), ReadOnlyModelAdmin)


def routes() -> list[str]:
    """The names of all its routes, for the policy."""
    return [f"{site.name}:{each.name}" for each in site.get_urls()]
