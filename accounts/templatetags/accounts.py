"""Template tags about mail."""

from django import template

from accounts import mail

register = template.Library()


@register.simple_tag
def mail_folder() -> str:
    """The folder for mail, if there is no mail server and pages may show it; otherwise empty."""
    return mail.folder_shown()
