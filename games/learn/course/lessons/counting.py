"""Lesson 9: counting, and the last tricks."""

from dataclasses import replace

from games.engine.sentences import message
from games.learn.course.facts import left_out, makes_contract
from games.learn.course.lesson import Lesson, Step
from games.learn.course.lessons.bidding import DEAL
from games.learn.course.people import numbers
from games.learn.course.position import YOU, Position, bids
from games.learn.course.question import Question, Until

HEARTS = replace(DEAL, actions=bids(3, "4", "3", "3", "1"))
ENDING = Position(
    ("AS KD 3D 4C", "2S AD QD 9C", "3S 5H 7H 8H", "4S 9H TH JH"),
    dealer=3,
    actions=(
        *bids(3, "1", "1", "1", "1"),
        *("0 play AS", "1 play 2S", "2 play 3S", "3 play 4S"),
    ),
    house=(("spade_lead", "anytime"),),
)

LESSON = Lesson(
    slug="counting",
    title=message("Counting and endings"),
    about=message("What has been played, what is still out, and how that wins the last tricks."),
    steps=(
        Step(
            text=message(
                "Every suit has thirteen cards. If you count those that have been played and those in your hand, you know "
                "how many are still out. You lead the ace of hearts and then the eight, and everybody follows both times."
            ),
            at=HEARTS,
            before=(
                *("0 play AH", "1 play 7H", "2 play 5H", "3 play 2H"),
                *("0 play 8H", "1 play TH", "2 play QH", "3 play 4H"),
            ),
            question=Question(
                ask=message("You hold one more heart. How many do the others hold together?"),
                choices=numbers(2, 3, 4, 5),
                truth=left_out(YOU, "H"),
                until=Until.SCRIPT,
                otherwise=message(
                    "Thirteen, less the eight that were played, less the one in your hand."
                ),
                hint=message("Two rounds of four cards have been played."),
            ),
            after=message(
                "Four are still out. One suit is enough to begin with: count the spades."
            ),
        ),
        Step(
            text=message(
                "Counting tells you which cards have become high. The ace, queen and ten of hearts have been played; so have eight, "
                "seven, five, four and two. You hold the three."
            ),
            question=Question(
                ask=message("Which heart is now the highest?"),
                choices=(
                    ("KH", message("the king")),
                    ("JH", message("the jack")),
                    ("9H", message("the nine")),
                ),
                right=("KH",),
                until=Until.SCRIPT,
                otherwise=message("One heart above it hasn’t been played yet."),
                hint=message("The ace has gone. What comes next?"),
            ),
            after=message(
                "Somebody still has the king and will win a trick with it, unless it is ruffed."
            ),
        ),
        Step(
            text=message(
                "Near the end, the turn to lead can matter more than a card. A king loses if you lead it up to the ace. It "
                "wins if the player with the ace has to lead the suit, because you play after them."
            ),
        ),
        Step(
            text=message(
                "Three tricks are left. Your side has won one and needs one more. From the play you know Wanda’s cards: "
                "the ace and queen of diamonds, and the nine of clubs. The others have only hearts, and no spade is left."
            ),
            at=ENDING,
            question=Question(
                ask=message("Lead so that your king of diamonds wins a trick."),
                goal=makes_contract,
                to_the_end=True,
                until=Until.TURN,
                wrong={
                    "play KD": message(
                        "Wanda’s ace takes the king, then her queen the three, and her nine the four."
                    ),
                    "play 3D": message(
                        "Wanda wins with the queen, then leads the ace, and your king falls."
                    ),
                },
                hint=message("Let Wanda win a trick with which she must then lead a diamond."),
            ),
            after=message(
                "Wanda wins with the nine of clubs and has only diamonds left. Whichever she leads, your king takes a trick: under the ace you "
                "play the three, and the queen it beats."
            ),
            problem=True,
        ),
    ),
)
