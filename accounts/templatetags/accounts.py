"""What templates say about mail."""

from django import template

from accounts import mail

register = template.Library()


@register.simple_tag
def mail_folder() -> str:
    """The folder in which mail lands, where there is no mail server and pages may tell; else empty."""
    return mail.folder_shown()
