"""Lesson 10: a whole short hand."""

from games.engine.sentences import Sentence, message
from games.learn.course.facts import makes_contract
from games.learn.course.lesson import Lesson, Step
from games.learn.course.position import Position
from games.learn.course.question import NO_WORDS, Question, Until

SHORT = Position(
    (
        "AS 9S JH TH AC QC",
        "JS AH QH 9D TD TC",
        "KH 9H KD JD JC 9C",
        "KS QS TS AD QD KC",
    ),
    dealer=3,
)
TOO_FEW = message(
    "With this card your side would end up with too few tricks. Think of what the others may still hold."
)


def _play(text: Sentence, after: Sentence, hint: str = NO_WORDS, *, last: bool = False) -> Step:
    return Step(
        text=text,
        question=Question(
            ask=message("Play a card that can still make your contract."),
            goal=makes_contract,
            to_the_end=True,
            until=Until.TURN,
            otherwise=TOO_FEW,
            hint=hint,
        ),
        after=after,
        sheet=last,
        problem=last,
    )


LESSON = Lesson(
    slug="whole-hand",
    title=message("A whole short hand"),
    about=message("Everything together: bid, play and score six tricks on your own."),
    steps=(
        Step(
            text=message(
                "A short hand to play from beginning to end: six cards each, from the nine up to the ace. You bid first. "
                "Count two aces. The nine of spades may take a trick too, but promise only what is likely."
            ),
            at=SHORT,
            question=Question(
                ask=message("What do you bid?"),
                right=("bid 2",),
                script=("1 bid 1", "2 bid 1", "3 bid 2"),
                wrong={
                    "bid 1": message("You hold two aces. Count both."),
                    "bid 3": message(
                        "The third trick would have to come from the nine of spades. That is a hope, not a promise."
                    ),
                    "nil": message("With the ace of spades a nil can’t be kept."),
                },
                otherwise=message("That is more than these cards can promise."),
                hint=message("As many as you have aces."),
            ),
            after=message("Nora bids one: your side needs three tricks."),
        ),
        _play(
            message(
                "You are on lead, and spades aren’t broken. A high card wins most surely while everybody can still follow."
            ),
            message("The others have played as they could. Now look at what is left."),
            message(
                "Don’t open a suit of which the others hold the king, unless you hold its ace."
            ),
        ),
        _play(
            message(
                "The tricks so far are on the plates. Watch for a suit that you no longer hold: there a small spade can win."
            ),
            message("Each card that falls tells you something."),
            message("Get rid of a card that can’t win, or win with what can."),
        ),
        _play(
            message(
                "If somebody leads a suit that you don’t have, your nine of spades is worth a trick, and the ace can wait."
            ),
            message("Half of the hand is over."),
            message("Win as cheaply as you can."),
        ),
        _play(
            message("Count your side’s tricks, and what the contract still needs."),
            message("Two cards are left."),
            message(
                "The ace of spades wins whenever you play it. It also takes spades off the others."
            ),
        ),
        _play(
            message("Two tricks to go. What can still win?"),
            message("One card left."),
            message("Think of the spades that are still out."),
        ),
        _play(
            message("The last card plays itself."),
            message(
                "The score is on the table: your contract of three, and perhaps a bag. That was a whole hand. A game is a few "
                "more of them. You know all that you need; the rest is practice."
            ),
            last=True,
        ),
    ),
)
