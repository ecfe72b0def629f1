"""Creates all models of a room in one step, for squashed migrations."""

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations import CreateModel, SeparateDatabaseAndState
from django.db.migrations.state import ProjectState


class CreateModels(SeparateDatabaseAndState):
    """Several `CreateModel`, in this order.

    After each one Django makes the classes of all related models again, which takes most of the time to fill an empty
    database. Here they are made once. So a model may also name one that comes after it.
    """

    def __init__(self, *models: CreateModel) -> None:
        super().__init__(state_operations=models)

    def deconstruct(self) -> tuple[str, list[CreateModel], dict[str, object]]:
        return self.__class__.__qualname__, list(self.state_operations), {}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        state.__dict__.pop("apps", None)  # the classes, which Django then makes when they are needed
        super().state_forwards(app_label, state)

    def database_forwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for model in self.state_operations:
            model.database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: BaseDatabaseSchemaEditor, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        for model in reversed(self.state_operations):
            model.database_backwards(app_label, schema_editor, from_state, to_state)
