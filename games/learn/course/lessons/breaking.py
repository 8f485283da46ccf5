"""Lesson 8: breaking spades."""

from games.engine.sentences import message
from games.learn.course.facts import takes_the_rest
from games.learn.course.lesson import Lesson, Step
from games.learn.course.position import Position, bids
from games.learn.course.question import Question, Until

CLOSED = Position(
    ("AS KH 4D 6S", "7S 8H KC JD", "JS 2H 9C QD", "9S 5H QC 7C"),
    dealer=3,
    actions=bids(3, "2", "1", "1", "1"),
)
PROBLEM = Position(
    ("2S AS AH KH QH", "5C 3S 4D 6D 7D", "8C 9D TD JD 2D", "TC 4S 5D 8D QD"),
    dealer=0,
    actions=(
        *bids(0, "3", "1", "1", "1"),
        *("1 play 5C", "2 play 8C", "3 play TC", "0 play 2S"),
    ),
)

LESSON = Lesson(
    slug="breaking",
    title=message("Breaking spades"),
    about=message("When spades may be led, and what to do once they may."),
    steps=(
        Step(
            text=message(
                "Spades are strong, so they may not be led at once. Somebody must first play one on another suit, "
                "because they can’t follow: that [breaks spades](break). You are on lead, and nobody has yet. Try "
                "your ace of spades, if you like."
            ),
            at=CLOSED,
            question=Question(
                ask=message("Lead a card that you may lead."),
                right=("play KH", "play 4D"),
                until=Until.SCRIPT,
                hint=message("A heart or a diamond."),
            ),
            after=message(
                "Until spades are broken, you may lead them only if you hold nothing else."
            ),
        ),
        Step(
            text=message(
                "Here Wanda leads the king of clubs. Nora and Emil follow, and you have no clubs."
            ),
            at=Position(
                ("AS KH 4D 6S", "KC 8H 7S JD", "9C 2H JS QD", "QC 5H 9S 7C"),
                dealer=0,
                actions=bids(0, "2", "1", "1", "1"),
            ),
            before=("1 play KC", "2 play 9C", "3 play QC"),
            question=Question(
                ask=message("Break spades, and win the trick cheaply."),
                right=("play 6S",),
                wrong={
                    "play AS": message(
                        "It wins, but the six wins too. The ace will take another trick later."
                    )
                },
                otherwise=message("That is a discard: Wanda’s king would win the trick."),
                hint=message("The smallest spade is enough here."),
            ),
            after=message(
                "Spades are broken. The sign below the table shows it, and from now on anybody may lead them."
            ),
        ),
        Step(
            text=message(
                "You are on lead again. The ace of spades can’t be beaten by anything, and each of the others holds a single spade. "
                "Lead the ace, and all three must follow."
            ),
            question=Question(
                ask=message("Lead the ace of spades."),
                right=("play AS",),
                wrong={
                    "play KH": message(
                        "It might win, but somebody who has run out of hearts could ruff it. Clear the spades first."
                    ),
                },
                otherwise=message("Clear the spades first, then play your other cards."),
                hint=message("The highest card of the pack."),
            ),
            after=message(
                "One ace, and three trumps are gone. This is called drawing trumps. Nobody can ruff your king of hearts any more."
            ),
        ),
        Step(
            text=message(
                "You have just ruffed a club, so spades are broken, and you are on lead. Your hearts are the three highest, but "
                "Wanda and Emil have no hearts at all. Each of them holds one small spade."
            ),
            at=PROBLEM,
            question=Question(
                ask=message("Lead so that you win all four tricks."),
                goal=takes_the_rest,
                to_the_end=True,
                until=Until.TURN,
                wrong={},
                otherwise=message(
                    "Wanda has no hearts and would ruff: the trick is hers, and the others may be too."
                ),
                hint=message("What must go before your hearts are safe?"),
            ),
            after=message(
                "The ace of spades draws both small spades. After that nobody can beat a heart of yours: ace, king and queen win "
                "one after another."
            ),
            problem=True,
        ),
    ),
)
