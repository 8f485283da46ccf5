"""Every lesson is played through on every path: what is asked can be answered, and the answers are what the texts say."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from games.engine import State, apply
from games.engine.cards import card_name
from games.engine.sentences import Sentence
from games.learn.course.lesson import GO_ON, Lesson, Scene, scene, still_right
from games.learn.course.lessons import BY_SLUG, LESSONS, bidding
from games.learn.course.position import bids, options
from games.learn.course.question import LOOK_AGAIN, NO_WORDS
from games.learn.terms import MARK, TERMS

ROOT = Path(__file__).resolve().parents[2]


@cache
def scenes(slug: str) -> tuple[tuple[Scene, tuple[str, ...]], ...]:
    """Every step of a lesson as it is reached on any path, with its right answers."""
    return tuple(_from(BY_SLUG[slug], ()))


def _from(lesson: Lesson, path: tuple[str, ...]) -> Iterator[tuple[Scene, tuple[str, ...]]]:
    here = scene(lesson, path)
    question = here.step.question
    right = question.right_answers(here.state) if question else (GO_ON,)
    yield here, right
    if len(path) + 1 < len(lesson.steps):
        for answer in right:
            yield from _from(lesson, (*path, answer))


@pytest.mark.sweep(2)
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_every_answer_on_every_path_is_judged_and_explained(lesson: Lesson) -> None:
    assert lesson.steps[0].at is not None
    assert [step.problem for step in lesson.steps].index(True) == len(lesson.steps) - 1
    for here, right in scenes(lesson.slug):
        question = here.step.question
        if question is None:
            continue
        place = (lesson.slug, here.number)
        given = question.answers(here.state)
        assert right, place
        assert set(right) <= set(given), place
        assert set(question.wrong).isdisjoint(right), place
        for answer in given:
            verdict = here.judge(answer)
            assert verdict.right == (answer in right), (place, answer)
            assert verdict.right or verdict.sentence, (place, answer)
            assert verdict.right or question.hint or verdict.sentence != LOOK_AGAIN, place
        if not question.choices:
            assert here.state.turn == 0, place
            for card in here.state.hand_cards(0):
                if f"play {card_name(card)}" not in given:
                    refused = here.judge(f"play {card_name(card)}")
                    assert (refused.right, bool(refused.sentence)) == (False, True), place
        assert not here.judge("nonsense").right
        assert here.step.after, place


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.slug)
def test_every_script_is_played_as_it_is_written(lesson: Lesson) -> None:
    """A scripted action that isn't legal would be replaced by the rule, and the text beside it would be wrong."""
    for here, right in scenes(lesson.slug):
        question = here.step.question
        if question is None:
            continue
        for answer in right:
            states = question.outcome(here.state, answer)
            state = here.state if question.choices else apply(here.state, 0, answer)
            for line in question.script:
                seat, _, action = line.partition(" ")
                state = apply(state, int(seat), action)
            assert not question.script or any(
                (state.won, state.trick, state.bids) == (each.won, each.trick, each.bids)
                for each in states
            )


def test_the_texts_name_cards_that_are_there_and_terms_that_are_known() -> None:
    for lesson in LESSONS:
        for step in lesson.steps:
            texts = [step.text, step.after]
            if step.question:
                texts += [step.question.ask, step.question.hint, *step.question.wrong.values()]
            for text in texts:
                assert text == NO_WORDS or isinstance(text, Sentence), text
                assert "!" not in text, text
                assert len(text) < 340, (len(text), text)
                assert {key for _word, key in MARK.findall(text)} <= set(TERMS), text


def test_the_course_has_lessons_of_about_two_minutes() -> None:
    assert len(BY_SLUG) == len(LESSONS)
    for lesson in LESSONS:
        words = sum(len(f"{step.text} {step.after}".split()) for step in lesson.steps)
        assert 4 <= len(lesson.steps) <= 9, lesson.slug
        assert 110 <= words <= 330, (lesson.slug, words)


