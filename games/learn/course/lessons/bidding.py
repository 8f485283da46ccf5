"""Lesson 3: bidding."""

from games.engine.sentences import message
from games.learn.course.facts import contract, held
from games.learn.course.lesson import Lesson, Step
from games.learn.course.people import numbers
from games.learn.course.position import YOU, Position
from games.learn.course.question import Question, Until

DEAL = Position(
    (
        "AS KS 7S 4S AH 8H 3H KD 6D 2D 9C 5C 3C",
        "QS 9S 2S KH TH 7H AD 9D 4D QC JC 6C 2C",
        "JS TS 8S QH 5H QD 8D 5D 3D AC KC 8C 7C",
        "6S 5S 3S JH 9H 6H 4H 2H JD TD 7D TC 4C",
    ),
    dealer=3,
)
PROBLEM = Position(
    (
        "QS 9S 6S 3S 2S 8H AD KD 7D QC 8C 6C 2C",
        "KS 8S 4S AH TH 7H 5H JD 9D 4D TC 9C 3C",
        "JS TS KH QH 6H 3H TD 8D 5D AC JC 7C 4C",
        "AS 7S 5S JH 9H 4H 2H QD 6D 3D 2D KC 5C",
    ),
    dealer=0,
)

LESSON = Lesson(
    slug="bidding",
    title=message("Bidding"),
    about=message("How many tricks will you win? Look at your hand and say a number."),
    steps=(
        Step(
            text=message(
                "In a whole hand everybody holds thirteen cards. Before the first is played, everybody "
                "says how many tricks they will win: their [bid](bid). You bid once, in turn, and a bid "
                "can’t be changed."
            ),
            at=DEAL,
        ),
        Step(
            text=message(
                "To find your bid, count the cards that should win. Begin with the aces: only a spade can beat "
                "an ace, if somebody has run out of its suit."
            ),
            question=Question(
                ask=message("How many aces do you hold?"),
                choices=numbers(1, 2, 3, 4),
                truth=held(YOU, "A"),
                until=Until.SCRIPT,
                otherwise=message("Count again: spades, hearts, diamonds, clubs."),
            ),
            after=message("Two aces: two tricks."),
        ),
        Step(
            text=message(
                "Now the kings. With the ace beside it, the king of spades is as good as an ace: a third trick. The "
                "king of diamonds wins only if the ace of diamonds is played before it: about every other time. "
                "Your fourth spade may win too, when the others have run out of spades. Those two halves make "
                "one more."
            ),
            question=Question(
                ask=message("What do you bid?"),
                right=("bid 4",),
                script=("1 bid 3", "2 bid 3", "3 bid 1"),
                wrong={
                    "bid 3": message(
                        "Three are as good as certain. The king of diamonds and the fourth spade are worth one "
                        "more between them."
                    ),
                    "bid 5": message(
                        "You would need both the king of diamonds and the fourth spade. Count them as one."
                    ),
                    "nil": message("Nil promises no trick at all, and your aces would win some."),
                },
                otherwise=message(
                    "Count again: two aces, one sure king, and one for the two halves."
                ),
                hint=message("Two aces, the king of spades, and one more for the two halves."),
            ),
            after=message(
                "The others bid after you. Four, three, three and one: eleven of thirteen tricks."
            ),
        ),
        Step(
            text=message(
                "Partners’ bids are added up. The sum is your side’s [contract](contract): the tricks that you "
                "and Nora must win together. Who of you wins them makes no difference."
            ),
            question=Question(
                ask=message("How high is your contract?"),
                choices=numbers(3, 4, 7, 11),
                truth=contract,
                until=Until.SCRIPT,
                wrong={
                    "4": message("That is your own bid. Add your partner’s."),
                    "3": message("That is Nora’s bid. Add yours."),
                    "11": message("That is everybody’s. Only yours and Nora’s count for you."),
                },
                hint=message("Nora sits opposite you. Her bid is on her plate."),
            ),
            after=message("Your four and Nora’s three: seven tricks."),
        ),
        Step(
            text=message(
                "Another hand. Long spades win tricks even without an ace: after three rounds the other players "
                "are often out of them, and every spade beyond your third should win. The queen of clubs is too weak "
                "to count."
            ),
            at=PROBLEM,
            before=("1 bid 3", "2 bid 2", "3 bid 3"),
            question=Question(
                ask=message("What do you bid?"),
                right=("bid 4",),
                wrong={
                    "bid 2": message(
                        "That is for the ace and king of diamonds. What of your spades?"
                    ),
                    "bid 3": message(
                        "You hold five spades: two beyond the third, so two tricks, not one."
                    ),
                    "bid 5": message(
                        "Too many: the ace and king of diamonds, and two long spades. A queen is no trick."
                    ),
                    "nil": message(
                        "Nil promises no trick at all. The ace of diamonds alone would break it."
                    ),
                },
                otherwise=message("Count the top diamonds, then the spades beyond the third."),
                hint=message("Two diamonds win. How many spades do you hold beyond the third?"),
            ),
            after=message(
                "Ace and king of diamonds, and two long spades: four. Bids are estimates; with a little practice you will "
                "count a hand in seconds."
            ),
            problem=True,
        ),
    ),
)
