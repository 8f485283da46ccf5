"""Every text is there in every language, and every reader gets their own."""

import json
import random
import re
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import translation

from games import engine
from games.bots import choose
from games.engine import PRESETS, EngineError, InconsistentRules, preset
from games.engine.sentences import Sentence, counted, message, restored
from games.tables import services
from games.tables.texts.rules import preset_title
from games.tables.texts.score_lines import LINES, line_text
from spades_site.accounts.languages import speaking
from spades_site.common.fields import SentenceField
from spades_site.common.translation import to_json, translate
from tests.live.line import Line
from tools import catalog


# ------------------------------------------------------------------------------------------- the catalogues
@pytest.mark.slow
@pytest.mark.parametrize("language", catalog.LANGUAGES)
def test_every_marked_text_is_translated_with_the_same_placeholders(language: str) -> None:
    assert catalog.mistakes(language) == []


def test_the_catalogues_are_those_of_the_settings() -> None:
    assert [code for code, _name in settings.LANGUAGES if code != "en"] == list(catalog.LANGUAGES)


def test_an_untranslated_or_changed_text_is_found(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "templates").mkdir()
    (tmp_path / "static" / "js").mkdir(parents=True)
    module, page = tmp_path / "games" / "words.py", tmp_path / "templates" / "page.html"
    script = tmp_path / "static" / "js" / "page.js"
    module.write_text('from x import _\nA = _("One %(name)s.")\nB = message("Two.")\n')
    page.write_text(
        "{% load i18n %}{% blocktranslate count n=n %}{{ n }} cat{% plural %}{{ n }} cats{% endblocktranslate %}"
    )
    script.write_text(
        'h(`${gettext("Three: %(what)s.", { what: pgettext("suit", "clubs") })}`, ngettext("%(n)s dog", "%(n)s dogs", n));'
    )
    monkeypatch.setattr(catalog, "ROOT", tmp_path)
    catalog.update("de")
    missing = [line.split(" (")[0] for line in catalog.mistakes("de")]
    assert missing == [
        *("missing: '%(n)s cat'", "missing: 'One %(name)s.'", "missing: 'Two.'"),
        *("missing: '%(n)s dog'", "missing: 'Three: %(what)s.'", "missing: 'clubs'"),
    ]
    script.write_text("")
    catalog.update("de")
    po = catalog.po_path("de")
    text = po.read_text()
    for english, german in (
        ('msgid "One %(name)s."\nmsgstr ""', 'msgid "One %(name)s."\nmsgstr "Ein."'),
        ('msgid "Two."\nmsgstr ""', 'msgid "Two."\nmsgstr "Zwei."'),
        ('msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "%(n)s Katze"\nmsgstr[1] "%(n)s Katzen"'),
    ):
        assert english in text
        text = text.replace(english, german)
    po.write_text(text)
    assert catalog.mistakes("de") == [
        "other placeholders: 'One %(name)s.'",
        "django.mo is not what django.po compiles to: run script/translate",
    ]
    po.write_text(text.replace("Ein.", "Ein %(name)s."))
    catalog.update("de")
    assert catalog.mistakes("de") == []
    module.write_text("")
    assert catalog.mistakes("de") == ["nowhere used: 'One %(name)s.'", "nowhere used: 'Two.'"]


def sentences(script: str) -> list[str]:
    """Return the texts of a script that look like something for people."""
    bare = re.sub(r"/\*.*?\*/|(?<!:)//[^\n]*", "", script, flags=re.DOTALL)
    bare = catalog.CALL.sub("", bare)
    texts = ["".join(found) for found in re.findall(r"\"([^\"\n]*)\"|'([^'\n]*)'|`([^`]*)`", bare)]
    return [text for text in texts if re.search(r"\b[A-Z][a-z]+,? [a-z]{2,}", text)]


