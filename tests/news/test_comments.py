"""Comments: who writes, removes and reports them, what commissioners decide, and what is left of them."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.account_deletion import forget
from leagues.models import League, LogEntry
from news import comments, stories
from news.models import Comment, CommentReport, Story
from notices.models import Notice
from tests.leagues.cast import Cast, form_data, signed_in

EVERYBODY = ("visitor", "stranger", "coach", "other_coach", "commissioner")


def story_in(cast: Cast, league: League | None = None, *, wanted: str = "members") -> Story:
    league = league or cast.league
    League.objects.filter(pk=league.pk).update(comments=wanted)
    league.refresh_from_db()
    return stories.write_story(league=league, by=cast.commissioner, title="The cup", text="Drawn.", publish=True)


def said(cast: Cast, story: Story, person: str = "coach", text: str = "Well done!") -> Comment:
    return Comment.objects.create(story=story, by=cast[person], text=text)


def address(name: str, what: Story | Comment) -> str:
    story = what if isinstance(what, Story) else what.story
    return reverse(f"news:{name}", args=[story.league.slug, what.pk])


def post(cast: Cast, person: str, url: str, **fields: Any) -> Any:
    return signed_in(cast[person]).post(url, form_data(**fields))


def page(cast: Cast, person: str, story: Story) -> str:
    return signed_in(cast[person]).get(address("story", story)).text


@pytest.mark.parametrize(
    ("wanted", "who"),
    [("nobody", ()), ("members", ("coach", "other_coach", "commissioner")), ("users", EVERYBODY[1:])],
)
def test_the_league_says_who_comments(cast: Cast, wanted: str, who: tuple[str, ...]) -> None:
    story = story_in(cast, wanted=wanted)
    for person in EVERYBODY:
        answer = post(cast, person, address("comment", story), text=f"From {person}")
        assert Comment.objects.filter(text=f"From {person}").exists() == (person in who), person
        if person in who:
            assert answer["Location"] == address("story", story) + "#comments"
            assert f"From {person}" in Client().get(address("story", story)).text
        elif person != "visitor":
            assert answer.status_code in (403, 422) and f"From {person}" in answer.text, "what was typed is kept"
        assert ("Your comment" in page(cast, person, story)) == (person in who)


def test_no_comments_are_wanted_unless_the_league_says_so(cast: Cast) -> None:
    assert cast.league.comments == League.Comments.NOBODY
    story = stories.write_story(league=cast.league, by=cast.commissioner, title="x", text="x", publish=True)
    assert "Comments" not in page(cast, "coach", story)
    url = reverse("leagues:settings", args=[cast.league.slug])
    assert "Who can comment on news" in signed_in(cast.commissioner).get(url).text


def test_a_private_league_keeps_its_comments_to_itself(cast: Cast) -> None:
    story = story_in(cast, cast.private, wanted="users")
    comment = said(cast, story, text="Secret words")
    for person in ("visitor", "stranger", "elsewhere"):
        for url in (address("story", story), address("decide", comment), address("report_comment", comment)):
            assert signed_in(cast[person]).get(url).status_code == 404
        assert post(cast, person, address("comment", story), text="x").status_code == 404
        assert post(cast, person, address("remove_comment", comment)).status_code == 404
    assert "Secret words" in page(cast, "other_coach", story)
    other = reverse("news:decide", args=[cast.league.slug, comment.pk])
    assert signed_in(cast.commissioner).get(other).status_code == 404, "of another league"


def test_a_comment_is_plain_text(cast: Cast) -> None:
    story = story_in(cast)
    text = "<b>hi</b> [x](https://example.org)\r\n\r\n\r\n\r\nbye\u202e\x07 "
    post(cast, "coach", address("comment", story), text=text)
    assert Comment.objects.get().text == "<b>hi</b> [x](https://example.org)\n\nbye"
    shown = page(cast, "coach", story)
    assert "&lt;b&gt;hi&lt;/b&gt; [x](https://example.org)</p>" in shown
    for wrong in ("", "  \n ", "\u202e", "x" * 1001, "a\x00b"):
        assert post(cast, "coach", address("comment", story), text=wrong).status_code == 422
    assert Comment.objects.count() == 1


def test_who_comments_too_often_waits_and_keeps_the_text(cast: Cast) -> None:
    story = story_in(cast)
    answers = [post(cast, "coach", address("comment", story), text=f"No. {number}") for number in range(6)]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert "No. 5" in answers[-1].text
    assert post(cast, "other_coach", address("comment", story), text="Me too").status_code == 302


def test_a_draft_cannot_be_commented_on(cast: Cast) -> None:
    story = story_in(cast)
    Story.objects.update(published_at=None)
    assert post(cast, "coach", address("comment", story), text="x").status_code == 404
    assert post(cast, "commissioner", address("comment", story), text="x").status_code == 409


def test_only_the_writer_removes_their_comment_and_its_text_is_erased(cast: Cast) -> None:
    story = story_in(cast)
    comment = said(cast, story)
    for person in ("other_coach", "commissioner"):
        assert post(cast, person, address("remove_comment", comment)).status_code == 403
    assert post(cast, "coach", address("remove_comment", comment)).status_code == 302
    comment.refresh_from_db()
    assert (comment.standing, comment.text) == ("removed", "")
    assert "Well done!" not in page(cast, "commissioner", story)
    assert post(cast, "coach", address("remove_comment", comment)).status_code == 409


def decided(cast: Cast, comment: Comment, decision: str, person: str = "commissioner", reason: str = "Rude.") -> Any:
    return post(cast, person, address("decide", comment), decision=decision, reason=reason)


def test_a_commissioner_hides_shows_and_deletes_with_a_reason(cast: Cast) -> None:
    story = story_in(cast)
    comment = said(cast, story)
    assert decided(cast, comment, "hide", reason="").status_code == 422
    assert decided(cast, comment, "hide").status_code == 302
    assert "Well done!" not in page(cast, "other_coach", story)
    assert "Well done!" in page(cast, "commissioner", story) and "Well done!" in page(cast, "coach", story)
    assert decided(cast, comment, "hide").status_code == 422, "it is hidden already"
    assert decided(cast, comment, "show", reason="It was fine.").status_code == 302
    assert "Well done!" in page(cast, "visitor", story)
    assert decided(cast, comment, "delete", reason="No, it was not.").status_code == 302
    comment.refresh_from_db()
    assert (comment.standing, comment.text) == ("deleted", "")
    kinds = ["news.comment_hidden", "news.comment_shown", "news.comment_deleted"]
    assert list(LogEntry.objects.filter(about=cast.coach).order_by("pk").values_list("kind", flat=True)) == kinds
    log = signed_in(cast.other_coach).get(reverse("leagues:log", args=[cast.league.slug])).text
    assert "It was fine." in log and "Well done!" not in log


@pytest.mark.parametrize("person", ["visitor", "stranger", "coach", "other_coach"])
def test_only_commissioners_decide(cast: Cast, person: str) -> None:
    comment = said(cast, story_in(cast))
    assert decided(cast, comment, "delete", person).status_code in (302, 403)
    comment.refresh_from_db()
    assert comment.standing == "shown"


def waiting(cast: Cast) -> int:
    return Notice.objects.filter(
        reader=cast.commissioner, done_at=None, happening__kind="news.comment_reported"
    ).count()


def test_a_member_reports_a_comment_and_it_waits_for_the_commissioners(cast: Cast) -> None:
    story = story_in(cast)
    comment = said(cast, story)
    assert post(cast, "stranger", address("report_comment", comment), reason="x").status_code == 403
    assert post(cast, "other_coach", address("report_comment", comment), reason="It is rude").status_code == 302
    again = post(cast, "other_coach", address("report_comment", comment), reason="Again")
    assert again.status_code == 409 and CommentReport.objects.count() == 1
    assert waiting(cast) == 1
    inbox = signed_in(cast.commissioner).get(reverse("notices:inbox")).text
    assert "reported a comment on “The cup”" in inbox
    runs = signed_in(cast.commissioner).get(address("decide", comment)).text
    assert "It is rude" in runs and "Leave it as it is" in runs
    assert decided(cast, comment, "leave", reason="Harmless.").status_code == 302
    assert waiting(cast) == 0 and "Well done!" in page(cast, "visitor", story)
    assert LogEntry.objects.latest("pk").kind == "news.comment_left"


@pytest.mark.parametrize("how", ["removed", "deleted with its story", "deleted"])
def test_a_report_ends_with_its_comment(cast: Cast, how: str) -> None:
    story = story_in(cast)
    comment = said(cast, story)
    comments.report_comment(comment=comment, by=cast.other_coach, reason="")
    assert waiting(cast) == 1
    if how == "removed":
        comments.remove_own(comment=comment, by=cast.coach)
    elif how == "deleted":
        comments.decide(comment=comment, by=cast.commissioner, decision="delete", reason="Rude.")
    else:
        stories.delete_story(story=story, by=cast.commissioner, expected=1, reason="Wrong.")
    comment.refresh_from_db()
    assert waiting(cast) == 0 and comment.text == ""


def test_comments_of_deleted_people_are_nameless(cast: Cast) -> None:
    story = story_in(cast)
    said(cast, story)
    name = cast.coach.name
    forget(cast.coach)
    shown = page(cast, "visitor", story)
    assert "Well done!" in shown and "Former coach" in shown and f"<strong>{name}<" not in shown


def test_a_visitor_reads_a_talk_as_it_is_though_no_comment_changes_the_league(cast: Cast) -> None:
    story = story_in(cast, wanted="users")
    visitor = Client()

    def read() -> str:
        return visitor.get(address("story", story)).text

    assert "No comments yet." in read()
    comment = said(cast, story, "stranger", "Well done!")
    assert "Well done!" in read() and f"<strong>{cast.stranger.name}<" in read()
    type(cast.stranger).objects.filter(pk=cast.stranger.pk).update(display_name="Somebody new")
    assert "<strong>Somebody new<" in read()
    forget(cast.stranger)
    assert "Somebody new" not in read() and "Former coach" in read()
    Comment.objects.filter(pk=comment.pk).update(standing=Comment.Standing.HIDDEN)
    assert "Well done!" not in read()
    Comment.objects.bulk_create(Comment(story=story, by=cast.coach, text=f"No. {number}") for number in range(50))
    before = read()
    assert "No. 49" in before and "page=2" not in before
    said(cast, story, "coach", "No. 50")
    assert "No. 50" not in read() and "page=2" in read(), "the next page is there"


def test_an_archived_league_keeps_comments_as_they_are(cast: Cast) -> None:
    from leagues.services import archive_league

    story = story_in(cast)
    comment = said(cast, story)
    archive_league(league=cast.league, by=cast.commissioner, reason="Over.")
    assert "Well done!" in page(cast, "coach", story)
    assert "Your comment" not in page(cast, "coach", story)
    for person, url, fields in (
        ("coach", address("comment", story), {"text": "x"}),
        ("coach", address("remove_comment", comment), {}),
        ("other_coach", address("report_comment", comment), {}),
        ("commissioner", address("decide", comment), {"decision": "hide", "reason": "x"}),
    ):
        assert post(cast, person, url, **fields).status_code == 422
    comment.refresh_from_db()
    assert comment.standing == "shown"


def test_the_number_of_queries_does_not_grow_with_comments(cast: Cast, django_assert_max_num_queries: Any) -> None:
    story = story_in(cast)
    for number in range(30):
        said(cast, story, ("coach", "other_coach")[number % 2], f"No. {number}")
    browser = signed_in(cast.coach)
    with django_assert_max_num_queries(10):
        assert "No. 29" in browser.get(address("story", story)).text
