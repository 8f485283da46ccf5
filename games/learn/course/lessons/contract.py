"""Lesson 4: contract, bags and being set."""

from dataclasses import replace

from games.engine.sentences import message
from games.learn.course.facts import points, takes_no_bag
from games.learn.course.lesson import Lesson, Step
from games.learn.course.lessons.bidding import DEAL
from games.learn.course.people import numbers
from games.learn.course.position import Position, bids
from games.learn.course.question import Question, Until

BID_SEVEN = replace(DEAL, actions=bids(3, "4", "3", "3", "1"), tricks=12)
BID_NINE = replace(DEAL, actions=bids(3, "5", "3", "4", "1"), tricks=12)
NINE_BAGS = replace(BID_SEVEN, totals=(305, 280), bags=(9, 2))
PROBLEM = Position(
    ("AD AC AH 3H", "7D 8C 9H 2S", "4D 3C 5H 2D", "9D TC KH KC"),
    dealer=3,
    actions=(
        *bids(3, "1", "1", "1", "1"),
        *("0 play AD", "1 play 7D", "2 play 4D", "3 play 9D"),
        *("0 play AC", "1 play 8C", "2 play 3C", "3 play TC"),
    ),
    totals=(312, 287),
    bags=(9, 2),
)

LESSON = Lesson(
    slug="contract",
    title=message("Contract and bags"),
    about=message("What a contract scores, what it costs to miss it, and the trick with the bags."),
    steps=(
        Step(
            text=message(
                "The hand from the last lesson, twelve tricks later. You bid four and Nora bid three; together you "
                "have won seven. So you have [made](make) your contract, and one trick is left."
            ),
            at=BID_SEVEN,
            question=Question(
                ask=message("Play your last card."),
                right=("play KS",),
            ),
            after=message(
                "Here is the score. A contract of seven pays 10 points a trick, 70. The eighth trick wasn’t "
                "promised: it is a [bag](bag) and pays 1 point."
            ),
            sheet=True,
        ),
        Step(
            text=message(
                "Now suppose that you had bid five and Nora four, with the same cards and the same tricks. Your side "
                "needed nine and won eight: it is [set](set). Then it gets nothing for its tricks, and loses 10 "
                "points for every trick it promised."
            ),
            at=BID_NINE,
            question=Question(
                ask=message("What does your side score?"),
                choices=numbers(80, -10, -90, 0),
                truth=points,
                until=Until.HAND,
                wrong={
                    "80": message("Only a contract that is made pays for its tricks."),
                    "-10": message(
                        "It costs 10 points for each trick promised, not for the one missed."
                    ),
                    "0": message("A missed contract costs something: 10 points a trick promised."),
                },
                hint=message("Nine tricks were promised."),
            ),
            after=message(
                "Minus 90, where a bid of seven would have scored 71. Bid what you expect, not what you hope for."
            ),
            sheet=True,
        ),
        Step(
            text=message(
                "So why not bid low, and collect bags? Because they are counted through the whole game, and "
                "the tenth costs 100 points: the [bag penalty](penalty). Here your side has nine bags from earlier "
                "hands. Again the contract is seven, and you win eight."
            ),
            at=NINE_BAGS,
            question=Question(
                ask=message("What does your side score now?"),
                choices=numbers(71, -29, -100, 171),
                truth=points,
                until=Until.HAND,
                wrong={
                    "71": message(
                        "That was without the penalty. The eighth trick is your tenth bag."
                    ),
                    "-100": message("The contract still pays: 70 points, and 1 for the bag."),
                    "171": message("The penalty is taken away, not added."),
                },
                hint=message("71 points as before, less the penalty."),
            ),
            after=message(
                "70 and 1, less 100. After that the bags are counted from nought again. One small trick too many can cost "
                "more than a whole contract."
            ),
            sheet=True,
        ),
        Step(
            text=message(
                "The end of a short hand. Your side has bid two and won two, and has nine bags. Nora "
                "holds nothing that could win. You are on lead, with two hearts."
            ),
            at=PROBLEM,
            question=Question(
                ask=message("Play so that you win no more tricks."),
                goal=takes_no_bag,
                to_the_end=True,
                until=Until.HAND,
                wrong={
                    "play AH": message(
                        "The ace would win, and that trick would be your tenth bag: 100 points lost."
                    )
                },
                hint=message(
                    "Once somebody else has the lead, your other heart can be thrown away."
                ),
            ),
            after=message(
                "The three loses to Wanda’s nine and Emil’s king. On the last trick Emil led a club, and your ace of hearts was "
                "only a discard. Contract made, no bag: 20 points."
            ),
            problem=True,
            sheet=True,
        ),
    ),
)
