"""Lesson 6: covering a nil."""

from games.engine.sentences import message
from games.learn.course.facts import keeps_nil
from games.learn.course.lesson import Lesson, Step
from games.learn.course.position import Position, bids
from games.learn.course.question import Question

OVER = Position(
    ("AC KC 4C 7S", "9C 5D 6D 8S", "QC 3D 2H 4H", "5C JD TD 9H"),
    dealer=0,
    actions=bids(0, "2", "1", "nil", "1"),
)
HIGH = Position(
    ("KH QH 3C 5S", "6H 2C 7D TS", "JH TC 4D 3D", "8H 4C QD 9S"),
    dealer=3,
    actions=bids(3, "2", "1", "nil", "1"),
)
RUFF = Position(
    ("9S 4S 6H 8H", "TD KD 5H 6S", "QD 2H 3H 4H", "7D 3D 9H TH"),
    dealer=0,
    actions=bids(0, "2", "1", "nil", "1"),
)
PROBLEM = Position(
    ("AD 3D 5C 2S", "5D 3C 8H 7H", "QD JC 4H 3H", "JD 4C 9H TH"),
    dealer=3,
    actions=bids(3, "2", "1", "nil", "1"),
)

LESSON = Lesson(
    slug="cover",
    title=message("Covering a nil"),
    about=message("Your partner has bid nil. Now your high cards have a second job."),
    steps=(
        Step(
            text=message(
                "This time Nora has bid [nil](nil), and keeping it is work for two. Wherever her card is about to "
                "win, you try to play a higher one: you cover her. Wanda led the nine of clubs, and the queen is Nora’s only "
                "club."
            ),
            at=OVER,
            before=("1 play 9C", "2 play QC", "3 play 5C"),
            question=Question(
                ask=message("Save Nora’s nil."),
                goal=keeps_nil,
                wrong={
                    "play 4C": message("Then Nora’s queen wins, and her nil is broken: minus 100.")
                },
                hint=message("You hold two clubs that beat a queen."),
            ),
            after=message("Either high club does it. The trick also counts for your own bid."),
        ),
        Step(
            text=message(
                "When you are on lead, lead high. Then Nora can throw a middle card under yours, and it won’t hurt her later. A low "
                "lead asks her to win."
            ),
            at=HIGH,
            question=Question(
                ask=message("Lead a card under which Nora can stay."),
                goal=keeps_nil,
                wrong={
                    "play 3C": message(
                        "Nora’s only club is the ten. It would win this trick, and her nil would be broken."
                    )
                },
                hint=message("Which lead takes Nora’s jack of hearts off her?"),
            ),
            after=message(
                "Nora’s jack falls under your heart. That was the most dangerous card she had."
            ),
        ),
        Step(
            text=message(
                "A spade covers as well. Wanda led the ten of diamonds, Nora had to play the queen, and Emil can’t beat it. You have no "
                "diamonds."
            ),
            at=RUFF,
            before=("1 play TD", "2 play QD", "3 play 7D"),
            question=Question(
                ask=message("Save Nora’s nil."),
                goal=keeps_nil,
                wrong={},
                otherwise=message("A heart can’t win this trick, so Nora’s queen would."),
                hint=message("What beats a diamond, if you have none yourself?"),
            ),
            after=message(
                "Any spade does. It is your trick now, and one of the two that you bid: with a nil beside you, only your own "
                "tricks fill the contract."
            ),
        ),
        Step(
            text=message(
                "You are on lead, and Nora holds the queen of diamonds and the jack of clubs. You can’t see them, but expect "
                "cards like that, and give her the chance to throw them."
            ),
            at=PROBLEM,
            question=Question(
                ask=message("Which card do you lead?"),
                goal=keeps_nil,
                wrong={
                    "play 3D": message("Nora must follow suit, and her queen wins: nil broken."),
                    "play 5C": message("Nora must follow suit, and her jack wins: nil broken."),
                },
                hint=message("Lead the highest card you have outside spades."),
            ),
            after=message(
                "Under your ace the queen of diamonds falls harmlessly. And Nora, now out of diamonds, can throw the jack of clubs "
                "on your next diamond."
            ),
            problem=True,
        ),
    ),
)
