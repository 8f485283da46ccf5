"""Lesson 2: following suit."""

from games.engine.sentences import message
from games.learn.course.facts import wins_trick
from games.learn.course.lesson import Lesson, Step
from games.learn.course.position import YOU, Position, bids
from games.learn.course.question import Question

MUST = Position(
    ("9S AH KD 4D 3C", "TD 8H 5H 6C QC", "6D 2D KH 7C 5S", "JD 8D QH 9C AC"),
    dealer=0,
    actions=bids(0, "1", "1", "1", "1"),
)
MAY = Position(
    ("9S AH 6H 3D", "QC JD 8H 4D", "5C 2H TD KD", "8C KC 9H QS"),
    dealer=0,
    actions=bids(0, "1", "1", "1", "1"),
)
PARTNER = Position(
    ("7S KC 6D 2D", "4H TC QD 8S", "AH 5C 9D 3D", "9H 6C JD KD"),
    dealer=0,
    actions=bids(0, "1", "1", "1", "1"),
)
PROBLEM = Position(
    ("9C 2C 8S", "6C 7D 4H", "KC TD JH", "AC 8C QH"),
    dealer=0,
    actions=bids(0, "1", "1", "1", "1"),
)

LESSON = Lesson(
    slug="following",
    title=message("Following suit"),
    about=message("Which cards you may play, and what you can do when you can’t follow."),
    plain=True,
    steps=(
        Step(
            text=message(
                "One rule limits what you may play: [follow suit](follow). If you hold a card of the suit that "
                "was led, you must play one. Wanda led a diamond. Try any card you like: the table won’t let "
                "you go wrong."
            ),
            at=MUST,
            before=("1 play TD", "2 play 6D", "3 play JD"),
            question=Question(
                ask=message("Play a card that follows suit."),
                right=("play KD", "play 4D"),
                hint=message(
                    "Diamonds were led, and you hold two. They stand out from your other cards."
                ),
            ),
            after=message(
                "Either diamond is allowed, and the choice is yours: the king wins this trick, the four leaves "
                "it to Emil’s jack."
            ),
        ),
        Step(
            text=message(
                "If you have no card of the suit led, you may play anything. A spade on another suit is a "
                "[ruff](ruff): it wins unless somebody plays a higher spade. Any other card is a "
                "[discard](discard), and can’t win."
            ),
            at=MAY,
            before=("1 play QC", "2 play 5C", "3 play 8C"),
            question=Question(
                ask=message("You have no clubs. Win the trick."),
                goal=wins_trick(YOU),
                wrong={
                    "play AH": message(
                        "An ace, but hearts weren’t led. As a discard it is lost, and Wanda wins the trick."
                    )
                },
                otherwise=message("That is a discard: Wanda’s queen would win the trick."),
                hint=message("Which of your cards beats every club?"),
            ),
            after=message("You ruff with the nine of spades, and the trick is yours."),
        ),
        Step(
            text=message(
                "You needn’t win every trick. Tricks count for both partners together, and Nora’s ace of hearts "
                "is winning this one already. You have no hearts."
            ),
            at=PARTNER,
            before=("1 play 4H", "2 play AH", "3 play 9H"),
            question=Question(
                ask=message("Leave the trick to Nora."),
                goal=wins_trick(2),
                wrong={
                    "play 7S": message(
                        "Your spade would beat your own partner’s ace: one trick for two good cards. Keep it."
                    )
                },
                hint=message("Any card will do, except a spade."),
            ),
            after=message("The trick counts for you both, and you still have your spade."),
        ),
        Step(
            text=message(
                "Emil’s ace of clubs is winning, and nobody can beat it any more. You must follow suit. The "
                "card you keep may still win a trick."
            ),
            at=PROBLEM,
            before=("1 play 6C", "2 play KC", "3 play AC"),
            question=Question(
                ask=message("Play the right card."),
                right=("play 2C",),
                wrong={
                    "play 9C": message(
                        "The rule allows it, but it is a waste: your nine can beat Emil’s eight later, and your "
                        "two can’t."
                    )
                },
                hint=message("When you can’t win, give away as little as you can."),
            ),
            after=message(
                "Low when you can’t win, and high only when it wins: that is half of good card play. Your nine "
                "is now the highest club left."
            ),
            problem=True,
        ),
    ),
)
