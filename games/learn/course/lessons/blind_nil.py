"""Lesson 7: blind nil."""

from games.engine.sentences import message
from games.learn.course.facts import behind, scored
from games.learn.course.lesson import Lesson, Step
from games.learn.course.people import numbers
from games.learn.course.position import Position
from games.learn.course.question import Question, Until

HOUSE = (("blind_nil", 200), ("blind_nil_deficit", 100))
STRONG = Position(
    (
        "AS KS 7S 4S AH 8H 3H KD 6D 2D 9C 5C 3C",
        "QS 9S 2S KH TH 7H AD 9D 4D QC JC 6C 2C",
        "JS TS 8S QH 5H QD 8D 5D 3D AC KC 8C 7C",
        "6S 5S 3S JH 9H 6H 4H 2H JD TD 7D TC 4C",
    ),
    dealer=3,
    totals=(180, 424),
    house=HOUSE,
)
WEAK = Position(
    (
        "6S 3S TH 7H 4H 2H 9D 6D 5D 2D 8C 5C 3C",
        "KS 9S 7S 4S KH QH 8H AD 7D QC JC 6C 2C",
        "AS QS JS 8S AH 5H KD JD 4D AC KC 9C 4C",
        "TS 5S 2S JH 9H 6H 3H QD TD 8D 3D TC 7C",
    ),
    dealer=3,
    totals=(246, 463),
    house=HOUSE,
)

LESSON = Lesson(
    slug="blind-nil",
    title=message("Blind nil"),
    about=message("A nil before you have seen a single card: for those who are far behind."),
    steps=(
        Step(
            text=message(
                "Many tables know a [blind nil](blind): a nil that you bid before looking at your cards. It counts double, "
                "200 points, won or lost. At this table a side may bid one when it is at least 100 points behind. "
                "You have 180 points, Wanda and Emil have 424."
            ),
            at=STRONG,
            question=Question(
                ask=message("How many points are you behind?"),
                choices=numbers(100, 180, 244, 424),
                truth=behind,
                until=Until.SCRIPT,
                otherwise=message("Take your points from theirs."),
                hint=message("424 less 180."),
            ),
            after=message(
                "More than 100, so the table offers it. Your cards lie face down until you decide."
            ),
        ),
        Step(
            text=message(
                "If you look, the offer is gone: then it would not be blind any more. There is plenty of time to catch up "
                "in this game, so there is no need to gamble."
            ),
            question=Question(
                ask=message("Look at your cards."),
                right=("look",),
                wrong={
                    "blind nil": message(
                        "You may, but it would be a gamble without need. See first what you would have gambled with."
                    )
                },
                hint=message("The second of the two buttons."),
            ),
            after=message(
                "Two aces, the king of spades: a blind nil would have lost 200 points. Most hands win a trick somewhere, which is why "
                "it pays double."
            ),
        ),
        Step(
            text=message(
                "Later in another game. Wanda and Emil have 463 points and win at 500: this is probably the last hand. You "
                "have 246. With an ordinary bid you can’t catch up."
            ),
            at=WEAK,
            question=Question(
                ask=message("Take your last chance."),
                right=("blind nil",),
                script=("1 bid 3", "2 bid 5", "3 bid 2"),
                wrong={
                    "look": message(
                        "After that an ordinary bid remains, and it can’t make up 217 points in one hand."
                    )
                },
                hint=message("A bid that can win 200 points at once."),
            ),
            after=message(
                "Bold, and right: you would lose anyway. Now look at what you were dealt. This could work, and Nora, who bid five, "
                "will cover you."
            ),
        ),
        Step(
            text=message(
                "A blind nil that fails costs 200, and the trick that broke it is a bag, which pays 1. Suppose you win one trick, and "
                "Nora makes her contract of five exactly."
            ),
            question=Question(
                ask=message("What does your side score?"),
                choices=numbers(-149, -150, -200, 250),
                truth=scored(("blind nil", "3", "5", "2"), (1, 4, 5, 3), blind_nil=200),
                until=Until.SCRIPT,
                wrong={
                    "-150": message("Nearly: the trick that broke the nil is a bag, and pays 1."),
                    "-200": message("Nora’s contract still pays: 50 points."),
                    "250": message("That would be with the nil kept."),
                },
                hint=message("50 and 1, less 200."),
            ),
            after=message(
                "50 for the contract, 1 for the bag, less 200. Keep a blind nil for the moment when you have little to lose."
            ),
            problem=True,
        ),
    ),
)
