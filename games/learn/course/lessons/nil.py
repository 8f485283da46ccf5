"""Lesson 5: nil."""

from games.engine.sentences import message
from games.learn.course.facts import scored
from games.learn.course.lesson import Lesson, Step
from games.learn.course.people import numbers
from games.learn.course.position import Position, bids
from games.learn.course.question import Question, Until

DEAL = Position(
    (
        "6S 3S TH 7H 4H 2H 9D 6D 5D 2D 8C 5C 3C",
        "KS 9S 7S 4S KH QH 8H AD 7D QC JC 6C 2C",
        "AS QS JS 8S AH 5H KD JD 4D AC KC 9C 4C",
        "TS 5S 2S JH 9H 6H 3H QD TD 8D 3D TC 7C",
    ),
    dealer=0,
    actions=("1 bid 3", "2 bid 5", "3 bid 2"),
)
PROBLEM = Position(
    ("8H 3H 2C 2D", "6H 5H 9S QS", "KH JD 5C QD", "4H TD TC 8D"),
    dealer=0,
    actions=bids(0, "nil", "1", "2", "1"),
)

LESSON = Lesson(
    slug="nil",
    title=message("Nil"),
    about=message("The bid of no tricks at all: when to dare it, and how to keep it."),
    steps=(
        Step(
            text=message(
                "You may promise to win no trick at all: that is [nil](nil). If you keep it, your side scores "
                "100 points. If you win even one trick, it loses 100. Look at this hand: no ace, no king, and "
                "only two small spades."
            ),
            at=DEAL,
            question=Question(
                ask=message("What do you bid?"),
                right=("nil",),
                wrong={
                    "bid 1": message(
                        "Which card would win that trick? Every suit here is weak, and weak is what a nil needs."
                    )
                },
                otherwise=message(
                    "Nothing in this hand is likely to win a trick. That is worth a bid of its own."
                ),
                hint=message("It stands apart from the numbers."),
            ),
            after=message(
                "The other bids stay as they are. Nora’s five are now your side’s whole contract: your nil is scored "
                "apart from it."
            ),
        ),
        Step(
            text=message(
                "Wanda leads the king of hearts, Nora plays the ace, Emil the nine. You must follow suit, and "
                "none of your hearts can win. So this is the moment to get rid of the most dangerous one."
            ),
            before=("1 play KH", "2 play AH", "3 play 9H"),
            question=Question(
                ask=message("Which heart do you play?"),
                right=("play TH",),
                otherwise=message(
                    "Safe, but a waste: your ten stays, and a low heart led later could make it win."
                ),
                hint=message("Highest first, as long as something higher is on the table."),
            ),
            after=message(
                "The ten is gone, under Nora’s ace. Your seven, four and two are easy to hide."
            ),
        ),
        Step(
            text=message(
                "Nora leads the queen of spades and Emil follows. Spades win tricks, so a nil wants to lose "
                "them early."
            ),
            at=Position(
                ("6S 3S 7H 4H", "KS 9S 8H QC", "QS 8S 5H KC", "5S JH 6H TC"),
                dealer=1,
                actions=bids(1, "nil", "1", "3", "1"),
                house=(("spade_lead", "anytime"),),
            ),
            before=("2 play QS", "3 play 5S"),
            question=Question(
                ask=message("Which spade do you play?"),
                right=("play 6S",),
                wrong={
                    "play 3S": message(
                        "Safe now, but the six could win a trick later, when fewer spades are out."
                    )
                },
                hint=message("The same as with the hearts."),
            ),
            after=message("Under the queen the six is harmless. Later it might not have been."),
        ),
        Step(
            text=message(
                "A nil and the partner’s contract are scored side by side. Suppose you keep your nil, and Nora, who bid "
                "five, wins only four tricks. Her contract is set, but your nil stands."
            ),
            question=Question(
                ask=message("What does your side score?"),
                choices=numbers(150, 100, 50, -50),
                truth=scored(("nil", "3", "5", "2"), (0, 5, 4, 4)),
                until=Until.SCRIPT,
                wrong={
                    "150": message("That would be with her contract made. It wasn’t."),
                    "100": message("That is the nil alone. The missed contract costs 50."),
                    "-50": message("That is the missed contract alone. The nil pays 100."),
                },
                hint=message(
                    "100 for the nil. A missed contract of five costs 10 for each trick promised."
                ),
            ),
            after=message("100 for the nil, less 50 for the contract."),
        ),
        Step(
            text=message(
                "Wanda leads the six of hearts, Nora covers it with the king, Emil follows with the four. You bid nil and hold "
                "two hearts. Wanda still has the five."
            ),
            at=PROBLEM,
            before=("1 play 6H", "2 play KH", "3 play 4H"),
            question=Question(
                ask=message("Play the right heart."),
                right=("play 8H",),
                wrong={
                    "play 3H": message(
                        "Then only the eight is left, and when Wanda leads her five, it wins. Your nil would be broken."
                    )
                },
                hint=message("Which of the two would win against the five?"),
            ),
            after=message(
                "The eight is safe under the king, and the three can never beat Wanda’s five. Your highest loser first: "
                "that is how a nil is kept."
            ),
            problem=True,
        ),
    ),
)