def test_scripts_contain_no_sentences_but_marked_ones() -> None:
    scripts = [*(catalog.ROOT / "static" / "js").rglob("*.js")]
    assert len(scripts) > 30
    # The style guide's samples are what a server would send.
    own = [path for path in scripts if path.name != "samples.js"]
    assert {path.name: found for path in own if (found := sentences(path.read_text()))} == {}
    script = """x.textContent = `Sorry, no ${card}`; // Said to people.
    f("button tool", "Back to start", "sheet_empty", 'http://x', gettext("The game is over"))"""
    assert sentences(script) == ["Sorry, no ${card}", "Back to start"]


def test_every_call_for_a_text_in_a_script_is_read() -> None:
    """Only texts that stand in the call itself can be translated."""
    root = catalog.ROOT / "static" / "js"
    scripts = {str(path.relative_to(root)): path.read_text() for path in root.rglob("*.js")}
    del scripts["texts.js"]
    calls = {name: len(re.findall(r"\bn?p?gettext\(", text)) for name, text in scripts.items()}
    unread = {name: n - len(catalog.CALL.findall(scripts[name])) for name, n in calls.items()}
    assert sum(calls.values()) > 300
    # The lines of score sheets are known by their texts.
    assert {name: n for name, n in unread.items() if n} == {"table/words.js": 1}


# --------------------------------------------------------------------------------- what pure packages say
def test_a_sentence_is_its_english_text_and_survives_the_database() -> None:
    inner = counted("%(n)s bag", "%(n)s bags", 2)
    sentence = message("%(name)s gets %(what)s at 100%%.", name="50% Ann", what=inner)
    assert sentence == "50% Ann gets 2 bags at 100%."
    again = restored(json.loads(json.dumps(to_json(sentence))))
    assert isinstance(again, Sentence)
    assert (again, again.template, again.to_dict()) == (
        sentence,
        sentence.template,
        sentence.to_dict(),
    )
    assert translate(again) == sentence
    with translation.override("de"):
        assert translate(again) == "50% Ann gets 2 Bags at 100%."
        assert translate("no sentence") == "no sentence"


def refusals(seed: int) -> list[EngineError]:
    """Return the engine's refusals in a random game with invalid actions at every turn."""
    dice = random.Random(seed)
    rules = preset(dice.choice(list(PRESETS)), first_dealer="random", max_hands=1, target=None)
    state = engine.new_game(rules, first_dealer=0)
    tries = ["play AS", "play 2C", "play 9H", "bid 3", "bid 14", "nil", "blind nil", "blind 4"]
    tries += ["look", "keep", "refuse", "pass 2C", "pass 2C 2C", "play XX", "bid x", "jump"]
    found: list[EngineError] = []
    while state.phase != "over":
        if state.phase == "deal":
            pack = list(rules.pack)
            dice.shuffle(pack)
            state = engine.deal(state, pack)
            continue
        for action in dice.sample(tries, 3):
            for seat in (dice.randrange(rules.players), state.to_act[0]):
                try:
                    engine.apply(state, seat, action)
                except EngineError as mistake:
                    found.append(mistake)
        seat = state.to_act[0]
        state = engine.apply(state, seat, choose(engine.view_for(state, seat), state.rules, dice))
    return found


def test_every_refusal_of_the_engine_has_a_german_text() -> None:
    found = [mistake for seed in range(12) for mistake in refusals(seed)]
    assert len({mistake.sentence.template for mistake in found}) > 12
    german = {}
    for mistake in found:
        assert isinstance(mistake.sentence, Sentence)
        assert translate(mistake.sentence) == str(mistake)
        with translation.override("de"):
            german[str(mistake)] = translate(mistake.sentence)
    same = [english for english, words in german.items() if english == words]
    assert same == []


@pytest.mark.parametrize("key", PRESETS)
def test_every_line_of_a_score_is_known(key: str) -> None:
    seen = set()
    for seed in range(4):
        dice = random.Random(seed)
        rules = preset(key, first_dealer="random", max_hands=2, target=None)
        state = engine.new_game(rules, first_dealer=0)
        while state.phase != "over":
            if state.phase == "deal":
                pack = list(rules.pack)
                dice.shuffle(pack)
                state = engine.deal(state, pack)
                continue
            seat = state.to_act[0]
            state = engine.apply(
                state, seat, choose(engine.view_for(state, seat), state.rules, dice)
            )
        seen |= {
            (line.code, line.text)
            for hand in state.hand_results
            for side in hand.sides
            for line in side.lines
        }
    assert seen
    for code, text in seen:
        assert line_text(code, text) == text
        counts = code in ("bags", "overtricks")
        assert counts or re.sub(r"\d+", "#", text) in LINES


