"""Lesson 1: tricks and trumps."""

from games.engine.sentences import message
from games.learn.course.facts import winner, wins_trick
from games.learn.course.lesson import Lesson, Step
from games.learn.course.people import WHO
from games.learn.course.position import YOU, Position, bids
from games.learn.course.question import Question

HEARTS = Position(
    ("AH 7H 9D 5C", "KH QH 6D 8C", "4H JH 3D TC", "9H AC 2S KC"),
    dealer=0,
    actions=bids(0, "1", "1", "1", "1"),
)
CLUBS = Position(
    ("QC 3D 4H", "8C KD 5H", "JC TD 9H", "AH 7D 2S"), dealer=0, actions=bids(0, "1", "1", "1", "1")
)
DIAMONDS = Position(
    ("5S 2S AC", "QD 8H 4C", "KD 9H 6C", "3S TH JC"),
    dealer=0,
    actions=bids(0, "1", "1", "1", "1"),
)

LESSON = Lesson(
    slug="tricks",
    title=message("Tricks and trumps"),
    about=message("How four cards make a trick, who wins it, and why spades are special."),
    plain=True,
    steps=(
        Step(
            text=message(
                "Four people sit round this table: you, Wanda on your left, Nora opposite you and Emil on "
                "your right. Nora is your [partner](partner): you win and lose together. Your cards are at "
                "the bottom. Nobody else can see them."
            ),
            at=HEARTS,
        ),
        Step(
            text=message(
                "Wanda [leads](lead) the king of hearts. Nora and Emil each play a card after her, clockwise. "
                "Yours is the fourth, and four cards make a [trick](trick). The highest heart wins it: aces "
                "are high, then king, queen, jack and ten, down to two."
            ),
            before=("1 play KH", "2 play 4H", "3 play 9H"),
            question=Question(
                ask=message("Win this trick."),
                goal=wins_trick(YOU),
                wrong={
                    "play 7H": message(
                        "Your seven is lower than Wanda’s king, so she would win. You hold a higher heart."
                    )
                },
                hint=message("One card is higher than a king."),
            ),
            after=message("Your ace is the highest heart, so the trick is yours."),
        ),
        Step(
            text=message("The winner of a trick leads to the next one. You may choose any suit."),
            question=Question(
                ask=message("Lead the nine of diamonds."),
                right=("play 9D",),
                script=("1 play 6D", "2 play 3D", "3 play AC"),
                otherwise=message("You could lead that. For now, try the nine of diamonds."),
            ),
            after=message(
                "Emil had no diamonds, so he threw away the ace of clubs. Only the suit that was led can win: "
                "his ace is worth nothing here, and your nine takes the trick."
            ),
        ),
        Step(
            text=message("With one exception. Lead once more, and watch Emil again."),
            question=Question(
                ask=message("Lead the seven of hearts."),
                right=("play 7H",),
                script=("1 play QH", "2 play JH", "3 play 2S"),
                otherwise=message("You could lead that. For now, try the seven of hearts."),
            ),
            after=message(
                "Emil has no hearts left and plays the two of spades. Spades are [trumps](trump): every spade "
                "beats every card of the other suits. Even the smallest takes Wanda’s queen."
            ),
        ),
        Step(
            text=message(
                "A new deal. Wanda led the eight of clubs, Nora played the jack, and Emil, who has no clubs, "
                "the ace of hearts. You are about to play the queen of clubs."
            ),
            at=CLUBS,
            before=("1 play 8C", "2 play JC", "3 play AH"),
            question=Question(
                ask=message("Who will win the trick?"),
                choices=WHO,
                truth=winner,
                script=("0 play QC",),
                wrong={
                    "3": message("Emil’s ace is a heart, and clubs were led. It can’t win."),
                    "2": message("Nora’s jack is high, but one club will be higher."),
                    "1": message("Leading isn’t winning: two clubs will beat the eight."),
                },
                hint=message("Look at the clubs only. There is no spade in this trick."),
            ),
            after=message("The queen is the highest club, and nobody played a spade."),
        ),
        Step(
            text=message(
                "Wanda led the queen of diamonds, and Nora put the king on it. Emil has no diamonds and "
                "played the three of spades. You have none either."
            ),
            at=DIAMONDS,
            before=("1 play QD", "2 play KD", "3 play 3S"),
            question=Question(
                ask=message("Win this trick."),
                goal=wins_trick(YOU),
                wrong={
                    "play AC": message(
                        "An ace, but of clubs: neither the suit that was led nor a spade. It can’t win."
                    ),
                    "play 2S": message("A spade is right, but Emil’s three beats your two."),
                },
                hint=message("Emil’s spade beats both diamonds. What beats his spade?"),
            ),
            after=message(
                "Your five is the highest spade. That is all there is to winning a trick: the highest spade "
                "wins, and without a spade the highest card of the suit led."
            ),
            problem=True,
        ),
    ),
)
