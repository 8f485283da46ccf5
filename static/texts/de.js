
'use strict';
{
  const globals = this;
  const django = globals.django || (globals.django = {});

  
  django.pluralidx = function(n) {
    const v = (n != 1);
    if (typeof v === 'boolean') {
      return v ? 1 : 0;
    } else {
      return v;
    }
  };
  

  /* gettext library */

  django.catalog = django.catalog || {};
  
  const newcatalog = {
    "%(a)s & %(b)s": "%(a)s & %(b)s",
    "%(a)s and %(b)s": "%(a)s und %(b)s",
    "%(a)s trick": "%(a)s Stich",
    "%(a)s tricks": "%(a)s Stiche",
    "%(card)s, a high spade": "%(card)s, ein hohes Pik",
    "%(card)s, can be played": "%(card)s, spielbar",
    "%(card)s, marked to pass": "%(card)s, zum Weitergeben gew\u00e4hlt",
    "%(card)s, passed to you": "%(card)s, an dich weitergegeben",
    "%(card)s, will be played on your turn": "%(card)s, wird gespielt, wenn du am Zug bist",
    "%(count)d suggestions": "%(count)d Vorschl\u00e4ge",
    "%(n)d d": "%(n)d T",
    "%(n)d h": "%(n)d Std.",
    "%(n)d min": "%(n)d min",
    "%(n)d thing differs from what the secret gives. See below.": [
      "%(n)d Ding weicht von dem ab, was das Geheimnis ergibt. Siehe unten.",
      "%(n)d Dinge weichen von dem ab, was das Geheimnis ergibt. Siehe unten."
    ],
    "%(n)s bag": [
      "%(n)s Bag",
      "%(n)s Bags"
    ],
    "%(n)s bot seat is free from the next hand.": [
      "%(n)s Bot-Platz ist ab dem n\u00e4chsten Blatt frei.",
      "%(n)s Bot-Pl\u00e4tze sind ab dem n\u00e4chsten Blatt frei."
    ],
    "%(n)s card": [
      "%(n)s Karte",
      "%(n)s Karten"
    ],
    "%(n)s card face down": [
      "%(n)s verdeckte Karte",
      "%(n)s verdeckte Karten"
    ],
    "%(n)s card left in the stock": [
      "%(n)s Karte noch im Stapel",
      "%(n)s Karten noch im Stapel"
    ],
    "%(n)s check failed. See the page for checking deals.": [
      "%(n)s Pr\u00fcfung ist fehlgeschlagen. Siehe die Seite zum Pr\u00fcfen der Karten.",
      "%(n)s Pr\u00fcfungen sind fehlgeschlagen. Siehe die Seite zum Pr\u00fcfen der Karten."
    ],
    "%(n)s comment": [
      "%(n)s Kommentar",
      "%(n)s Kommentare"
    ],
    "%(n)s contract made in a row": [
      "%(n)s erf\u00fcllter Kontrakt in Folge",
      "%(n)s erf\u00fcllte Kontrakte in Folge"
    ],
    "%(n)s contract missed by the others (%(points)s)": [
      "%(n)s verfehlter Kontrakt der anderen (%(points)s)",
      "%(n)s verfehlte Kontrakte der anderen (%(points)s)"
    ],
    "%(n)s cost %(points)s": "%(n)s kosten %(points)s",
    "%(n)s failed nil (%(points)s)": [
      "%(n)s gescheitertes Nil (%(points)s)",
      "%(n)s gescheiterte Nils (%(points)s)"
    ],
    "%(n)s missed contract (%(points)s)": [
      "%(n)s verfehlter Kontrakt (%(points)s)",
      "%(n)s verfehlte Kontrakte (%(points)s)"
    ],
    "%(n)s nil kept (%(points)s)": [
      "%(n)s gehaltenes Nil (%(points)s)",
      "%(n)s gehaltene Nils (%(points)s)"
    ],
    "%(n)s nil the others failed (%(points)s)": [
      "%(n)s gescheitertes Nil der anderen (%(points)s)",
      "%(n)s gescheiterte Nils der anderen (%(points)s)"
    ],
    "%(n)s of %(all)s": "%(n)s von %(all)s",
    "%(n)s of %(all)s chosen": "%(n)s von %(all)s gew\u00e4hlt",
    "%(n)s overtrick": [
      "%(n)s \u00dcberstich",
      "%(n)s \u00dcberstiche"
    ],
    "%(n)s seat is free": [
      "%(n)s Platz ist frei",
      "%(n)s Pl\u00e4tze sind frei"
    ],
    "%(n)s%": "%(n)s %",
    "%(name)s %(points)s, total %(total)s": "%(name)s %(points)s, gesamt %(total)s",
    "%(name)s asks to swap seats with you.": "%(name)s m\u00f6chte mit dir den Platz tauschen.",
    "%(name)s asks to swap seats with you: swap": "%(name)s m\u00f6chte mit dir den Platz tauschen: tauschen",
    "%(name)s bid and made more: %(winners)s points for contracts against %(losers)s.": "%(name)s haben mehr angesagt und geschafft: %(winners)s Punkte f\u00fcr Kontrakte gegen %(losers)s.",
    "%(name)s bid nil, so this is your contract": "%(name)s hat Nil geboten, also ist dies euer Kontrakt",
    "%(name)s bids %(bid)s.": "%(name)s bietet %(bid)s.",
    "%(name)s bids nil and %(n)s for the partner.": "%(name)s bietet Nil und %(n)s f\u00fcr den Partner.",
    "%(name)s can\u2019t sit at your tables or invite you, and you no longer see their messages.": "%(name)s kann nicht an deinen Tischen sitzen und dich nicht einladen, und du siehst die Nachrichten der Person nicht mehr.",
    "%(name)s has claimed the rest": "%(name)s hat den Rest beansprucht",
    "%(name)s has dealt.": "%(name)s hat gegeben.",
    "%(name)s has left.": "%(name)s ist gegangen.",
    "%(name)s is away.": "%(name)s ist abwesend.",
    "%(name)s is back.": "%(name)s ist wieder da.",
    "%(name)s is no longer blocked.": "%(name)s ist nicht mehr gesperrt.",
    "%(name)s keeps the %(card)s.": "%(name)s beh\u00e4lt %(card)s.",
    "%(name)s keeps the card.": "%(name)s beh\u00e4lt die Karte.",
    "%(name)s leads the %(card)s.": "%(name)s spielt %(card)s aus.",
    "%(name)s looks at the cards.": "%(name)s sieht sich die Karten an.",
    "%(name)s opened with %(n)s": "%(name)s hat mit %(n)s er\u00f6ffnet",
    "%(name)s opens with %(n)s.": "%(name)s er\u00f6ffnet mit %(n)s.",
    "%(name)s passed you %(cards)s": "%(name)s hat dir %(cards)s gegeben",
    "%(name)s passes %(cards)s.": "%(name)s gibt %(cards)s weiter.",
    "%(name)s passes %(n)s card.": [
      "%(name)s gibt %(n)s Karte weiter.",
      "%(name)s gibt %(n)s Karten weiter."
    ],
    "%(name)s plays %(card)s.": "%(name)s spielt %(card)s.",
    "%(name)s plays on for %(text)s.": "%(name)s spielt f\u00fcr %(text)s weiter.",
    "%(name)s plays the %(card)s.": "%(name)s spielt %(card)s.",
    "%(name)s proposes to stop this game without a result.": "%(name)s schl\u00e4gt vor, dieses Spiel ohne Ergebnis zu beenden.",
    "%(name)s refuses the %(gone)s and gets the %(card)s.": "%(name)s lehnt %(gone)s ab und bekommt %(card)s.",
    "%(name)s refuses the card.": "%(name)s lehnt die Karte ab.",
    "%(name)s says: %(text)s": "%(name)s sagt: %(text)s",
    "%(name)s sits down.": "%(name)s setzt sich.",
    "%(name)s throws the hand in.": "%(name)s wirft das Blatt ein.",
    "%(name)s to bid": "%(name)s bietet",
    "%(name)s to draw": "%(name)s zieht",
    "%(name)s to pass cards": "%(name)s gibt Karten weiter",
    "%(name)s to play": "%(name)s ist am Zug",
    "%(name)s wins the trick.": "%(name)s gewinnt den Stich.",
    "%(name)s won it": "%(name)s hat ihn gewonnen",
    "%(name)s: %(bid)s.": "%(name)s: %(bid)s.",
    "%(name)s: contract %(bid)s, won %(won)s": "%(name)s: Kontrakt %(bid)s, %(won)s gemacht",
    "%(name)s: won %(won)s, %(points)s a trick": "%(name)s: %(won)s gemacht, %(points)s je Stich",
    "%(names)s win": "%(names)s gewinnen",
    "%(names)s wins": "%(names)s gewinnt",
    "%(points)s per trick": "%(points)s pro Stich",
    "%(span)s ago": "vor %(span)s",
    "%(turn)s per turn": "%(turn)s pro Zug",
    "%(turn)s per turn and %(bank)s in the bank": "%(turn)s pro Zug und %(bank)s Reserve",
    "A blind bid pays more. Once you look, the chance is gone.": "Ein blindes Gebot z\u00e4hlt mehr. Wenn du hinsiehst, ist die Gelegenheit vorbei.",
    "A bot plays for %(name)s": "Ein Bot spielt f\u00fcr %(name)s",
    "A bot plays for you.": "Ein Bot spielt f\u00fcr dich.",
    "A bot plays on in your seat. Meanwhile you or somebody else can take over the seat.": "Ein Bot spielt auf deinem Platz weiter. Solange er das tut, kannst du oder jemand anderes den Platz \u00fcbernehmen.",
    "A contract of all tricks was made, which wins the game.": "Ein Kontrakt \u00fcber alle Stiche wurde erf\u00fcllt, das gewinnt das Spiel.",
    "A problem to end with": "Eine Aufgabe zum Schluss",
    "A side won fewer tricks than the board in the first hand, which loses the game.": "Eine Seite hat im ersten Blatt weniger Stiche als den Mindestkontrakt gemacht, das verliert das Spiel.",
    "About %(name)s": "\u00dcber %(name)s",
    "Add a bot": "Bot dazusetzen",
    "Add a bot at seat %(n)s": "Bot auf Platz %(n)s setzen",
    "After hand %(n)s": "Nach Blatt %(n)s",
    "All lessons": "Alle Lektionen",
    "All problems": "Alle Aufgaben",
    "All rules": "Alle Regeln",
    "Anything to add?": "Noch etwas dazu?",
    "Ask %(name)s to swap seats": "%(name)s um Platztausch bitten",
    "Ask to swap": "Um Tausch bitten",
    "Asked to swap": "Um Tausch gebeten",
    "Autoplay": "Abspielen",
    "Back": "Zur\u00fcck",
    "Back to the lobby": "Zur\u00fcck zur Lobby",
    "Bags": "Bags",
    "Bid %(n)s": "%(n)s bieten",
    "Bid before you look?": "Bieten, bevor du hinsiehst?",
    "Bid blind %(n)s": "Blind %(n)s bieten",
    "Bid blind nil": "Blind Nil bieten",
    "Bid nil": "Nil bieten",
    "Bid nil and %(n)s": "Nil und %(n)s bieten",
    "Bid so far: %(sum)s of %(tricks)s": "Bisher geboten: %(sum)s von %(tricks)s",
    "Blind bid": "Blindes Gebot",
    "Blind nil": "Blind Nil",
    "Block": "Sperren",
    "Boston": "Boston",
    "Boston: %(name)s": "Boston: %(name)s",
    "Both nils kept: %(name)s": "Beide Nil gehalten: %(name)s",
    "Bots take the free seats in": "Bots nehmen die freien Pl\u00e4tze in",
    "Bots\u2019 level": "St\u00e4rke der Bots",
    "Cancel": "Abbrechen",
    "Cards still out": "Noch im Spiel",
    "Chat": "Chat",
    "Chat channel": "Chatkanal",
    "Chat off": "Chat aus",
    "Chat, %(n)s new message": [
      "Chat, %(n)s neue Nachricht",
      "Chat, %(n)s neue Nachrichten"
    ],
    "Check the deals": "Karten pr\u00fcfen",
    "Choice": "Wahl",
    "Choose %(n)s card for %(name)s": [
      "W\u00e4hle %(n)s Karte f\u00fcr %(name)s",
      "W\u00e4hle %(n)s Karten f\u00fcr %(name)s"
    ],
    "Choose a bid": "W\u00e4hle ein Gebot",
    "Choose a record file or paste its text first.": "W\u00e4hle zuerst eine Protokolldatei, oder f\u00fcge ihren Text ein.",
    "Choose cards to pass": "W\u00e4hle Karten zum Weitergeben",
    "Choose how many tricks you will take": "W\u00e4hle, wie viele Stiche du machst",
    "Choose\u2026": "W\u00e4hle \u2026",
    "Chosen": "Gew\u00e4hlt",
    "Claim the rest": "Den Rest beanspruchen",
    "Claimed the rest: %(name)s": "Rest beansprucht: %(name)s",
    "Claimed the rest: %(name)s, %(n)s trick": [
      "Rest beansprucht: %(name)s, %(n)s Stich",
      "Rest beansprucht: %(name)s, %(n)s Stiche"
    ],
    "Close": "Schlie\u00dfen",
    "Close the chat": "Chat schlie\u00dfen",
    "Comment": "Kommentieren",
    "Commitment": "Festlegung",
    "Compare it with the commitment that the table showed when the game began:": "Vergleiche sie mit der Festlegung, die der Tisch zu Beginn des Spiels gezeigt hat:",
    "Connected again.": "Wieder verbunden.",
    "Connecting to the table\u2026": "Verbindung zum Tisch wird aufgebaut \u2026",
    "Connection lost. Reconnecting\u2026": "Verbindung verloren. Neuer Versuch \u2026",
    "Continue": "Weiter",
    "Copied": "Kopiert",
    "Copy link": "Link kopieren",
    "Copy link to this position": "Link zu dieser Stellung kopieren",
    "Copy this address": "Diese Adresse kopieren",
    "Create an account": "Konto anlegen",
    "Dealer": "Geber",
    "Dealing the cards again\u2026": "Die Karten werden noch einmal ausgeteilt \u2026",
    "Deals checked": "Karten gepr\u00fcft",
    "Discards": "Abgelegt",
    "Don\u2019t trust these deals: the commitment isn\u2019t the one that your browser saw at the table.": "Trau diesen Karten nicht: Die Festlegung ist nicht die, die dein Browser am Tisch gesehen hat.",
    "Don\u2019t trust these deals: the list of hashes isn\u2019t the one that your browser saw before it revealed its salt.": "Trau diesen Karten nicht: Die Liste der Hashes ist nicht die, die dein Browser sah, bevor er sein Salt aufdeckte.",
    "Don\u2019t trust these deals: what determines them was changed after your browser saw it.": "Trau diesen Karten nicht: Was sie festlegt, wurde ge\u00e4ndert, nachdem dein Browser es gesehen hatte.",
    "Draw for the first deal": "Auslosung des ersten Gebers",
    "Drawn for the deal: %(cards)s. %(name)s deals.": "Zum Auslosen des Gebers gezogen: %(cards)s. %(name)s gibt.",
    "During this game, players can only use these phrases. Free text is allowed afterwards.": "In diesem Spiel k\u00f6nnen die Spieler nur diese Floskeln verwenden. Danach ist freier Text erlaubt.",
    "During this game, players react between hands.": "In diesem Spiel reagiert ihr zwischen den Bl\u00e4ttern.",
    "Empty seat": "Freier Platz",
    "Every seat is taken. The game begins when everybody is here.": "Alle Pl\u00e4tze sind besetzt. Das Spiel beginnt, wenn alle da sind.",
    "Everybody can read this. To write, play as a guest or sign in.": "Das hier k\u00f6nnen alle lesen. Um zu schreiben, spiel als Gast oder melde dich an.",
    "Everybody can read this. To write, sign in.": "Das hier k\u00f6nnen alle lesen. Um zu schreiben, melde dich an.",
    "Everything agrees: the secret gives exactly the cards of the %(n)d hand.": [
      "Alles stimmt: Das Geheimnis ergibt genau die Karten von %(n)d Blatt.",
      "Alles stimmt: Das Geheimnis ergibt genau die Karten aller %(n)d Bl\u00e4tter."
    ],
    "Fill with bots": "Mit Bots f\u00fcllen",
    "Final score": "Endstand",
    "First dealer (seat, from 0)": "Erster Geber (Platz, ab 0)",
    "First place is shared: %(names)s": "Geteilter erster Platz: %(names)s",
    "Four-colour deck": "Vier Farben",
    "Game %(n)d": "Spiel %(n)d",
    "Go to hand": "Zum Blatt",
    "Go to my table": "Zu meinem Tisch",
    "Go to the match": "Zum Match",
    "Go to the tournament": "Weiter zum Turnier",
    "Guests can only use these phrases here. Create an account to write freely.": "G\u00e4ste k\u00f6nnen hier nur diese Floskeln verwenden. Leg ein Konto an, um frei zu schreiben.",
    "Hand": "Blatt",
    "Hand %(n)d": "Blatt %(n)d",
    "Hand %(n)s": "Blatt %(n)s",
    "Hand %(n)s is over. %(scores)s.": "Blatt %(n)s ist vorbei. %(scores)s.",
    "Hand %(n)s of %(all)s": "Blatt %(n)s von %(all)s",
    "Hand %(n)s, the last": "Blatt %(n)s, das letzte",
    "Hand %(n)s.": "Blatt %(n)s.",
    "Hand %(n)s. You have %(cards)s.": "Blatt %(n)s. Du hast %(cards)s.",
    "Hand: by rank": "Blatt: nach Wert",
    "Hand: by suit, high first": "Blatt: nach Farbe, hohe zuerst",
    "Hand: by suit, low first": "Blatt: nach Farbe, niedrige zuerst",
    "Hide": "Verbergen",
    "Hide reactions": "Reaktionen ausblenden",
    "Hint": "Tipp",
    "How this was found": "Wie das ermittelt wurde",
    "How to go on": "Wie es weitergeht",
    "In favour of stopping: %(names)s": "F\u00fcr das Beenden: %(names)s",
    "Invite": "Einladen",
    "Invite a player by name": "Spieler mit Namen einladen",
    "Invited: %(names)s": "Eingeladen: %(names)s",
    "It stops when every player agrees. Nobody\u2019s rating changes.": "Es endet, wenn alle Spieler zustimmen. Niemandes Wertung \u00e4ndert sich.",
    "I\u2019m ready": "Ich bin bereit",
    "Join the next game": "Zum n\u00e4chsten Spiel",
    "Keep it": "Behalten",
    "Keep the card or refuse it": "Behalte die Karte oder lehne sie ab",
    "Keys": "Tasten",
    "Large card faces": "Gro\u00dfe Kartenbilder",
    "Last hand from": "Letztes Blatt ab",
    "Last trick": "Letzter Stich",
    "Leave": "Gehen",
    "Leave practice": "\u00dcbung verlassen",
    "Leave the table": "Tisch verlassen",
    "Leave the table?": "Den Tisch verlassen?",
    "Left out, because they weren\u2019t revealed in time: %(n)d": "Ausgelassen, weil nicht rechtzeitig aufgedeckt: %(n)d",
    "Lesson finished.": "Lektion geschafft.",
    "Line by line": "Zeile f\u00fcr Zeile",
    "Look at my cards": "Meine Karten ansehen",
    "Maximum hands": "H\u00f6chstzahl der Bl\u00e4tter",
    "Messages": "Nachrichten",
    "More": "Mehr",
    "Move here": "Hierher wechseln",
    "Move through the game": "Durch das Spiel gehen",
    "Mute": "Stummschalten",
    "New game": "Neues Spiel",
    "Next card that cost points": "N\u00e4chste Karte, die Punkte gekostet hat",
    "Next free table": "N\u00e4chster freier Tisch",
    "Next hand": "N\u00e4chstes Blatt",
    "Next hand: %(how)s": "N\u00e4chstes Blatt: %(how)s",
    "Nil": "Nil",
    "Nil broken: %(name)s": "Nil gescheitert: %(name)s",
    "Nil kept: %(name)s": "Nil gehalten: %(name)s",
    "No connection": "Keine Verbindung",
    "No hand has been scored yet.": "Noch ist kein Blatt abgerechnet.",
    "No hand is finished yet. Each hand\u2019s points will appear here, line by line.": "Noch ist kein Blatt zu Ende. Hier erscheinen dann die Punkte jedes Blatts, Zeile f\u00fcr Zeile.",
    "No messages from players yet. Everybody at the table can read this.": "Noch keine Nachrichten von Spielern. Alle am Tisch k\u00f6nnen das hier lesen.",
    "No messages from spectators yet.": "Noch keine Nachrichten von Zuschauern.",
    "No player contributed a salt: the server alone determined these deals.": "Niemand hat ein Salt beigesteuert: Der Server allein hat diese Karten bestimmt.",
    "No trick is finished yet.": "Noch ist kein Stich zu Ende.",
    "Nobody can take another trick from you.": "Niemand kann dir noch einen Stich nehmen.",
    "Not now": "Jetzt nicht",
    "Notify me outside this page too": "Auch au\u00dferhalb dieser Seite melden",
    "Now the players draw their cards from the stock.": "Jetzt ziehen alle ihre Karten vom Stapel.",
    "OK": "OK",
    "Older messages aren\u2019t shown.": "\u00c4ltere Nachrichten werden nicht gezeigt.",
    "On your turn: %(card)s": "Wenn du am Zug bist: %(card)s",
    "One side won all tricks, which wins the game.": "Eine Seite hat alle Stiche gewonnen, das gewinnt das Spiel.",
    "One step back": "Einen Schritt zur\u00fcck",
    "One step forward": "Einen Schritt weiter",
    "Only players can write here.": "Hier k\u00f6nnen nur die Spieler schreiben.",
    "Only spectators can write here. They can read what you write to players.": "Hier k\u00f6nnen nur Zuschauer schreiben. Sie k\u00f6nnen lesen, was du den Spielern schreibst.",
    "Other rules": "Andere Regeln",
    "Our contract %(bid)s, won %(won)s": "Unser Kontrakt %(bid)s, %(won)s gemacht",
    "Pass these cards": "Diese Karten weitergeben",
    "Pause": "Anhalten",
    "People": "Leute",
    "Phrases": "Floskeln",
    "Picture of this position": "Bild dieser Stellung",
    "Play again": "Noch einmal spielen",
    "Play as a guest": "Als Gast spielen",
    "Play on": "Weiterspielen",
    "Play on after all": "Weiterspielen",
    "Play to": "Gespielt bis",
    "Players": "Spieler",
    "Points": "Punkte",
    "Position in the hand": "Stelle im Blatt",
    "Previous hand": "Voriges Blatt",
    "Provisional: few games played yet": "Vorl\u00e4ufig: erst wenige Spiele gespielt",
    "Rating": "Wertung",
    "Reactions": "Reaktionen",
    "Reduce motion": "Weniger Bewegung",
    "Refuse it": "Ablehnen",
    "Reload": "Neu laden",
    "Replay": "Wiederholung",
    "Report": "Melden",
    "Report a player": "Einen Spieler melden",
    "Report to the site\u2019s staff": "Dem Betrieb der Seite melden",
    "Rules of this table": "Regeln dieses Tischs",
    "Same cards again": "Dieselben Karten noch einmal",
    "Score sheet": "Punktezettel",
    "Seat %(n)s": "Platz %(n)s",
    "See the table from the next seat": "Den Tisch vom n\u00e4chsten Platz aus sehen",
    "See what you missed": "Was dir entgangen ist",
    "Send": "Senden",
    "Send the report": "Meldung senden",
    "Sending\u2026": "Wird gesendet \u2026",
    "Set: %(name)s": "Verfehlt: %(name)s",
    "Sets decided the game, not points: %(counts)s.": "Verfehlte Kontrakte haben das Spiel entschieden, nicht die Punkte: %(counts)s.",
    "Show": "Anzeigen",
    "Show the cards of": "Karten zeigen von",
    "Shuffling: every browser reveals its salt\u2026": "Es wird gemischt: Jeder Browser deckt sein Salt auf \u2026",
    "Side %(n)s": "Seite %(n)s",
    "Sign in": "Anmelden",
    "Sit at seat %(n)s": "Auf Platz %(n)s setzen",
    "Sit down": "Hinsetzen",
    "Sit here": "Hier sitzen",
    "Sounds: off": "T\u00f6ne: aus",
    "Sounds: on": "T\u00f6ne: an",
    "Sounds: soft": "T\u00f6ne: leise",
    "Spades are broken": "Pik ist gebrochen",
    "Spades are broken.": "Pik ist gebrochen.",
    "Spades are not broken yet, so they can\u2019t be led.": "Pik ist noch nicht gebrochen und darf nicht ausgespielt werden.",
    "Spades not broken": "Pik ist nicht gebrochen",
    "Spectators": "Zuschauer",
    "Stay": "Bleiben",
    "Step %(n)s of %(all)s": "Schritt %(n)s von %(all)s",
    "Stock: %(n)s": "Stapel: %(n)s",
    "Stop the game": "Spiel beenden",
    "Stop the game without a result?": "Das Spiel ohne Ergebnis beenden?",
    "Swap seats": "Pl\u00e4tze tauschen",
    "Swap seats with %(name)s": "Platz mit %(name)s tauschen",
    "Table tools": "Werkzeuge des Tischs",
    "Take a seat": "Platz nehmen",
    "Take back": "Zur\u00fccknehmen",
    "Take my seat back": "Meinen Platz zur\u00fccknehmen",
    "Take the seat of %(name)s": "Platz von %(name)s \u00fcbernehmen",
    "Thanks, the staff will look at it.": "Danke, der Betrieb sieht es sich an.",
    "That card can\u2019t be played now.": "Diese Karte kann jetzt nicht gespielt werden.",
    "That card can\u2019t be played to the first trick.": "Diese Karte kann nicht zum ersten Stich gespielt werden.",
    "That didn\u2019t work. Check your connection and try again.": "Das hat nicht geklappt. Pr\u00fcf deine Verbindung und versuch es noch einmal.",
    "That isn\u2019t a game record: it can\u2019t be read as JSON (%(error)s).": "Das ist kein Spielprotokoll: Es l\u00e4sst sich nicht als JSON lesen (%(error)s).",
    "That record can\u2019t be checked. %(place)s: %(reason)s": "Dieses Protokoll l\u00e4sst sich nicht pr\u00fcfen. %(place)s: %(reason)s",
    "The %(card)s can\u2019t be played now. Choose another card.": "%(card)s kann jetzt nicht gespielt werden. W\u00e4hle eine andere Karte.",
    "The arbiter paused this table.": "Der Schiedsrichter hat diesen Tisch unterbrochen.",
    "The arbiter: %(text)s": "Schiedsrichter: %(text)s",
    "The bots take longer than usual. This deal waits for them, so that everybody meets the same bots. You can leave, and play on until midnight UTC.": "Die Bots brauchen l\u00e4nger als sonst. Dieses Blatt wartet auf sie, damit alle gegen dieselben Bots spielen. Du kannst gehen und bis Mitternacht (UTC) weiterspielen.",
    "The bots that think ahead don\u2019t answer at the moment. Until they do, bots play at the level Relaxed.": "Die Bots, die vorausrechnen, antworten gerade nicht. Bis sie es tun, spielen die Bots auf der Stufe Locker.",
    "The cards as dealt": "Die Karten, wie sie ausgeteilt wurden",
    "The cards of %(name)s": "Die Karten von %(name)s",
    "The chat is off in this browser: nothing is shown or read out.": "Der Chat ist in diesem Browser aus: Nichts wird gezeigt oder vorgelesen.",
    "The deals don\u2019t match what your browser saw. See \u201cCheck the deals\u201d.": "Die Karten stimmen nicht mit dem \u00fcberein, was dein Browser gesehen hat. Sieh unter \u201eKarten pr\u00fcfen\u201c nach.",
    "The game ends when all present players agree. Nobody wins.": "Es endet, wenn alle anwesenden Spieler zustimmen. Niemand gewinnt.",
    "The game goes on.": "Das Spiel geht weiter.",
    "The game is drawn": "Das Spiel ist unentschieden",
    "The game is over": "Das Spiel ist vorbei",
    "The game is over. %(winner)s.": "Das Spiel ist vorbei. %(winner)s.",
    "The game\u2019s data could not be loaded. Check your connection and load the page again.": "Die Daten des Spiels lie\u00dfen sich nicht laden. Pr\u00fcf deine Verbindung und lade die Seite neu.",
    "The game\u2019s record": "Spielprotokoll",
    "The game\u2019s replay": "Zur Wiederholung der Partie",
    "The lowest total wins here.": "Hier gewinnt der niedrigste Stand.",
    "The next hand is being dealt": "Das n\u00e4chste Blatt wird ausgeteilt",
    "The others bid and made more: %(winners)s points for contracts against your %(losers)s.": "Die anderen haben mehr angesagt und geschafft: %(winners)s Punkte f\u00fcr Kontrakte gegen eure %(losers)s.",
    "The players\u2019 salts": "Salts der Spieler",
    "The record can\u2019t be checked: %(place)s.": "Das Protokoll l\u00e4sst sich nicht pr\u00fcfen: %(place)s.",
    "The record has: %(cards)s": "Im Protokoll steht: %(cards)s",
    "The rules with examples (new tab)": "Die Regeln mit Beispielen (neuer Tab)",
    "The same people are playing again: a table is open.": "Dieselben Leute spielen noch einmal: Ein Tisch ist offen.",
    "The secret gives: %(cards)s": "Das Geheimnis ergibt: %(cards)s",
    "The secret matches its commitment, and %(n)s hand was dealt accordingly.": [
      "Das Geheimnis passt zu seiner Festlegung, und %(n)s Blatt wurde entsprechend ausgeteilt.",
      "Das Geheimnis passt zu seiner Festlegung, und alle %(n)s Bl\u00e4tter wurden entsprechend ausgeteilt."
    ],
    "The staff also see the latest messages and the seating.": "Der Betrieb sieht auch die letzten Nachrichten und wer wo sitzt.",
    "The table has closed this page\u2019s connection.": "Der Tisch hat die Verbindung dieser Seite geschlossen.",
    "The table is full. Will you play?": "Der Tisch ist voll. Spielst du mit?",
    "The table\u2019s record couldn\u2019t be loaded. It is available once the game is over: try again then.": "Das Protokoll des Tischs lie\u00df sich nicht laden. Es ist verf\u00fcgbar, sobald das Spiel vorbei ist: Versuch es dann noch einmal.",
    "Their contract %(bid)s, won %(won)s": "Euer Kontrakt %(bid)s, %(won)s gemacht",
    "Theme": "Farbschema",
    "There is nobody else here to report.": "Sonst ist niemand hier, den du melden k\u00f6nntest.",
    "They": "Ihr",
    "This browser stored nothing from the start of this game, so it can\u2019t tell whether your salt is in the deals. Use the browser you played with.": "Dieser Browser hat vom Beginn dieses Spiels nichts gespeichert und kann nicht sagen, ob dein Salt in den Karten steckt. Nimm den Browser, mit dem du gespielt hast.",
    "This browser\u2019s salt isn\u2019t in these deals: it came too late, or another of your devices contributed one.": "Das Salt dieses Browsers steckt nicht in diesen Karten: Es kam zu sp\u00e4t, oder ein anderes deiner Ger\u00e4te hat eins beigesteuert.",
    "This game is rated. A bot plays on for you, and the game counts as lost for you unless you come back and take your seat again.": "Diese Partie wird gewertet. Ein Bot spielt f\u00fcr dich weiter, und die Partie z\u00e4hlt f\u00fcr dich als verloren, wenn du nicht zur\u00fcckkommst und deinen Platz wieder einnimmst.",
    "This hand bids itself": "In diesem Blatt wird nicht geboten",
    "This hand is the last.": "Dieses Blatt ist das letzte.",
    "This hand: %(how)s": "Dieses Blatt: %(how)s",
    "This table was abandoned": "Dieser Tisch wurde aufgegeben",
    "Throw in": "Einwerfen",
    "Throw the hand in": "Blatt einwerfen",
    "Thrown in: %(name)s": "Eingeworfen: %(name)s",
    "Thrown in: all bids together were too low": "Eingeworfen: alle Gebote zusammen waren zu niedrig",
    "Time bank": "Zeitreserve",
    "Time is up: this hand is the last.": "Die Zeit ist um: Dieses Blatt ist das letzte.",
    "Time left for this turn": "Restzeit f\u00fcr diesen Zug",
    "Time left for this turn, and %(bank)s in the bank": "Restzeit f\u00fcr diesen Zug und %(bank)s Reserve",
    "Time per turn": "Zeit pro Zug",
    "To the ranking": "Zur Rangliste",
    "Total": "Gesamt",
    "Trick %(n)s": "Stich %(n)s",
    "Trick %(n)s of %(all)s": "Stich %(n)s von %(all)s",
    "Trick %(n)s: %(name)s played the %(card)s while holding %(suit)s.": "Stich %(n)s: %(name)s hat %(card)s gespielt, trotz %(suit)s auf der Hand.",
    "Trick %(n)s: you played the %(card)s while holding %(suit)s.": "Stich %(n)s: Du hast %(card)s gespielt, trotz %(suit)s auf der Hand.",
    "Try %(action)s.": "Versuch es so: %(action)s.",
    "Turn the chat on": "Chat einschalten",
    "Undo": "R\u00fcckg\u00e4ngig",
    "Until the game is over, only members can read and write here. Sign in to join in.": "Bis das Spiel vorbei ist, k\u00f6nnen hier nur Mitglieder lesen und schreiben. Melde dich an, um mitzureden.",
    "Waiting for players": "Warten auf Spieler",
    "Waiting for players who aren\u2019t here yet:": "Warten auf Spieler, die noch nicht da sind:",
    "Waiting for the other tables of the round, which get the same cards\u2026": "Warten auf die anderen Tische der Runde, die dieselben Karten bekommen \u2026",
    "Watch the next game": "Das n\u00e4chste Spiel ansehen",
    "Watching: next seat": "Zusehen: n\u00e4chster Platz",
    "We": "Wir",
    "What cost %(name)s most: %(what)s.": "Das kostete %(name)s am meisten: %(what)s.",
    "What cost you most: %(what)s.": "Das kostete am meisten: %(what)s.",
    "What happened?": "Was ist geschehen?",
    "What the others hold": "Was die anderen halten",
    "What the words mean (new tab):": "Was die W\u00f6rter bedeuten (neuer Tab):",
    "What won it: %(what)s.": "Das brachte den Sieg: %(what)s.",
    "While other tables play the same deals, only these phrases are allowed.": "Solange andere Tische dieselben Karten spielen, sind nur diese Floskeln erlaubt.",
    "Who is it about?": "Um wen geht es?",
    "With %(name)s\u2019s %(bid)s that makes %(sum)s": "Mit %(bid)s von %(name)s macht das %(sum)s",
    "With an account you keep this game and can play for a rating.": "Mit einem Konto beh\u00e4ltst du dieses Spiel und kannst um eine Wertung spielen.",
    "Working\u2026": "Einen Moment \u2026",
    "Write a message": "Nachricht schreiben",
    "You": "Du",
    "You and %(name)s win": "Du und %(name)s gewinnt",
    "You are now signed in as %(name)s, who has no seat here.": "Du bist jetzt als %(name)s angemeldet und hast damit hier keinen Platz.",
    "You are watching": "Du schaust zu",
    "You bid and made more: %(winners)s points for contracts against %(losers)s.": "Ihr habt mehr angesagt und geschafft: %(winners)s Punkte f\u00fcr Kontrakte gegen %(losers)s.",
    "You bid first": "Du bietest zuerst",
    "You can see what %(name)s writes again.": "Du siehst wieder, was %(name)s schreibt.",
    "You decide for your partner too. A blind bid pays more. Once you look, the chance is gone.": "Du entscheidest auch f\u00fcr deinen Partner. Ein blindes Gebot bringt mehr. Sobald du hinsiehst, ist die Gelegenheit vorbei.",
    "You drew the %(card)s": "Du hast %(card)s gezogen",
    "You have %(suit)s, so you must follow with one of them.": "Du hast %(suit)s, also musst du bedienen.",
    "You join in after %(n)s more trick. A bot plays this hand.": [
      "Du spielst nach noch %(n)s Stich mit. Dieses Blatt spielt ein Bot.",
      "Du spielst nach noch %(n)s Stichen mit. Dieses Blatt spielt ein Bot."
    ],
    "You join in at the next hand. A bot plays this one.": "Du spielst ab dem n\u00e4chsten Blatt mit. Dieses spielt ein Bot.",
    "You joined during the game, so your browser had no part in its deals.": "Du bist w\u00e4hrend des Spiels dazugekommen, darum war dein Browser am Austeilen der Karten nicht beteiligt.",
    "You lost %(own)s : %(other)s": "Verloren: %(own)s : %(other)s",
    "You no longer see what %(name)s writes, at any table.": "Du siehst nicht mehr, was %(name)s schreibt, an keinem Tisch.",
    "You open for your side: your number binds nobody": "Du er\u00f6ffnest f\u00fcr deine Seite: Deine Zahl bindet niemanden",
    "You play %(card)s.": "Du spielst %(card)s.",
    "You take the %(card)s.": "Du nimmst die Karte: %(card)s.",
    "You were away when the table filled up, so you lost your seat.": "Du warst weg, als der Tisch voll wurde, und hast deinen Platz verloren.",
    "You were signed out in another window. Sign in to take your seat again.": "Du wurdest in einem anderen Fenster abgemeldet. Melde dich an, um deinen Platz wieder einzunehmen.",
    "You win": "Du gewinnst",
    "You win the trick.": "Du gewinnst den Stich.",
    "You won %(own)s : %(other)s": "Gewonnen: %(own)s : %(other)s",
    "You won it": "Du hast ihn gewonnen",
    "Your bid": "Dein Gebot",
    "Your cards": "Deine Karten",
    "Your discards": "Von dir abgelegt",
    "Your lead": "Du spielst aus",
    "Your move is on its way. It will count once the connection is back.": "Dein Zug ist unterwegs. Er z\u00e4hlt, sobald die Verbindung wieder da ist.",
    "Your next match, if any, is listed on the tournament\u2019s page.": "Dein n\u00e4chstes Match steht, wenn es eines gibt, auf der Seite des Turniers.",
    "Your nil, and %(name)s\u2019s number": "Dein Nil und die Zahl f\u00fcr %(name)s",
    "Your own salt is in these deals: until your browser revealed it, nobody could know them.": "Dein eigenes Salt steckt in diesen Karten: Bis dein Browser es aufdeckte, konnte niemand sie kennen.",
    "Your salt was left out of these deals, though your browser had committed to it. If you were connected at the start, the server dropped it.": "Dein Salt wurde bei diesen Karten ausgelassen, obwohl dein Browser sich darauf festgelegt hatte. Warst du zu Beginn verbunden, hat der Server es unterschlagen.",
    "Your side\u2019s bid": "Das Gebot deiner Seite",
    "Your turn: follow %(suit)s": "Dein Zug: %(suit)s bedienen",
    "Your turn: no %(suit)s, play any card": "Dein Zug: kein %(suit)s, spiel irgendeine Karte",
    "a bid of %(bid)s": "Gebot %(bid)s",
    "a bid of nil and %(n)s": "Nil und %(n)s",
    "a bot played": "ein Bot hat gespielt",
    "a bot plays": "ein Bot spielt",
    "ace": "Ass",
    "agrees": "stimmt",
    "away": "weg",
    "bag": "Bag",
    "bag %(a)s": "Bag %(a)s",
    "bag %(a)s, %(b)s times": "Bag %(a)s, %(b)s-mal",
    "bags (%(points)s)": "Bags (%(points)s)",
    "bank": "Reserve",
    "before": "bisher",
    "begins with %(points)s points": "beginnt mit %(points)s Punkten",
    "bid": "Gebot",
    "bid %(bid)s": "Gebot %(bid)s",
    "bidding now": "jetzt am Zug",
    "big joker": "gro\u00dfer Joker",
    "blind %(bid)s": "blind %(bid)s",
    "blind contract %(a)s": "blinder Kontrakt %(a)s",
    "blind contract %(a)s made with a revoke": "blinder Kontrakt %(a)s erf\u00fcllt, mit Farbverleugnung",
    "blind contract %(a)s set, %(b)s won": "blinder Kontrakt %(a)s verfehlt, %(b)s gemacht",
    "blind nil": "Blind Nil",
    "blind nil broken": "Blind Nil gescheitert",
    "blind nil from %(points)s points behind": "Blind Nil ab %(points)s Punkten R\u00fcckstand",
    "blind nil kept": "Blind Nil gehalten",
    "bot": "Bot",
    "both nils kept": "beide Nil gehalten",
    "card\u0004%(rank)s of %(suit)s": "%(suit)s-%(rank)s",
    "casual": "frei",
    "choose a bid": "ein Gebot w\u00e4hlen",
    "close": "schlie\u00dfen",
    "clubs": "Kreuz",
    "contract": "Kontrakt",
    "contract %(a)s": "Kontrakt %(a)s",
    "contract %(a)s made with a revoke": "Kontrakt %(a)s erf\u00fcllt, mit Farbverleugnung",
    "contract %(a)s set, %(b)s won": "Kontrakt %(a)s verfehlt, %(b)s gemacht",
    "diamonds": "Karo",
    "differs": "weicht ab",
    "drew %(card)s": "zog %(card)s",
    "each costs %(points)s": "jeder kostet %(points)s",
    "everybody": "alle",
    "everybody bids %(n)s": "alle bieten %(n)s",
    "everybody bids nil": "alle bieten Nil",
    "everybody bids their number of spades": "alle bieten die Zahl ihrer Pik-Karten",
    "everybody bids their number of spades, or nil": "alle bieten die Zahl ihrer Pik-Karten oder Nil",
    "for ratings from %(low)s": "f\u00fcr Wertungen ab %(low)s",
    "for ratings from %(low)s to %(high)s": "f\u00fcr Wertungen von %(low)s bis %(high)s",
    "for ratings up to %(high)s": "f\u00fcr Wertungen bis %(high)s",
    "free bidding": "freies Bieten",
    "hearts": "Herz",
    "house rule": "Hausregel",
    "house rules": "Hausregeln",
    "in %(span)s": "in %(span)s",
    "in the game": "in der Partie",
    "it is missing.": "es fehlt.",
    "it is not what it should be.": "es ist nicht, was es sein soll.",
    "it must be 64 hexadecimal digits.": "es m\u00fcssen 64 hexadezimale Ziffern sein.",
    "it must be a text of at most 256 bytes.": "es muss ein Text von h\u00f6chstens 256 Byte sein.",
    "it must be different cards such as AS or TD.": "es m\u00fcssen verschiedene Karten wie AS oder TD sein.",
    "jack": "Bube",
    "keeping the card": "die Karte behalten",
    "king": "K\u00f6nig",
    "last hand": "letztes Blatt",
    "last hand from %(time)s": "letztes Blatt ab %(time)s",
    "last trick": "letzter Stich",
    "level\u0004Club": "Ge\u00fcbt",
    "level\u0004Relaxed": "Locker",
    "level\u0004Strong": "Stark",
    "little joker": "kleiner Joker",
    "looking at your cards": "die Karten ansehen",
    "move between your cards": "durch deine Karten gehen",
    "nil": "Nil",
    "nil broken": "Nil gescheitert",
    "nil kept": "Nil gehalten",
    "no contract yet": "noch kein Kontrakt",
    "no trick: \u00b1%(points)s": "kein Stich: \u00b1%(points)s",
    "nobody bids": "niemand bietet",
    "not played": "nicht gespielt",
    "not ready": "nicht bereit",
    "now": "jetzt",
    "one of two partners bids nil": "einer von zwei Partnern bietet Nil",
    "opened with %(n)s": "mit %(n)s er\u00f6ffnet",
    "partner": "Partner",
    "passing on %(cards)s": "%(cards)s weitergeben",
    "play the card or press the button": "Karte spielen oder Knopf dr\u00fccken",
    "played by somebody who has left": "gespielt von jemandem, der gegangen ist",
    "queen": "Dame",
    "rated": "gewertet",
    "rated, for members": "gewertet, f\u00fcr Mitglieder",
    "refusing the card": "die Karte ablehnen",
    "score sheet": "Punktezettel",
    "set %(n)s of %(limit)s": "%(n)s von %(limit)s verfehlt",
    "set %(n)s of %(limit)s in a row": "%(n)s von %(limit)s in Folge verfehlt",
    "shows your cards, no points, a new deal": "zeigt deine Karten, keine Punkte, es wird neu gegeben",
    "spades": "Pik",
    "take no trick": "mach keinen Stich",
    "tenth bag": "zehnter Bag",
    "tenth bag, %(a)s times": "zehnter Bag, %(a)s-mal",
    "the %(card)s": "%(card)s",
    "the board is %(n)s": "mindestens %(n)s",
    "the last bidder makes all bids %(n)s together": "wer zuletzt bietet, bringt alle Gebote auf %(n)s",
    "the next card is discarded, unseen by your opponent": "die n\u00e4chste Karte wird abgelegt, ohne dass dein Gegner sie sieht",
    "the next card is yours, whatever it is": "die n\u00e4chste Karte ist deine, welche es auch ist",
    "the others\u2019 bags (%(points)s)": "Bags der anderen (%(points)s)",
    "this page doesn\u2019t know its algorithm.": "diese Seite kennt sein Verfahren nicht.",
    "thrown in": "eingeworfen",
    "time ran out, a bot played": "Zeit um, ein Bot hat gespielt",
    "to %(n)s": "bis %(n)s",
    "wants to stop": "m\u00f6chte aufh\u00f6ren",
    "who bids second bids like their partner": "wer als Zweiter bietet, bietet wie der Partner",
    "who holds the %(card)s bids nil": "wer %(card)s h\u00e4lt, bietet Nil",
    "won %(n)s": "%(n)s gemacht",
    "yet to bid": "noch ohne Gebot",
    "yours": "deine"
  };
  for (const key in newcatalog) {
    django.catalog[key] = newcatalog[key];
  }
  

  if (!django.jsi18n_initialized) {
    django.gettext = function(msgid) {
      const value = django.catalog[msgid];
      if (typeof value === 'undefined') {
        return msgid;
      } else {
        return (typeof value === 'string') ? value : value[0];
      }
    };

    django.ngettext = function(singular, plural, count) {
      const value = django.catalog[singular];
      if (typeof value === 'undefined') {
        return (count == 1) ? singular : plural;
      } else {
        return value.constructor === Array ? value[django.pluralidx(count)] : value;
      }
    };

    django.gettext_noop = function(msgid) { return msgid; };

    django.pgettext = function(context, msgid) {
      let value = django.gettext(context + '\x04' + msgid);
      if (value.includes('\x04')) {
        value = msgid;
      }
      return value;
    };

    django.npgettext = function(context, singular, plural, count) {
      let value = django.ngettext(context + '\x04' + singular, context + '\x04' + plural, count);
      if (value.includes('\x04')) {
        value = django.ngettext(singular, plural, count);
      }
      return value;
    };

    django.interpolate = function(fmt, obj, named) {
      if (named) {
        return fmt.replace(/%\(\w+\)s/g, function(match){return String(obj[match.slice(2,-2)])});
      } else {
        return fmt.replace(/%s/g, function(match){return String(obj.shift())});
      }
    };


    /* formatting library */

    django.formats = {};

    django.get_format = function(format_type) {
      const value = django.formats[format_type];
      if (typeof value === 'undefined') {
        return format_type;
      } else {
        return value;
      }
    };

    /* add to global namespace */
    globals.pluralidx = django.pluralidx;
    globals.gettext = django.gettext;
    globals.ngettext = django.ngettext;
    globals.gettext_noop = django.gettext_noop;
    globals.pgettext = django.pgettext;
    globals.npgettext = django.npgettext;
    globals.interpolate = django.interpolate;
    globals.get_format = django.get_format;

    django.jsi18n_initialized = true;
  }
};