def test_the_lines_that_games_seldom_have() -> None:
    with translation.override("de"):
        assert [line_text(*line) for line in (
            ("set", "blind contract 12 set, 3 won"),
            ("bags", "1 bag"),
            ("overtricks", "2 overtricks"),
            ("bag_penalty", "bag 5, 2 times"),
            ("strange", "something new 7"),
        )] == [
            "blinder Kontrakt 12 verfehlt, 3 gemacht",
            "1 Bag",
            "2 Überstiche",
            "Bag 5, 2-mal",
            "something new 7",
        ]  # fmt: skip


def test_impossible_rules_and_presets_are_told_in_german() -> None:
    with pytest.raises(InconsistentRules) as refusal:
        preset("cardgames_io", min_bid=0)
    with translation.override("de"):
        assert (
            translate(refusal.value.sentence) == "min_bid muss eine ganze Zahl von 1 bis 26 sein."
        )
        assert preset_title("bicycle_3") == "Bicycle, drei Spieler"
        assert preset_title("gone") == "gone"


# ------------------------------------------------------------------------------------------ whose language
@pytest.mark.slow
@pytest.mark.django_db
def test_the_browser_asks_the_foot_of_the_page_decides_the_account_wins(
    client: Client, member: Any
) -> None:
    def language(**headers: str) -> tuple[str, str, str]:
        page = client.get(reverse("lobby"), headers=headers)
        shown = re.search(r'<html\s+lang="(\w+)"\s+dir="(\w+)"', page.content.decode())
        assert shown is not None
        assert {"Accept-Language", "Cookie"} <= {part.strip() for part in page["Vary"].split(",")}
        return shown[1], shown[2], page["Content-Language"]

    assert language() == ("en", "ltr", "en")
    assert language(accept_language="fr, de-CH;q=0.8, en;q=0.5") == ("de", "ltr", "de")
    chosen = client.post(reverse("choose_language"), {"language": "de", "next": "/play/"})
    assert (chosen.status_code, chosen["Location"]) == (302, "/play/")
    assert language() == language(accept_language="en") == ("de", "ltr", "de")
    ann = member("ann")
    ann.language = "en"
    ann.save()
    client.force_login(ann)
    assert language(accept_language="de") == ("en", "ltr", "en")
    answer = client.post(reverse("settings"), {"language": "de", "time_zone": "UTC"}, follow=True)
    assert "Deine Einstellungen sind gespeichert." in answer.content.decode()
    assert language(accept_language="en") == ("de", "ltr", "de")
    client.post(reverse("choose_language"), {"language": "en", "next": "/"})
    ann.refresh_from_db()
    assert (ann.language, language()[0]) == ("en", "en")


@pytest.mark.django_db
def test_a_language_that_is_not_there_changes_nothing(client: Client, member: Any) -> None:
    ann = member("ann")
    client.force_login(ann)
    for nonsense in ("", "xx", "x" * 600):
        answer = client.post(reverse("choose_language"), {"language": nonsense, "next": "//evil"})
        assert (answer.status_code, answer["Location"]) == (302, "/")
    ann.refresh_from_db()
    assert ann.language == ""
    assert client.get(reverse("choose_language")).status_code == 405


@pytest.mark.django_db
def test_a_new_account_begins_in_the_language_of_the_page(client: Client, mailoutbox: Any) -> None:
    word = "correct horse 9 battery"
    fields = {"username": "eva", "email": "eva@example.org", "password1": word}
    client.post(reverse("account_signup"), fields, headers={"accept-language": "de"})
    eva = get_user_model().objects.get(username="eva")
    assert eva.language == "de"
    with speaking(eva):
        assert translation.gettext("Settings") == "Einstellungen"
    assert translation.get_language() == "en"


