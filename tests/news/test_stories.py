"""Stories: who writes and reads them, what Markdown becomes, the list, the front page, the home page and the feed."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.account_deletion import forget
from competitions.models import Competition
from leagues.models import League, LogEntry
from leagues.services import archive_league
from news import stories
from news.listing import PAGE_LENGTH
from news.markdown import html_of, plain_of
from news.models import Story
from tests.competitions.competition_builders import add_player_line, create_bare_teams, decide_match, matches_of
from tests.leagues.cast import Cast, form_data, signed_in

ATOM = "{http://www.w3.org/2005/Atom}"


def told(cast: Cast, title: str = "The cup is drawn", *, league: League | None = None, publish: bool = True) -> Story:
    text = "First *words*.\n\n## Then more\n\nAnd [a link](/leagues/)."
    return stories.write_story(
        league=league or cast.league, by=cast.commissioner, title=title, text=text, publish=publish
    )


def address(name: str, cast: Cast, *parts: Any) -> str:
    return reverse(f"news:{name}", args=[cast.league.slug, *parts])


def sent(cast: Cast, url: str, person: str = "commissioner", **fields: Any) -> Any:
    return signed_in(cast[person]).post(url, form_data(**fields))


@pytest.mark.once
@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("# Big\n\ntext", "<h2>Big</h2>\n<p>text</p>\n"),
        ("### a\n###### b\n#### c\n# d", "<h2>a</h2>\n<h3>b</h3>\n<h3>c</h3>\n<h2>d</h2>\n"),
        ("**b** _i_ ~~s~~", "<p><strong>b</strong> <em>i</em> <s>s</s></p>\n"),
        ("[go](/teams/abc/)", '<p><a href="/teams/abc/" rel="nofollow noopener ugc">go</a></p>\n'),
        ("<b onclick=x>hi</b>", "<p>&lt;b onclick=x&gt;hi&lt;/b&gt;</p>\n"),
        ("[x](javascript:alert(1))", "<p>[x](javascript:alert(1))</p>\n"),
        ("[x](data:text/html;base64,AAAA)", "<p>[x](data:text/html;base64,AAAA)</p>\n"),
        (
            "Our ![the *cup* & us](https://a.org/x.png).",
            '<p>Our <a href="https://a.org/x.png" rel="nofollow noopener ugc">the cup &amp; us</a>.</p>\n',
        ),
        ("![](/x.png)", '<p><a href="/x.png" rel="nofollow noopener ugc">/x.png</a></p>\n'),
        ("[![us](/x.png)](/teams/abc/)", '<p><a href="/teams/abc/" rel="nofollow noopener ugc">us</a></p>\n'),
        ("![x](javascript:alert(1))", "<p>![x](javascript:alert(1))</p>\n"),
        ('![<b onclick="x">](/x.png)', None),
        ("![the cup](data:image/png;base64,AAAA) won", "<p>the cup won</p>\n"),
        ("Won ![](data:image/png;base64,AAAA)", "<p>Won </p>\n"),
        ("![](ftp://a.org/x.png)![the cup](FTP://a.org/x.png)", "<p>the cup</p>\n"),
        (
            "![](HTTPS://a.org/x.png)",
            '<p><a href="HTTPS://a.org/x.png" rel="nofollow noopener ugc">HTTPS://a.org/x.png</a></p>\n',
        ),
        ("> said", "<blockquote>\n<p>said</p>\n</blockquote>\n"),
    ],
)
def test_markdown_becomes_html_that_is_safe(text: str, html: str | None) -> None:
    made = html_of(text)
    assert "<img" not in made and "<script" not in made and 'href="javascript' not in made
    if html is not None:
        assert made == html


@pytest.mark.once
def test_the_beginning_of_a_story_has_no_marks() -> None:
    assert plain_of("# A *title*\n\nand [words](/x/) & more") == "A title: and words & more"
    assert plain_of("## Why?\n\nSo.") == "Why? So."
    assert plain_of("See ![the cup](/x.png)!") == "See the cup!"
    assert plain_of("![](data:image/png;base64,AAAA) See") == "See"
    assert len(plain_of("word " * 500)) <= 222


@pytest.mark.once
@pytest.mark.parametrize(
    "part", ["[", "> ", "*a ", "- ", "`", "![", "<a", "| a |\n| - |\n", "&#0;", "\\", "![a](b)", "![![a](b)](c)"]
)
def test_a_text_that_is_made_to_be_hard_is_no_trouble(part: str) -> None:
    text = (part * 10_000)[:10_000]
    assert isinstance(html_of(text), str) and len(plain_of(text)) <= 240


def test_a_commissioner_writes_publishes_changes_and_deletes(cast: Cast) -> None:
    answer = sent(cast, address("write", cast), title=" The  cup\t", text="Hello *all*", version=1, do="publish")
    story = Story.objects.get()
    assert answer["Location"] == address("story", cast, story.pk) and story.title == "The cup" and story.published
    page = Client().get(address("story", cast, story.pk)).text
    assert "<em>all</em>" in page and "The cup" in page
    answer = sent(cast, address("edit", cast, story.pk), title="The cup", text="Bye", version=1, do="publish")
    assert answer.status_code == 302 and "Bye" in Client().get(address("story", cast, story.pk)).text
    stale = sent(cast, address("edit", cast, story.pk), title="Mine", text="Other", version=1, do="publish")
    assert stale.status_code == 409 and "Bye" in stale.text and "Other" in stale.text
    refused = sent(cast, address("delete", cast, story.pk), version=2, reason="")
    assert refused.status_code == 422
    form, runs = form_data(version=2, reason="Wrong."), signed_in(cast.commissioner)
    answers = [runs.post(address("delete", cast, story.pk), form).status_code for _ in range(2)]
    assert answers == [302, 302] and runs.get(address("delete", cast, story.pk)).status_code == 404
    assert sent(cast, address("delete", cast, story.pk), version=2, reason="Wrong.").status_code == 404
    assert Client().get(address("story", cast, story.pk)).status_code == 404
    assert "The cup" not in Client().get(address("list", cast)).text
    story.refresh_from_db()
    assert (story.title, story.text) == ("", "")
    kinds = LogEntry.objects.filter(kind__startswith="news.").order_by("pk").values_list("kind", "reason")
    assert list(kinds) == [("news.published", ""), ("news.changed", ""), ("news.deleted", "Wrong.")]


def test_a_preview_shows_the_story_and_saves_nothing(cast: Cast) -> None:
    answer = sent(cast, address("write", cast), title="A title", text="Hello *all*", version=1, do="preview")
    assert answer.status_code == 200 and "<em>all</em>" in answer.text and "Hello *all*" in answer.text
    assert not Story.objects.exists()
    assert sent(cast, address("write", cast), title="", text="x", version=1, do="preview").status_code == 422


def test_a_draft_is_for_commissioners_alone_and_for_no_log(cast: Cast) -> None:
    sent(cast, address("write", cast), title="Not yet", text="Hmm", version=1)
    story = Story.objects.get()
    assert not story.published
    for person in ("visitor", "coach", "stranger"):
        browser = signed_in(cast[person])
        assert browser.get(address("story", cast, story.pk)).status_code == 404
        assert "Not yet" not in browser.get(address("list", cast)).text
        assert "Not yet" not in browser.get(address("feed", cast)).text
    runs = signed_in(cast.commissioner)
    assert "Not yet" in runs.get(address("list", cast)).text
    assert runs.get(address("story", cast, story.pk)).status_code == 200
    assert not LogEntry.objects.filter(kind__startswith="news.").exists()


def test_a_published_story_can_be_a_draft_again(cast: Cast) -> None:
    story = told(cast)
    stories.change_story(story=story, by=cast.commissioner, expected=1, title="Ban?", text=story.text, publish=False)
    assert Client().get(address("story", cast, story.pk)).status_code == 404
    entry = LogEntry.objects.latest("pk")
    assert entry.kind == "news.withdrawn" and "Ban?" not in str(entry.args)


@pytest.mark.parametrize("person", ["visitor", "stranger", "coach", "elsewhere"])
def test_only_commissioners_write(cast: Cast, person: str) -> None:
    story = told(cast)
    for name, parts in (("write", ()), ("edit", (story.pk,)), ("delete", (story.pk,))):
        answer = sent(
            cast, address(name, cast, *parts), person, title="x", text="x", version=1, reason="x", do="publish"
        )
        assert answer.status_code in (302, 403) and "/accounts/login/" in answer.get("Location", "/accounts/login/")
    assert Story.objects.filter(title="The cup is drawn").count() == Story.objects.count() == 1


def test_a_story_is_found_in_its_own_league_alone(cast: Cast) -> None:
    hidden = told(cast, "Secret plans", league=cast.private)
    assert signed_in(cast.commissioner).get(address("story", cast, hidden.pk)).status_code == 404
    for name, parts in (("list", ()), ("feed", ()), ("story", (hidden.pk,))):
        url = reverse(f"news:{name}", args=[cast.private.slug, *parts])
        assert Client().get(url).status_code == signed_in(cast.stranger).get(url).status_code == 404
        assert "Secret plans" in signed_in(cast.other_coach).get(url).text


def test_an_archived_league_keeps_its_stories_as_they_are(cast: Cast) -> None:
    story = told(cast)
    archive_league(league=cast.league, by=cast.commissioner, reason="Over.")
    assert "The cup is drawn" in Client().get(address("story", cast, story.pk)).text
    answer = sent(cast, address("edit", cast, story.pk), title="x", text="x", version=1, do="publish")
    assert answer.status_code == 422 and "is archived" in answer.text


def test_the_name_of_a_writer_who_deleted_their_account_is_gone(cast: Cast) -> None:
    story = told(cast)
    name = cast.commissioner.name
    url, listed = address("story", cast, story.pk), address("list", cast)
    assert name in Client().get(url).text
    forget(cast.commissioner)
    for shown in (url, listed):
        assert f">{name}<" not in Client().get(shown).text and "Former coach" in Client().get(shown).text


def test_one_list_has_stories_and_what_happened_by_date(cast: Cast, division: Competition) -> None:
    fixture = matches_of(division)[0]
    victim = fixture.home.players.create(name="Vic <b>Tim</b>")
    add_player_line(fixture, "home", victim, died=True)
    decide_match(fixture, 7, 1)
    told(cast)
    page = Client().get(address("list", cast)).text
    for words in (
        "The cup is drawn",
        "Vic &lt;b&gt;Tim&lt;/b&gt;",
        '<span class="text-nowrap">7–1</span>',
        "First Division",
        "has started",
        "died against",
    ):
        assert words in page
    front = Client().get(reverse("competitions:league", args=[cast.league.slug])).text
    assert "The cup is drawn" in front and address("list", cast) in front


def test_the_list_has_pages(cast: Cast) -> None:
    for number in range(PAGE_LENGTH + 1):
        told(cast, f"Story {number:03}")
    first, second = (Client().get(address("list", cast), {"page": page}).text for page in ("", "2"))
    assert "Story 020" in first and "Story 000" not in first and "Story 000" in second


def test_the_home_page_has_stories_of_the_leagues_of_a_member(cast: Cast) -> None:
    told(cast)
    told(cast, "Secret plans", league=cast.private)
    home = signed_in(cast.coach).get(reverse("home")).text
    assert "The cup is drawn" in home and "Secret plans" in home
    for person in ("visitor", "stranger"):
        home = signed_in(cast[person]).get(reverse("home")).text
        assert "The cup is drawn" not in home and "Secret plans" not in home


def test_the_feed_is_valid_atom_with_absolute_links(cast: Cast, division: Competition) -> None:
    decide_match(matches_of(division)[0], 7, 1)
    story = told(cast, "Ravens & <Stompers>")
    answer = Client().get(address("feed", cast))
    assert answer["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)
    entries = root.findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") for entry in entries]
    assert titles[0] == "Ravens & <Stompers>" and "Ravens beat" in " ".join(filter(None, titles))
    link = entries[0].find(f"{ATOM}link")
    assert link is not None and link.attrib["href"] == f"http://testserver{address('story', cast, story.pk)}"
    keys = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(set(keys)) == len(keys)


def test_the_feed_says_what_was_typed_and_when_a_story_was_changed(cast: Cast) -> None:
    League.objects.filter(pk=cast.league.pk).update(name="Old World\x01 League")
    cast.league.refresh_from_db()
    story = told(cast, "Tags")
    later = story.published_at + timedelta(days=1)
    Story.objects.filter(pk=story.pk).update(text="`<script>alert(1)</script>` &#x202e;back", changed_at=later)
    root = ElementTree.fromstring(Client().get(address("feed", cast)).content)
    assert root.findtext(f"{ATOM}title") == "News of Old World League"
    (entry,) = root.findall(f"{ATOM}entry")
    assert entry.findtext(f"{ATOM}summary") == "&lt;script&gt;alert(1)&lt;/script&gt; back"
    assert datetime.fromisoformat(entry.findtext(f"{ATOM}updated") or "").date() == later.date()
    assert "\u202e" not in Client().get(address("story", cast, story.pk)).text


def test_a_text_of_which_nothing_is_shown_can_be_previewed(cast: Cast) -> None:
    answer = sent(cast, address("write", cast), title="x", text="[a]: http://x.example", version=1, do="preview")
    assert answer.status_code == 200


def test_the_number_of_queries_is_the_same_for_few_and_many(
    cast: Cast, django_assert_max_num_queries: Any, django_assert_num_queries: Any
) -> None:
    create_bare_teams(cast.league, "Ravens", "Stompers")
    for number in range(12):
        told(cast, f"Story {number}")
    with django_assert_max_num_queries(16):  # figures that other pages keep, too
        Client().get(address("list", cast))
    with django_assert_max_num_queries(4):
        Client().get(address("list", cast))


def test_a_front_page_reads_once_what_several_of_its_parts_show(cast: Cast, division: Competition) -> None:
    told(cast)
    with CaptureQueriesContext(connection) as queries:
        assert signed_in(cast.commissioner).get(f"/leagues/{cast.league.slug}/").status_code == 200
    asked = [each["sql"] for each in queries]
    assert sum("confirmed_at" in sql and "ORDER BY" in sql and "matches_match" in sql for sql in asked) == 1
    assert sum("ORDER BY" in sql and 'FROM "competitions_season" WHERE' in sql for sql in asked) == 1
    assert sum("UNION" in sql and "teams_takeover" in sql and '"was_id"' in sql for sql in asked) <= 1  # of who runs it