def test_the_glossary_has_the_words_of_the_documents() -> None:
    text = (ROOT / "docs" / "glossary.md").read_text()
    part = text[text.index("## The game") : text.index("## The table")]
    listed = {
        word
        for line in part.splitlines()
        for word in re.findall(r"\*\*(.+?)\*\*", line.split("|")[1] if "|" in line else "")
    }
    assert listed == {str(term.word) for term in TERMS.values()}


def test_stored_answers_of_an_earlier_version_are_forgotten_from_where_they_are_wrong() -> None:
    tricks = BY_SLUG["tricks"]
    assert still_right(tricks, [GO_ON, "play AH", "play 9D"]) == [GO_ON, "play AH", "play 9D"]
    assert still_right(tricks, [GO_ON, "play AH", "play 5C", "play 7H"]) == [GO_ON, "play AH"]
    assert still_right(tricks, [*[GO_ON] * 40]) == [GO_ON]


# ---- what the texts claim, proved by playing on as well as can be


def most_tricks(state: State) -> int:
    """How many more tricks seats 0 and 2 win if everybody sees all cards and plays as well as can be."""
    known: dict[tuple[object, ...], int] = {}

    def won(now: State) -> int:
        return now.won[0] + now.won[2]

    def best(now: State) -> int:
        if now.phase != "play":
            return 0
        key = (tuple(now.hands), tuple(now.trick), now.turn, now.broken)
        if key not in known:
            results = []
            for action in options(now):
                after = apply(now, now.turn, action)
                gained = (after.won[0] + after.won[2] - won(now)) if sum(after.won) else 0
                results.append(gained + best(after))
            known[key] = max(results) if now.turn % 2 == 0 else min(results)
        return known[key]

    return best(state)


def total_after(here: Scene, answer: str) -> int:
    after = apply(here.state, 0, answer)
    done = after.won[0] + after.won[2] if after.phase == "play" else 0
    if after.phase != "play":
        return sum(after.hand_results[-1].tricks[seat] for seat in (0, 2))
    return done + most_tricks(after)


def last(slug: str) -> tuple[Scene, tuple[str, ...]]:
    return scenes(slug)[-1]


@pytest.mark.sweep(1)
@pytest.mark.parametrize(
    ("slug", "wins"),
    [
        ("following", {"play 2C": 2, "play 9C": 1}),
        ("breaking", {"play AS": 5, "play AH": 3, "play KH": 3, "play QH": 3}),
        ("counting", {"play 4C": 2, "play 3D": 1, "play KD": 1}),
    ],
)
def test_the_right_card_wins_what_the_text_says_against_any_play(
    slug: str, wins: dict[str, int]
) -> None:
    here, right = last(slug)
    assert {answer: total_after(here, answer) for answer in wins} == wins
    assert right == (max(wins, key=lambda answer: wins[answer]),)


def nil_holds(state: State, seat: int) -> bool:
    """Whether the seat's side can keep it from winning a trick, whatever the others play."""
    if state.phase != "play":
        return state.hand_results[-1].tricks[seat] == 0
    if state.won[seat]:
        return False
    results = (nil_holds(apply(state, state.turn, each), seat) for each in options(state))
    return any(results) if state.turn % 2 == seat % 2 else all(results)


@pytest.mark.parametrize(
    ("slug", "seat", "holds"),
    [
        ("nil", 0, {"play 8H": True, "play 3H": False}),
        ("cover", 2, {"play AD": True, "play 3D": False, "play 5C": False}),
    ],
)
def test_the_nil_holds_after_the_right_card_against_any_play(
    slug: str, seat: int, holds: dict[str, bool]
) -> None:
    here, _right = last(slug)
    assert {card: nil_holds(apply(here.state, 0, card), seat) for card in holds} == holds


def test_the_bids_of_the_bidding_lesson_come_true_when_the_hands_are_played() -> None:
    for deal, said in (
        (bidding.DEAL, ("4", "3", "3", "1")),
        (bidding.PROBLEM, ("4", "3", "2", "3")),
    ):
        whole = replace(deal, actions=bids(deal.dealer, *said), tricks=13).state()
        assert whole.hand_results[-1].tricks[0] >= 4