# -------------------------------------------------------------------------------------- a visit in German
@pytest.mark.slow
@pytest.mark.django_db
def test_a_table_is_opened_and_shown_in_german(client: Client, member: Any) -> None:
    ann = member("ann")
    ann.language = "de"
    ann.save()
    client.force_login(ann)
    home = client.get(reverse("home")).content.decode()
    assert "Willkommen" in home
    assert "Jetzt spielen" in client.get(reverse("lobby")).content.decode()
    fields = {"preset": "cardgames_io", "visibility": "open", "pace": "20+120"}
    page = client.get(reverse("table_open")).content.decode()
    assert "Klassisch mit Blind Nil" in page
    filled = {"filled_from": "cardgames_io", "players": "3", "sides": "partners"}
    refused = client.post(reverse("table_open"), {**fields, **filled}).content.decode()
    assert (
        "Partnerschaften brauchen vier Spieler. Setz „Spieler“ auf 4 oder „Seiten“ auf „jeder für sich“."
        in refused
    )
    opened = client.post(reverse("table_open"), {**fields, "target": "250"})
    assert opened.status_code == 302
    table = client.get(opened["Location"]).content.decode()
    loaded = table.index('<script src="/static/texts/de.js" defer></script>')
    assert loaded < table.index('<script type="module"')
    config = json.loads(
        table.split('<script id="config" type="application/json">')[1].split("</script>")[0]
    )
    assert config["preset_title"] == "Klassisch (cardgames.io), bis 250"
    assert ["Gespielt bis", "250"] in [line[:2] for line in config["rules"]]
    client.post(reverse("choose_language"), {"language": "en", "next": "/"})
    assert "/static/texts/" not in client.get(opened["Location"]).content.decode()


@pytest.mark.django_db(transaction=True)
async def test_a_socket_refuses_in_the_language_of_its_reader() -> None:
    def table_of() -> tuple[Any, Any]:
        eva = get_user_model().objects.create_user(username="eva", email="eva@example.org")
        eva.language = "de"
        eva.save()
        table = services.open_table(
            services.TableTerms(rules=preset("cardgames_io")), created_by=eva
        )
        services.take_seat(table_id=table.pk, user=eva, seat=0, salt_hash="")
        services.fill_with_bots(table_id=table.pk, by=eva)
        table.refresh_from_db()
        while table.wake_at is not None and services.wake_table(table.pk):
            table.refresh_from_db()
        return eva, table

    eva, table = await database_sync_to_async(table_of)()
    line = Line(table, eva)
    view = await line.open()
    wrong = await line.ask({"t": "act", "id": "one", "v": view["v"], "a": "bid 99"})
    assert (wrong["code"], wrong["message"]) == (
        "bad_action",
        "„bid 99“ ist kein Gebot. Schreib „bid 3“, „nil“, „blind 5“ oder „blind nil“.",
    )
    card = await line.ask({"t": "act", "id": "two", "v": view["v"], "a": "play 2C"})
    assert card["message"] == "Das Bieten ist noch nicht vorbei. Biete zuerst."
    stranger = Line(table, None)
    stranger.socket.scope["headers"] = [(b"accept-language", b"de-AT,en;q=0.3")]
    await stranger.open()
    assert (await stranger.ask({"t": "leave", "id": "three"}))["message"] == (
        "Melde dich dafür an, oder spiel als Gast. Zuschauen geht ohne Konto."
    )
    for each in (line, stranger):
        await each.close()


def test_reasons_of_the_platform_are_kept_with_their_parts_and_those_of_people_as_they_are() -> (
    None
):
    field = SentenceField(max_length=300)
    reason = message("%(names)s did not come.", names="Ann 100%")
    back = field.from_db_value(field.get_prep_value(reason), None, None)
    assert (str(back), translate(back)) == ("Ann 100% did not come.", "Ann 100% did not come.")
    with translation.override("de"):
        assert translate(back) == "Ann 100%: nicht gekommen."
    for typed in (
        "",
        "It rained.",
        '{"message": 1}',
        '{"message": ["%(x)s", "", 1], "values": {}}',
    ):
        written = field.get_prep_value(typed)
        assert field.from_db_value(written, None, None) == written
        assert written.strip() == typed
