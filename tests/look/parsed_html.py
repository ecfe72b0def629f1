"""A piece of HTML, read."""

from html.parser import HTMLParser


class Page(HTMLParser):
    """The elements of a piece of HTML, each a name with its attributes, and its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words = " ".join(f"{self.words} {data}".split())

    def all(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of every such element."""
        return [attributes for name, attributes in self.elements if name == tag]

    def with_class(self, name: str) -> list[dict[str, str | None]]:
        """The attributes of every element of that class."""
        return [attributes for _, attributes in self.elements if name in (attributes.get("class") or "").split()]
